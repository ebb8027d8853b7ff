//! `candor database export`: writes the reports of a database to a file.

use std::path::PathBuf;

use candor::perturb::generator;
use candor::plan::{Caps, Plan};
use candor::report::Report;
use candor::{Code, Error};
use candor_collector::store::Snapshot;
use clap::{Args, ValueEnum};
use rand::seq::SliceRandom;

use super::location::DatabaseLocation;
use crate::input;
use crate::output::reports::{ReportFormat, ReportWriter};
use crate::output::staged::Staged;
use crate::output::{self, progress};

/// Export the reports of a plan from a collector's database, also while the collector is running.
///
/// The export is a snapshot of one moment. It has all stored reports, including those that are not in the released totals
/// yet, sorted by their random ids or shuffled, so that the file does not show which came first. NDJSON has the ids; CSV
/// and Parquet have only the perturbed answers. `candor count` reads all three, and writes counts instead of reports.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Export {
    /// The plan, as it was published.
    plan: PathBuf,
    #[command(flatten)]
    database: DatabaseLocation,
    /// Where to write the reports. Default: stdout.
    #[arg(short, long, value_name = "REPORTS")]
    output: Option<PathBuf>,
    /// NDJSON, CSV or Parquet. Default: by the extension of the output file.
    #[arg(long, value_enum)]
    format: Option<ReportFormat>,
    /// The order of the reports.
    #[arg(long, value_enum, default_value = "sorted")]
    order: Order,
}

/// In which order reports are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Sorted by random id.
    Sorted,
    /// Shuffled anew each time; needs memory for all reports.
    Shuffled,
}

const EXAMPLE: &str = "\
Example:
  $ candor database export plan.json --database health.db -o reports.parquet
  2,000 reports
  $ candor count plan.json health.db --pairs --format json > counts.json";

impl Export {
    /// Writes the reports.
    ///
    /// # Errors
    /// The errors of a plan; `not-found` if the database does not have it; `damaged-database`; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let database = self.database.location()?;
        let snapshot = Snapshot::open(&database)?;
        if !snapshot.has(&plan)? {
            let message = format!("{} has no plan {}", database, plan.fingerprint());
            return Err(Error::new(Code::NotFound, message));
        }
        let format = ReportFormat::of(self.format, self.output.as_deref());
        let mut writer = ReportWriter::new(format, &plan, Staged::new(self.output.as_deref())?)?;
        let written = self.write(&plan, &snapshot, &mut writer)?;
        writer.finish()?.finish()?;
        output::remark(&format!("{}\n", output::counted(written, "report")))
    }

    /// Writes the reports that are read, and returns how many there were.
    fn write(
        &self,
        plan: &Plan,
        snapshot: &Snapshot,
        writer: &mut ReportWriter<'_, Staged>,
    ) -> Result<u64, Error> {
        let bar = progress::over_trials("writing", snapshot.moment(plan)?.reports);
        let mut write = |report: &Report| {
            bar.inc(1);
            writer.write(report)
        };
        let mut kept = Vec::new();
        let moment = snapshot.reports(plan, |report| match self.order {
            Order::Sorted => write(&report),
            Order::Shuffled => {
                kept.push(report);
                Ok(())
            }
        })?;
        kept.shuffle(&mut generator()?);
        kept.iter().try_for_each(write)?;
        Ok(moment.reports)
    }
}

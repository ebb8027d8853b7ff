//! `candor perturb`: perturbs true answers into reports.

use std::path::PathBuf;

use candor::Error;
use candor::plan::{Caps, Plan};
use candor::report::{self, Report};
use candor::schema::Record;
use clap::Args;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::input::answers::Answers;
use crate::input::columns::Chosen;
use crate::input::source;
use crate::output::reports::{ReportFormat, ReportWriter};
use crate::output::staged::Staged;
use crate::reading::Bars;
use crate::{input, output};

/// Perturb a table of true answers, as every respondent's device would have.
///
/// For simulations, and for migrating answers that were collected without protection. The output is written as a whole or
/// not at all: if one row is invalid, nothing is written.
///
/// The answers are a CSV file. Its header names the attributes and plain columns, in any order. Its cells hold values of
/// the plan's categories, or numbers for questions with bins; an empty cell means no answer. If the file has other columns,
/// say with `--only` or `--ignore` which to read: none is left out unasked.
///
/// Reports are written as NDJSON (plan, random id, answers), CSV or Parquet (the perturbed values under attribute names).
/// `candor count` and `candor estimate` read all three. Only NDJSON names the plan of a report, lets a repeated report be
/// recognised, and can be sent to a collector.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Perturb {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// The true answers; `-` is stdin.
    #[arg(long, value_name = "CSV")]
    answers: PathBuf,
    #[command(flatten)]
    chosen: Chosen,
    /// Where to write the reports. Default: stdout.
    #[arg(short, long, value_name = "REPORTS")]
    output: Option<PathBuf>,
    /// Repeatable noise from this seed: for experiments only, it protects nobody.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// NDJSON, CSV or Parquet. Default: by the extension of the output file.
    #[arg(long, value_enum)]
    format: Option<ReportFormat>,
}

const EXAMPLE: &str = "\
Example:
  $ cat answers.csv
  age,smoker
  27,yes
  61,no
  $ candor perturb plan.json --answers answers.csv -o reports.ndjson
  $ candor perturb plan.json --answers all.csv --ignore name height -o reports.ndjson";

const SEEDED: &str = "\
warning: noise from a seed can be subtracted by whoever knows the seed.
         These reports are for experiments only and protect nobody.\n";

impl Perturb {
    /// Perturbs every row.
    ///
    /// # Errors
    /// `invalid-csv`, `unknown-column`, and errors in an answer with its row; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let mut noise = self.noise()?;
        let placed = |error: Error| error.at(self.answers.display());
        let table = source::open(&self.answers, &Bars)?;
        let mut answers = Answers::new(&plan, table, &self.chosen).map_err(placed)?;
        let format = ReportFormat::of(self.format, self.output.as_deref());
        let mut writer = ReportWriter::new(format, &plan, Staged::new(self.output.as_deref())?)?;
        while let Some(record) = answers.next_record().map_err(placed)? {
            let report = noise.report(&plan, record)?;
            writer.write(&answers.carried(report).map_err(placed)?)?;
        }
        writer.finish()?.finish()
    }

    fn noise(&self) -> Result<Noise, Error> {
        let Some(seed) = self.seed else { return Ok(Noise::System) };
        output::remark(SEEDED)?;
        Ok(Noise::Seeded(Box::new(ChaCha20Rng::seed_from_u64(seed))))
    }
}

/// The source of the noise.
enum Noise {
    System,
    Seeded(Box<ChaCha20Rng>),
}

impl Noise {
    fn report(&mut self, plan: &Plan, record: Record) -> Result<Report, Error> {
        match self {
            Self::System => report::respond(plan, record),
            Self::Seeded(generator) => Ok(report::respond_with(plan, record, generator.as_mut())),
        }
    }
}

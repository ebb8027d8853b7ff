//! `candor synthesize`: draws plausible records from estimated tables.

use std::io::Write;
use std::path::PathBuf;

use candor::Error;
use candor::count::Table;
use candor::estimate::Options;
use candor::plan::{Caps, Plan};
use candor::synthesize::Synthesis;
use clap::Args;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::sources::Sources;
use crate::document::requests::{SynthesisRequest, TablesToSynthesize};
use crate::output::progress;
use crate::output::staged::Staged;
use crate::{failure, input, output};

/// Draw synthetic records from the estimated tables, as CSV with one answer per cell.
///
/// Records are drawn from the distribution of maximum entropy that has the estimated tables: all pairs if they can be
/// joined in seconds, otherwise a tree of the pairs that are associated most strongly, or the tables that --tables names.
/// Unless --method says otherwise, questions and pairs are the best guess of all tables together, of which there is one
/// distribution. Other tables are first made consistent and free of negative shares. If noise left tables that no single distribution has,
/// the records come near each of them, and a note says how near. Plain columns, which were counted without noise, are drawn
/// with the answers. A record that cannot occur, such as one that answers a follow-up that is not asked, is drawn again.
///
/// No record is that of a person: records are drawn from estimates, and the plan's promises hold for whatever is computed
/// from its reports. Records say no more than the estimates: more records do not make results more precise, standard errors
/// computed from records as if they were answers are too small, and dependence that is in none of the tables is missing.
/// For numbers to report, use `candor estimate`.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Synthesize {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    /// The tables whose dependence the records should show: attribute names joined by commas. Default: all pairs.
    #[arg(long, value_name = "ATTRIBUTES", num_args = 1..)]
    tables: Vec<String>,
    /// Use a tree of pairs even if all pairs can be joined in seconds: less noise, but also less of the dependence.
    #[arg(long, conflicts_with = "tables")]
    tree: bool,
    /// Number of records. Default: the number of reports.
    #[arg(long, value_name = "N")]
    records: Option<u64>,
    /// The reconstruction of the tables, as in `candor estimate`.
    #[arg(long, default_value = "auto")]
    method: String,
    /// The seed: the same seed gives the same records.
    #[arg(long, default_value_t = Options::default().seed)]
    seed: u64,
    /// Where to write the records. Default: stdout.
    #[arg(short, long, value_name = "CSV")]
    output: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Examples:
  $ candor synthesize plan.json reports.ndjson -o records.csv
  $ candor synthesize plan.json --counts counts.json --tables smoker,age,region --records 10000 --seed 7 -o records.csv";

/// The number of records between two updates of the progress bar.
const SHOWN: u64 = 1 << 14;

impl Synthesize {
    /// Draws the records and writes them.
    ///
    /// # Errors
    /// `unread-attribute` if an attribute is in none of the tables; `too-large`; the errors of `candor estimate`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let request = SynthesisRequest {
            tables: self.tables.clone(),
            tree: self.tree,
            records: self.records,
            method: self.method.clone(),
            seed: self.seed,
        };
        let of = self.counted(&plan, &request)?;
        let reports = of.tables.iter().map(Table::total).max().unwrap_or(0);
        let bar = progress::over_trials("estimating", u64::try_from(of.tables.len()).unwrap_or(u64::MAX));
        let (synthesis, remarks) = request.synthesis(&plan, of, &mut || bar.inc(1))?;
        drop(bar);
        remarks.iter().try_for_each(|remark| output::remark(&format!("{remark}\n")))?;
        self.write(&plan, &synthesis, self.records.unwrap_or(reports))
    }

    /// The tables that are named or, if none are, all pairs and single attributes, or those of them that were counted; with the guess of all
    /// of them, where the method takes one.
    fn counted(&self, plan: &Plan, request: &SynthesisRequest) -> Result<TablesToSynthesize, Error> {
        match &self.sources.counts {
            Some(path) => request.among(plan, input::counts(plan, path)?),
            None => request.counted(plan, |selection, subsets| self.sources.tables(plan, selection, subsets)),
        }
    }

    fn write(&self, plan: &Plan, synthesis: &Synthesis, records: u64) -> Result<(), Error> {
        let failed = |cause: csv::Error| failure::io("records", &cause);
        let (schema, given) = (plan.table_schema(), plan.table_schema().given());
        let mut writer = csv::Writer::from_writer(Staged::new(self.output.as_deref())?);
        writer.write_record(given.iter().map(|&place| schema.attributes()[place].name())).map_err(failed)?;
        let mut rng = ChaCha20Rng::seed_from_u64(self.seed);
        let bar = progress::over_trials("drawing", records);
        for number in 0..records {
            let record = synthesis.draw(&mut rng)?;
            let value =
                |&place: &usize| schema.attributes()[place].categories()[record[place] as usize].value();
            writer.write_record(given.iter().map(value)).map_err(failed)?;
            if number % SHOWN == 0 {
                bar.set_position(number);
            }
        }
        drop(bar);
        let mut file = writer.into_inner().map_err(|cause| failure::io("records", &cause))?;
        file.flush().map_err(|cause| failure::io("records", &cause))?;
        file.finish()
    }
}

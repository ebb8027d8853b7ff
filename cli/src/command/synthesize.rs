//! `candor synthesize`: draws plausible records from estimated tables.

use std::io::Write;
use std::path::PathBuf;

use candor::count::Table;
use candor::estimate::{Estimate, Options, estimate};
use candor::loglinear::BestGuess;
use candor::plan::{Caps, Plan};
use candor::synthesize::Synthesis;
use candor::{Code, Error};
use clap::Args;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::sources::Sources;
use crate::document::estimates::{Asked, counted_for_guess, for_table, guess};
use crate::output::progress;
use crate::output::staged::Staged;
use crate::tables::{self, Room, Selection, without_linked};
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

/// The counted tables, and the guess that is made of them.
struct Counted {
    tables: Vec<Table>,
    guess: Option<BestGuess>,
}

/// Tables count as consistent if the records' distribution meets their shares to within this.
const AGREEING: f64 = 1e-6;

/// The number of records between two updates of the progress bar.
const SHOWN: u64 = 1 << 14;

impl Synthesize {
    /// Draws the records and writes them.
    ///
    /// # Errors
    /// `unread-attribute` if an attribute is in none of the tables; `too-large`; the errors of `candor estimate`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let options = Options::default().reconstruction(self.method.parse()?).project(true);
        let Counted { tables, guess } = self.counted(&plan, options)?;
        let reports = tables.iter().map(Table::total).max().unwrap_or(0);
        let estimates = self.estimates(&plan, tables, &options, guess.as_ref())?;
        let synthesis = self.synthesis(&plan, &estimates)?;
        self.write(&plan, &synthesis, self.records.unwrap_or(reports))
    }

    fn synthesis(&self, plan: &Plan, estimates: &[Estimate]) -> Result<Synthesis, Error> {
        let quick = !self.tables.is_empty() || Synthesis::is_quick(estimates);
        if self.tree || !quick {
            if !self.tree {
                output::remark(
                    "note: all pairs together have too many cells; records are drawn from a tree of pairs\n",
                )?;
            }
            return Synthesis::tree(plan.table_schema(), estimates);
        }
        let synthesis = Synthesis::new(plan.table_schema(), estimates)?;
        if synthesis.misfit() > AGREEING {
            let near = synthesis.misfit();
            output::remark(&format!(
                "note: no distribution has all these tables together; the records are drawn from shares within {near:.1e} of theirs\n"
            ))?;
        }
        Ok(synthesis)
    }

    /// The tables that are named or, if none are, all pairs and single attributes, or those of them that were counted; with the guess of all
    /// of them, where the method takes one.
    fn counted(&self, plan: &Plan, options: Options) -> Result<Counted, Error> {
        let asked = Asked { options, ..Asked::default() };
        let Some(path) = &self.sources.counts else {
            let pairs = self.tables.is_empty();
            let selection = Selection::new(plan.table_schema(), &self.tables, pairs, Room::Own)?;
            let for_guess = counted_for_guess(plan, &selection, &asked, Room::Own)?;
            let counted = for_guess.as_ref().unwrap_or(&selection);
            let mut tables = self.sources.tables(plan, counted, options.reconstruction.subset_numbers())?;
            let guess = for_guess.as_ref().map_or(Ok(None), |_| guess(plan, &tables, &asked))?;
            tables.truncate(selection.attributes().len());
            return Ok(Counted { tables, guess });
        };
        let tables = without_linked(input::counts(plan, path)?);
        let guess = guess(plan, &tables, &asked)?;
        if self.tables.is_empty() {
            return Ok(Counted { tables, guess });
        }
        let selection = Selection::new(plan.table_schema(), &self.tables, false, Room::Own)?;
        Ok(Counted { tables: selection.among(plan.table_schema(), tables)?, guess })
    }

    /// Estimates the tables. Unless tables were named, those that the law hides are left out with a warning.
    fn estimates(
        &self,
        plan: &Plan,
        counted: Vec<Table>,
        options: &Options,
        guess: Option<&BestGuess>,
    ) -> Result<Vec<Estimate>, Error> {
        let bar = progress::over_trials("estimating", u64::try_from(counted.len()).unwrap_or(u64::MAX));
        let (mut estimates, mut hidden) = (Vec::new(), Vec::new());
        for table in counted {
            let name = tables::name(plan.table_schema(), table.axes().attributes());
            let (options, guess) = for_table(guess, options, table.axes().attributes().len());
            match estimate(plan, table, &options) {
                Ok(estimated) => {
                    estimates.push(guess.and_then(|guess| guess.estimate(&estimated)).unwrap_or(estimated));
                }
                Err(error) if error.code() == Code::UnidentifiableTable && self.tables.is_empty() => {
                    hidden.push(name);
                }
                Err(error) => return Err(error),
            }
            bar.inc(1);
        }
        drop(bar);
        if !hidden.is_empty() {
            output::remark(&format!(
                "warning: the law erases {}; records are drawn without these tables\n",
                hidden.join(" ")
            ))?;
        }
        Ok(estimates)
    }

    fn write(&self, plan: &Plan, synthesis: &Synthesis, records: u64) -> Result<(), Error> {
        let failed = |cause: csv::Error| failure::io("records", &cause);
        let attributes = plan.table_schema().attributes();
        let mut writer = csv::Writer::from_writer(Staged::new(self.output.as_deref())?);
        writer.write_record(attributes.iter().map(|attribute| attribute.name())).map_err(failed)?;
        let mut rng = ChaCha20Rng::seed_from_u64(self.seed);
        let bar = progress::over_trials("drawing", records);
        for number in 0..records {
            let record = synthesis.draw(&mut rng)?;
            let values = attributes
                .iter()
                .zip(&record)
                .map(|(attribute, &answer)| attribute.categories()[answer as usize].value());
            writer.write_record(values).map_err(failed)?;
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

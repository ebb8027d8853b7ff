//! `candor count`: counts reports into contingency tables.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use crate::document::counts::{self, Counts};
use crate::document::{Document, Format};
use crate::tables::{Room, Selection};
use crate::{input, output, reading};

/// Count reports into contingency tables.
///
/// These are counts of perturbed answers: `candor estimate --counts` estimates the true shares from them. Estimation needs
/// nothing but the counts, so the reports can stay where they are. In JSON, the counts of a labelled plan include the
/// subsets that its reports name, which the likelihood needs, unless there are too many of them.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Count {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// Reports: NDJSON, CSV, Parquet, or a collector's database; the format is detected from the content; `-` is stdin. A
    /// repeated report is recognised by its id and counted once, also across files; `candor database export` writes ids to
    /// NDJSON only.
    #[arg(required = true)]
    reports: Vec<PathBuf>,
    /// Earlier plans that this one corrects: the reports of people who answered before the correction are counted too.
    /// Without this option they are left out.
    #[arg(long, value_name = "PLAN", num_args = 1..)]
    with: Vec<PathBuf>,
    #[command(flatten)]
    wanted: Wanted,
    /// Output format; `candor estimate --counts` reads json.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

const EXAMPLE: &str = "\
Example:
  $ candor count plan.json monday.ndjson tuesday.csv --tables smoker smoker,age --format json > counts.json
  counted 1,930 reports; 70 are of another plan and were left out; 960 have no id: these count in every file that has them";

/// The tables asked for.
#[derive(Args)]
pub struct Wanted {
    /// Tables: attribute names joined by commas, such as smoker,age. Default: one table for each attribute.
    #[arg(long, value_name = "ATTRIBUTES", num_args = 1..)]
    pub tables: Vec<String>,
    /// Add the tables of all pairs of attributes.
    #[arg(long)]
    pub pairs: bool,
}

impl Count {
    /// Counts and prints.
    ///
    /// # Errors
    /// `unknown-attribute`, `duplicate-table-attribute`, `too-large`; a malformed report with file and line; `plan-mismatch` if reports of
    /// an earlier plan cannot be counted under this one; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let selection =
            Selection::new(plan.table_schema(), &self.wanted.tables, self.wanted.pairs, Room::Own)?;
        let earlier: Result<Vec<_>, Error> =
            self.with.iter().map(|path| input::plan(path, &Caps::default())).collect();
        // Estimates are made of counts in JSON, and gain from questions that hang on others.
        let empty = match self.format {
            Format::Json => selection.empty_with_linked(&plan)?,
            _ => selection.empty(&plan)?,
        };
        let tables =
            reading::count_with(&plan, &earlier?, &self.reports, empty, counts::MOST_SUBSET_NUMBERS)?;
        let counts = Counts::new(&plan, tables);
        output::stdout(|to| counts.write(self.format, to))
    }
}

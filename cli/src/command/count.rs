//! `candor count`: counts reports into contingency tables.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use crate::document::counts::{self, Counts};
use crate::document::{Document, Format};
use crate::input::reports;
use crate::tables::{Room, Selection};
use crate::{input, output};

/// Count reports into contingency tables.
///
/// The counts are of perturbed records: `candor estimate --counts` turns them into estimates of the
/// true ones. They are all that estimation needs; the reports themselves can stay where they are. Counts of a labelled
/// plan in JSON also have the subsets that its reports name, for the likelihood, unless these are many.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Count {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// NDJSON, CSV, Parquet, or a collector's database, told apart by how they begin; `-` is stdin. A report that comes again, in one
    /// file or another, is known by its id alone; `candor database export` writes ids to NDJSON and to no other format.
    #[arg(required = true)]
    reports: Vec<PathBuf>,
    /// Plans that this one corrects, whose reports count as well: those of people who answered before the correction. Without it
    /// they are left out.
    #[arg(long, value_name = "PLAN", num_args = 1..)]
    with: Vec<PathBuf>,
    #[command(flatten)]
    wanted: Wanted,
    /// How the counts are written; `candor estimate --counts` reads json.
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
    /// Tables to read: attribute names joined by commas. Without it every single attribute.
    #[arg(long, value_name = "ATTRIBUTES", num_args = 1..)]
    pub tables: Vec<String>,
    /// Every pair of attributes as well.
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
        let tables =
            reports::count_with(&plan, &earlier?, &self.reports, &selection, counts::MOST_SUBSET_NUMBERS)?;
        let counts = Counts::new(&plan, tables);
        output::stdout(|to| counts.write(self.format, to))
    }
}

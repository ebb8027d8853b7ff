//! `candor sql`: writes the query that counts reports in the database that holds them.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use super::count::Wanted;
use crate::sql::{self, Dialect};
use crate::tables::{Room, Selection};
use crate::{input, output};

/// Write an SQL query that counts reports in a database, in a warehouse, or in exported files.
///
/// The reports need the columns that `candor database export` writes to CSV and Parquet: the perturbed value of each
/// question (for a labelled plan, `perturbed` instead), and the plain columns. Save the result of the query as CSV with its
/// header and give it to `candor estimate --counts`; the reports stay where they are. Rows of several queries, over parts
/// of the reports, are added up.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Sql {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    wanted: Wanted,
    /// The SQL dialect.
    #[arg(long, value_enum)]
    dialect: Dialect,
    /// The source to write after FROM: a table, a file, or a query in parentheses. It is inserted unchanged.
    #[arg(long, value_name = "SOURCE")]
    from: Option<String>,
}

const EXAMPLE: &str = "\
Example:
  $ candor database export plan.json -o reports.parquet
  $ candor sql plan.json --pairs --dialect duckdb | duckdb -csv > counts.csv
  $ candor estimate plan.json --counts counts.csv --pairs";

impl Sql {
    /// Prints the query.
    ///
    /// # Errors
    /// `unknown-attribute`, `duplicate-table-attribute`; `too-large`, also if the plan has more labels than a query can list; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let selection =
            Selection::new(plan.table_schema(), &self.wanted.tables, self.wanted.pairs, Room::Own)?;
        let source = self.from.as_deref().unwrap_or(self.dialect.source());
        let query = sql::query(&plan, &selection, self.dialect, source)?;
        output::stdout(|to| to.write_all(query.as_bytes()))
    }
}

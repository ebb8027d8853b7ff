//! `candor database transfer`: hands a survey's name to another author.

use std::path::PathBuf;

use candor::Error;
use candor_collector::store::{Release, Store};
use candor_collector::tokens;
use clap::Args;

use super::location::DatabaseLocation;
use crate::output;

/// Hand a survey's name to another author, with all plans of that name.
///
/// A name belongs to the author who published the first plan of it, also after that was deleted: others can neither
/// publish under it nor close or delete its plans. A plan given to `candor serve --plan` makes its survey's name that of whoever
/// runs the collector.
///
/// Stop the collector first, unless its database is on a server.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Transfer {
    /// The survey's name, as in its plans.
    survey: String,
    #[command(flatten)]
    to: To,
    #[command(flatten)]
    database: DatabaseLocation,
}

/// Who gets the name.
#[derive(Args)]
#[group(required = true, multiple = true)]
struct To {
    /// The new author: the name of a token in the file of --authors.
    #[arg(long, value_name = "NAME", requires = "authors", conflicts_with = "to_operator")]
    to: Option<String>,
    /// The file of `candor serve --authors`.
    #[arg(long, value_name = "FILE", requires = "to")]
    authors: Option<PathBuf>,
    /// To whoever runs the collector: no author may publish under it.
    #[arg(long)]
    to_operator: bool,
}

const EXAMPLE: &str = "\
Example:
  $ candor database transfer health --to Ben --authors authors.txt --database health.db
  health belongs to Ben";

impl Transfer {
    /// Hands the name over.
    ///
    /// # Errors
    /// `not-found` if there is no such survey, or not one token of that name; `io`, also if a collector is using the database.
    pub fn run(&self) -> Result<(), Error> {
        let author = match (&self.to.to, &self.to.authors) {
            (Some(name), Some(file)) => Some(tokens::named(file, name)?),
            _ => None,
        };
        let mut store = Store::open_existing(&self.database.location()?, Release::never())?;
        store.transfer(&self.survey, author.as_deref())?;
        store.close()?;
        let owner = self.to.to.as_deref().unwrap_or("whoever runs the collector");
        output::remark(&format!("{} belongs to {owner}\n", self.survey))
    }
}

//! `candor database expire`: deletes the reports that are not to be kept any longer.

use candor::Error;
use candor_collector::store::{Release, Store};
use clap::Args;

use super::location::DatabaseLocation;
use crate::output;

/// Delete the reports of every plan whose last day is over, also from the log of the database.
///
/// A running collector does that by itself, within seconds after the end of the day (UTC). This is for a timer where none runs any more, such as after a
/// survey. Backups, exports, and what the disk keeps of overwritten files, are not deleted.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Expire {
    #[command(flatten)]
    database: DatabaseLocation,
}

const EXAMPLE: &str = "\
Example:
  $ candor database expire --database health.db
  deleted 2,000 reports of 1 plan";

impl Expire {
    /// Deletes the reports.
    ///
    /// # Errors
    /// `io`, also if there is no database, or a collector is using it; `database-unavailable`.
    pub fn run(&self) -> Result<(), Error> {
        let mut store = Store::open_existing(&self.database.location()?, Release::never())?;
        store.plans()?;
        let expired = store.expire()?;
        if !expired.is_empty() {
            store.rewrite()?;
        }
        store.close()?;
        let reports = output::counted(expired.iter().map(|(_, reports)| reports).sum(), "report");
        output::remark(&format!("deleted {reports} of {}\n", output::counted(expired.len() as u64, "plan")))
    }
}

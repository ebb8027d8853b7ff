//! `candor database check`: checks that a database holds what was stored in it.

use candor::Error;
use candor::estimate::Stop;
use candor_collector::store::Snapshot;
use clap::Args;

use super::location::DatabaseLocation;
use crate::output;

/// Check that a collector's database still holds what was stored in it, also while the collector is running.
///
/// Checks the structure of the file, the fingerprint of every plan, the number and the keyed checksum of every plan's
/// reports, and the counts kept of them, which are counted anew. This finds damage; it does not find changes by somebody
/// who may write to the file.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Check {
    #[command(flatten)]
    database: DatabaseLocation,
}

const EXAMPLE: &str = "\
Example:
  $ candor database check --database health.db
  sound: 1 plan, 2,000 reports";

impl Check {
    /// Checks the database and says what it holds.
    ///
    /// # Errors
    /// `damaged-database`, saying where; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let content = Snapshot::open(&self.database.location()?)?.check(&Stop::default())?;
        let (plans, reports) =
            (output::counted(content.plans, "plan"), output::counted(content.reports, "report"));
        output::stdout(|to| writeln!(to, "sound: {plans}, {reports}"))
    }
}

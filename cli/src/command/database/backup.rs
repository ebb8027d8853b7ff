//! `candor database backup`: copies a database.

use std::path::PathBuf;

use candor::Error;
use candor::estimate::Stop;
use candor_collector::store::{Location, Snapshot};
use clap::Args;

use super::location::DatabaseLocation;
use crate::output::temporary::Temporary;
use crate::{failure, output};

/// Copy a collector's database, also while the collector is running.
///
/// The copy is a snapshot of one moment. Its reports are in the order of their random ids, only its owner can read it, and
/// it is checked before it gets its name. A collector can serve it like the original.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Backup {
    /// Where to write the copy.
    copy: PathBuf,
    #[command(flatten)]
    database: DatabaseLocation,
}

const EXAMPLE: &str = "\
Example:
  $ candor database backup monday.db --database health.db
  copied 1 plan, 2,000 reports";

impl Backup {
    /// Copies the database.
    ///
    /// # Errors
    /// `damaged-database`; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let database = self.database.location()?;
        database.file("copy it with the server's own programs, such as `pg_dump --format=custom`")?;
        let refused = |cause| failure::file(&self.copy, &cause);
        let copy = Temporary::beside(&self.copy).map_err(refused)?;
        copy.own().map_err(refused)?;
        Snapshot::open(&database)?.copy_to(copy.path())?;
        let content = Snapshot::open(&Location::File(copy.path().to_owned()))?.check(&Stop::default())?;
        copy.persist(&self.copy).map_err(refused)?;
        let (plans, reports) =
            (output::counted(content.plans, "plan"), output::counted(content.reports, "report"));
        output::remark(&format!("copied {plans}, {reports}\n"))
    }
}

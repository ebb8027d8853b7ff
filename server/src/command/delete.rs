//! `candor delete`: a plan and its reports are gone.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use crate::store::{Release, Store};
use crate::{input, output};

/// Delete a plan with all its reports, also from the log of the database.
///
/// For a collector that has ended: one that runs is asked over HTTP by the plan's author (`candor token --authors`). Backups,
/// and what the disk keeps of overwritten files, are not touched.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Delete {
    /// The plan, as it was published.
    plan: PathBuf,
    /// The collector's database.
    #[arg(long, value_name = "FILE", default_value = "candor.db")]
    database: PathBuf,
}

const EXAMPLE: &str = "\
Example:
  $ candor delete plan.json --database health.db";

impl Delete {
    /// Deletes the plan.
    ///
    /// # Errors
    /// A plan's own faults; `not-found`; `io`, also where a collector is using the database.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let mut store = Store::open_existing(&self.database, Release::never())?;
        let plan = store.find(plan.fingerprint())?.number();
        let reports = store.delete_plan(plan)?;
        store.close()?;
        output::remark(&format!("deleted the plan and {}\n", output::counted(reports, "report")))
    }
}

//! `candor close`: a plan takes no more reports.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use crate::store::{Release, Store};
use crate::{input, output};

/// Take no more reports of a plan. Those that were received stay, and so do the totals.
///
/// For a collector that has ended: one that runs is asked over HTTP by the plan's author (`candor token --authors`).
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Close {
    /// The plan, as it was published.
    plan: PathBuf,
    /// The collector's database.
    #[arg(long, value_name = "FILE", default_value = "candor.db")]
    database: PathBuf,
}

const EXAMPLE: &str = "\
Example:
  $ candor close plan.json --database health.db";

impl Close {
    /// Closes the plan.
    ///
    /// # Errors
    /// A plan's own faults; `not-found`; `io`, also where a collector is using the database.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let mut store = Store::open_existing(&self.database, Release::never())?;
        let plan = store.find(plan.fingerprint())?.number();
        store.close_plan(plan)?;
        store.close()?;
        output::remark("the plan takes no more reports\n")
    }
}

//! `candor database close`: closes a plan to new reports.

use candor::Error;
use clap::Args;

use super::stored::StoredPlan;
use crate::output;

/// Take no more reports of a plan. Those that were received stay, and so do the totals.
///
/// For a collector that has ended: one that runs is asked over HTTP by the plan's author (`candor database token --authors`).
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Close {
    #[command(flatten)]
    of: StoredPlan,
}

const EXAMPLE: &str = "\
Example:
  $ candor database close plan.json --database health.db";

impl Close {
    /// Closes the plan.
    ///
    /// # Errors
    /// The errors of [`StoredPlan::open`]; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let (mut store, plan) = self.of.open()?;
        store.close_plan(plan)?;
        store.close()?;
        output::remark("the plan takes no more reports\n")
    }
}

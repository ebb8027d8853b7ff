//! `candor database close`: closes a plan to new reports.

use candor::Error;
use clap::Args;

use super::stored::StoredPlan;
use crate::output;

/// Close a plan, so that it takes no more reports. Reports and totals stay.
///
/// Stop the collector first. While it runs, the survey's author closes the plan over HTTP instead, with a token (`candor
/// database token --authors`).
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

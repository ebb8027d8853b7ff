//! `candor database delete`: deletes a plan and its reports.

use candor::Error;
use clap::Args;

use super::stored::StoredPlan;
use crate::output;

/// Delete a plan with all its reports, also from the log of the database.
///
/// Stop the collector first. While it runs, the survey's author deletes the plan over HTTP instead, with a token (`candor
/// database token --authors`). Backups, and what the disk keeps of overwritten files, are not deleted.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Delete {
    #[command(flatten)]
    of: StoredPlan,
}

const EXAMPLE: &str = "\
Example:
  $ candor database delete plan.json --database health.db";

impl Delete {
    /// Deletes the plan.
    ///
    /// # Errors
    /// The errors of [`StoredPlan::open`]; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let (mut store, plan) = self.of.open()?;
        let reports = store.delete_plan(plan)?;
        store.close()?;
        output::remark(&format!("deleted the plan and {}\n", output::counted(reports, "report")))
    }
}

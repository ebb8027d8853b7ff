//! `candor database keep`: sets until when the reports of a plan are kept.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use candor_collector::store::{Release, Store};
use candor_documents::day::Day;
use clap::Args;

use super::location::DatabaseLocation;
use crate::{input, output};

/// Set until when the reports of a plan are kept.
///
/// When that day is over, in UTC, the collector deletes the reports, and the plan takes no more. An earlier day may be set later, and no later one: people who
/// answered were told the day. Where no collector runs then, `candor database expire` deletes them.
///
/// Stop the collector first. While it runs, the survey's author sets the day over HTTP instead, when publishing the plan (POST /plans?kept=2027-12-31).
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Keep {
    /// The plan. It is published in the database if it is not there yet; a missing database is created.
    plan: PathBuf,
    /// The last day on which reports are kept, as YYYY-MM-DD.
    #[arg(long, value_name = "DAY")]
    until: String,
    #[command(flatten)]
    database: DatabaseLocation,
}

const EXAMPLE: &str = "\
Example:
  $ candor database keep plan.json --until 2027-12-31 --database health.db
  reports are kept until the end of 2027-12-31 (UTC)";

impl Keep {
    /// Sets the day.
    ///
    /// # Errors
    /// The errors of a plan; `invalid-day`; `retention-fixed`; `io`, also if a collector is using the database.
    pub fn run(&self) -> Result<(), Error> {
        let (plan, until) = (input::plan(&self.plan, &Caps::default())?, Day::new(&self.until)?);
        let mut store = Store::open(&self.database.location()?, Release::never())?;
        store.publish(&plan, None, Some(&until))?;
        store.close()?;
        output::remark(&format!("reports are kept until the end of {} (UTC)\n", until.as_str()))
    }
}

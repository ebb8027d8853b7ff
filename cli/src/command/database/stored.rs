//! Arguments that name a plan in the database of a collector that has ended.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use candor_collector::store::{Release, Store};
use clap::Args;

use super::location::DatabaseLocation;
use crate::input;

/// Which plan, and where.
#[derive(Args)]
pub struct StoredPlan {
    /// The plan, as it was published.
    plan: PathBuf,
    #[command(flatten)]
    database: DatabaseLocation,
}

impl StoredPlan {
    /// Opens the database, and returns it with the plan's number.
    ///
    /// # Errors
    /// The errors of a plan; `not-found`; `io`, also if a collector is using the database.
    pub fn open(&self) -> Result<(Store, i64), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let mut store = Store::open_existing(&self.database.location()?, Release::never())?;
        let number = store.find(plan.fingerprint())?.number();
        Ok((store, number))
    }
}

//! A plan in the database of a collector that has ended.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use super::database::Database;
use crate::input;
use crate::store::{Release, Store};

/// Which plan, and where.
#[derive(Args)]
pub struct StoredPlan {
    /// The plan, as it was published.
    plan: PathBuf,
    #[command(flatten)]
    database: Database,
}

impl StoredPlan {
    /// The open database, and the plan's number in it.
    ///
    /// # Errors
    /// A plan's own faults; `not-found`; `io`, also where a collector is using the database.
    pub fn open(&self) -> Result<(Store, i64), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let mut store = Store::open_existing(&self.database.location()?, Release::never())?;
        let number = store.find(plan.fingerprint())?.number();
        Ok((store, number))
    }
}

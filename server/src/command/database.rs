//! Arguments that say which database a command works on.

use std::path::PathBuf;

use candor::Error;
use clap::Args;

use crate::store::Location;

/// The database of a collector.
#[derive(Args)]
pub struct Database {
    /// The collector's database: a file, or the address of one on a server.
    #[arg(
        long,
        value_name = "DATABASE",
        default_value = "candor.db",
        env = "CANDOR_DATABASE",
        hide_env_values = true
    )]
    database: PathBuf,
}

impl Database {
    /// The location of the database.
    ///
    /// # Errors
    /// `invalid-configuration` for an invalid address.
    pub fn location(&self) -> Result<Location, Error> {
        Location::of(&self.database)
    }
}

//! Arguments that say which database a command works on.

use std::path::PathBuf;

use candor::Error;
use candor_collector::store::Location;
use clap::Args;

/// The database of a collector.
#[derive(Args)]
pub struct DatabaseLocation {
    /// The collector's database: a file, or the address of a PostgreSQL database.
    #[arg(
        long,
        value_name = "DATABASE",
        default_value = "candor.db",
        env = "CANDOR_DATABASE",
        hide_env_values = true
    )]
    database: PathBuf,
}

impl DatabaseLocation {
    /// The location of the database.
    ///
    /// # Errors
    /// `invalid-configuration` for an invalid address.
    pub fn location(&self) -> Result<Location, Error> {
        Location::of(&self.database)
    }
}

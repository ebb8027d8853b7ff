//! `candor database migrate`: copies one database to another.

use std::path::PathBuf;

use candor::Error;
use candor_collector::store::{Location, Release, Store};
use clap::Args;

use crate::output::{self, progress};

/// Copy a collector's whole database to another one, such as from a file to a PostgreSQL server.
///
/// No collector may be using either database, and the target may not have plans yet. Everything is copied in one
/// transaction. Then the reports of every plan, their checksum and their counts are compared with what was stored: if
/// anything is missing, nothing is copied. The original stays unchanged.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Migrate {
    /// The database to copy.
    from: PathBuf,
    /// The target: a file, or `postgres://user:password@host/name`.
    #[arg(env = "CANDOR_DATABASE", hide_env_values = true)]
    to: PathBuf,
}

const EXAMPLE: &str = "\
Example:
  $ export CANDOR_DATABASE='postgres://ada:…@db.example/health?sslmode=verify-full&sslrootcert=root.pem'
  $ candor database migrate health.db
  copied 1 plan, 2,000 reports
  $ candor serve";

impl Migrate {
    /// Copies the database, compares the copy, and says what was copied.
    ///
    /// # Errors
    /// The errors of [`Store::open_existing`] and [`Store::migrate`].
    pub fn run(&self) -> Result<(), Error> {
        let [from, to] = [&self.from, &self.to].map(|written| Location::of(written));
        let from = Store::open_existing(&from?, Release::never())?;
        let to = Store::open(&to?, Release::never())?;
        let bar = progress::over_trials("copying", from.reports()?);
        let copied = from.migrate(&to, || bar.inc(1));
        to.close()?;
        let content = copied?;
        let (plans, reports) =
            (output::counted(content.plans, "plan"), output::counted(content.reports, "report"));
        output::remark(&format!("copied {plans}, {reports}\n"))
    }
}

//! `candor serve`: the collector.

use core::net::SocketAddr;
use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use crate::collector::{self, Settings};
use crate::{input, output};

/// Collect reports over HTTP and answer with estimated tables.
///
/// A report is acknowledged only after it is durably stored. Stored are the plan, the report's
/// random id, its perturbed record and the day; no address, no time of day, no access log.
///
/// Plans given once stay in the database. TLS is the business of a proxy in front.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Serve {
    /// The database; made when it does not exist.
    #[arg(long, value_name = "FILE", default_value = "candor.db")]
    database: PathBuf,
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8787")]
    listen: SocketAddr,
    /// A plan to collect for; may be given several times.
    #[arg(long = "plan", value_name = "PLAN")]
    plans: Vec<PathBuf>,
    /// A directory of static files to serve at `/`. Scripts inside its pages may run as they are at the start.
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Example:
  $ candor serve --database health.db --plan plan.json --page www/dist
  listening on http://127.0.0.1:8787
  $ curl -H 'content-type: application/x-ndjson' --data-binary @reports.ndjson http://127.0.0.1:8787/reports
  {\"accepted\":2000,\"repeated\":0}
  $ curl 'http://127.0.0.1:8787/estimates?tables=smoker,age'";

impl Serve {
    /// Serves until Ctrl-C or SIGTERM, then finishes what was begun.
    ///
    /// # Errors
    /// A plan's own faults; `io` when the database, the directory or the address cannot be had.
    pub fn run(&self) -> Result<(), Error> {
        let plans = self.plans.iter().map(|path| input::plan(path, &Caps::default()));
        let settings = Settings {
            database: self.database.clone(),
            listen: self.listen,
            plans: plans.collect::<Result<_, _>>()?,
            page: self.page.clone(),
        };
        collector::serve(settings, |address| {
            output::stdout(|to| writeln!(to, "listening on http://{address}"))
        })
    }
}

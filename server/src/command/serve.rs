//! `candor serve`: the collector.

use core::net::SocketAddr;
use core::time::Duration;
use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use crate::collector::http::{Authors, Readers};
use crate::collector::{self, Settings};
use crate::store::Release;
use crate::{input, output};

/// Collect reports over HTTP and answer with estimated tables.
///
/// A report is acknowledged only after it is durably stored. Stored are the plan, the report's
/// random id, its perturbed record and the day; no address, no time of day, no access log.
///
/// Totals are told in steps: of the reports of one moment, until enough new ones have come and enough time has passed:
/// the difference of two totals is never that of fewer reports.
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
    /// Another address, for whoever runs the collector: `/healthz` and `/metrics` are there, and nowhere without it.
    #[arg(long, value_name = "ADDRESS")]
    operations: Option<SocketAddr>,
    /// A plan to collect for; may be given several times.
    #[arg(long = "plan", value_name = "PLAN")]
    plans: Vec<PathBuf>,
    /// A directory of static files to serve at `/`. Scripts inside its pages may run as they are at the start.
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    #[command(flatten)]
    readers: ReadersOptions,
    /// Whoever has a token of this file, made by `candor token`, may publish plans over HTTP, and close and delete those.
    #[arg(long, value_name = "FILE")]
    authors: Option<PathBuf>,
    #[command(flatten)]
    release: ReleaseOptions,
}

/// Who may read totals over HTTP; without either, no one.
#[derive(Args)]
#[group(multiple = false)]
struct ReadersOptions {
    /// Whoever has a token of this file, made by `candor token`, may read totals.
    #[arg(long, value_name = "FILE")]
    readers: Option<PathBuf>,
    /// Everybody may read totals.
    #[arg(long)]
    public: bool,
}

impl ReadersOptions {
    fn readers(&self) -> Readers {
        match &self.readers {
            Some(file) => Readers::Holders(file.clone()),
            None if self.public => Readers::Everybody,
            None => Readers::Nobody,
        }
    }
}

/// When totals are told.
#[derive(Args)]
struct ReleaseOptions {
    /// The reports that a first total needs.
    #[arg(long, value_name = "REPORTS", default_value_t = 100)]
    release_after: u64,
    /// The new reports that every later total needs; fewer are told as part of a later one.
    #[arg(long, value_name = "REPORTS", default_value_t = 100)]
    release_reports: u64,
    /// The minutes that have to pass between two totals.
    #[arg(long, value_name = "MINUTES", default_value_t = 10)]
    release_minutes: u64,
}

const EXAMPLE: &str = "\
Example:
  $ candor serve --database health.db --plan plan.json --page www/dist --public
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
            operations: self.operations,
            readers: self.readers.readers(),
            authors: Authors(self.authors.clone()),
            release: Release {
                after: self.release.release_after,
                reports: self.release.release_reports,
                pause: Duration::from_secs(self.release.release_minutes.saturating_mul(60)),
            },
        };
        collector::serve(settings, |address, operations| {
            output::stdout(|to| {
                writeln!(to, "listening on http://{address}")?;
                operations.map_or(Ok(()), |address| writeln!(to, "health and metrics on http://{address}"))
            })
        })
    }
}

//! `candor serve`: runs the collector.

mod options;

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use candor_collector::store::Location;
use candor_collector::{Addresses, Collector};
use clap::Args;

use self::options::Options;
use crate::{input, output};

/// Collect reports over HTTP and answer with estimated tables.
///
/// A report is acknowledged only after it is durably stored. The collector stores the plan, the report's random id, its
/// perturbed record and the day; no address, no time of day, no access log.
///
/// Totals are released in steps: they stay the same until enough new reports have come, more than were withdrawn, and
/// enough time has passed. So the difference of two totals is never that of fewer reports. With `--release at-close` they
/// are released once, when a plan takes no more reports.
///
/// A plan that was given once stays in the database. With a certificate and its key, the collector accepts only TLS;
/// without them, TLS is left to a reverse proxy in front.
///
/// A setting that no option gives is taken from the environment, then from the file of --config, whose keys have the
/// options' names. Paths are relative to the directory in which the collector is started.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Serve {
    #[command(flatten)]
    options: Options,
    /// A TOML file with settings that neither options nor the environment give.
    #[arg(long, value_name = "FILE", env = "CANDOR_CONFIG", hide_env_values = true)]
    config: Option<PathBuf>,
}

const EXAMPLE: &str = "\
Example:
  $ candor serve --database health.db --plan plan.json --page www/dist --public
  listening on http://127.0.0.1:8787
  $ curl -H 'content-type: application/x-ndjson' --data-binary @reports.ndjson http://127.0.0.1:8787/reports
  {\"accepted\":2000,\"repeated\":0}
  $ curl 'http://127.0.0.1:8787/estimates?tables=smoker,age'
  $ cat candor.toml
  database = \"health.db\"
  plan = [\"plan.json\"]
  readers = \"readers.txt\"
  tls-certificate = \"fullchain.pem\"
  tls-key = \"privkey.pem\"
  $ CANDOR_LISTEN=0.0.0.0:443 candor serve --config candor.toml";

impl Serve {
    /// Serves until Ctrl-C or SIGTERM, then finishes what was begun.
    ///
    /// # Errors
    /// The errors of a plan; `invalid-configuration`; `invalid-certificate`; `io` if the database, the directory or the address is not
    /// available.
    pub fn run(&self) -> Result<(), Error> {
        let options = match &self.config {
            Some(file) => self.options.clone().or(Options::read(file)?),
            None => self.options.clone(),
        };
        let (readers, release, tls) = (options.readers(), options.release()?, options.tls()?);
        let scheme = if tls.is_some() { "https" } else { "http" };
        let plans = options.plans.iter().map(|path| input::plan(path, &Caps::default()));
        let plans = plans.collect::<Result<Vec<_>, _>>()?;
        let database = Location::of(&options.database.unwrap_or_else(|| "candor.db".into()))?;
        let mut collector = Collector::builder(database).plans(plans).readers(readers).release(release);
        if let Some(page) = options.page {
            collector = collector.page(page);
        }
        if let Some(authors) = options.authors {
            collector = collector.authors(authors);
        }
        let addresses = Addresses {
            listen: options.listen.unwrap_or_else(|| ([127, 0, 0, 1], 8787).into()),
            tls,
            operations: options.operations,
        };
        candor_collector::serve(collector, addresses, |address, operations| {
            output::stdout(|to| {
                writeln!(to, "listening on {scheme}://{address}")?;
                operations.map_or(Ok(()), |address| writeln!(to, "health and metrics on http://{address}"))
            })
        })
    }
}

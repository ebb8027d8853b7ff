//! The collector: publishes plans, stores reports, answers with estimated tables.
//!
//! ```text
//! POST /reports ─ intake ─ writer thread ─ COMMIT ─ 201
//!                               │ what was stored
//! GET /estimates ────────── tally thread ─ tables ─ estimates
//! ```
//!
//! * [`writer`]: the one thread that writes; acknowledges after COMMIT.
//! * [`tally`]: the one thread that counts; keeps tables in memory and adds what was stored.
//! * [`catalogue`]: the plans reports are accepted for.
//! * [`metrics`]: counters without persons.
//! * [`http`]: routes and documents.
//! * [`listener`]: connections, timeouts, an orderly end.
//!
//! What it does not do: TLS and rate limits (a proxy's business), accounts, access logs, anything that
//! would tell when or from where a report came.

pub mod catalogue;
pub mod http;
pub mod listener;
pub mod metrics;
pub mod tally;
pub mod writer;

use core::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use candor::plan::Plan;
use candor::{Code, Error};
use tokio::net::TcpListener;

use self::catalogue::Catalogue;
use self::http::Collector;
use self::metrics::Metrics;
use self::tally::Tally;
use self::writer::Writer;
use crate::failure;
use crate::store::Store;

/// What to serve, and where.
pub struct Settings {
    /// The database file.
    pub database: PathBuf,
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Plans to accept reports for, besides those already in the database.
    pub plans: Vec<Plan>,
    /// A directory of static files.
    pub page: Option<PathBuf>,
}

/// Serves until Ctrl-C or SIGTERM; `announce` is told the address once connections are accepted.
///
/// # Errors
/// `io` when the database, the pages or the address cannot be had; whatever `announce` fails with.
pub fn serve(
    settings: Settings,
    announce: impl FnOnce(SocketAddr) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut store = Store::open(&settings.database)?;
    for plan in &settings.plans {
        store.publish(plan)?;
    }
    let catalogue = Arc::new(Catalogue::new(store.plans()?));
    let (tally, counting) = Tally::start(&settings.database)?;
    let (writer, writing) = Writer::start(store, Arc::clone(&catalogue), tally.clone());
    let collector = Collector { catalogue, writer, tally, metrics: Metrics::default() };
    let router = http::router(Arc::new(collector), settings.page.as_deref())?;
    let runtime = tokio::runtime::Runtime::new().map_err(|cause| failure::io("runtime", &cause))?;
    let served = runtime.block_on(async {
        let bound = TcpListener::bind(settings.listen).await;
        let listener = bound.map_err(|cause| failure::io(settings.listen, &cause))?;
        let stop = listener::stop_signal()?;
        announce(listener.local_addr().map_err(|cause| failure::io(settings.listen, &cause))?)?;
        listener::run(listener, router, stop).await;
        Ok(())
    });
    // Every sender is gone with the router: both threads finish what was begun, then end.
    drop(runtime);
    let store = joined(writing)?;
    joined(counting)?;
    store.close()?;
    served
}

fn joined<T>(thread: JoinHandle<T>) -> Result<T, Error> {
    thread.join().map_err(|_| Error::new(Code::Io, "a thread of the collector ended abnormally"))
}

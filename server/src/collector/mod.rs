//! The collector: publishes plans, stores reports, and answers with estimated tables.
//!
//! ```text
//! POST /reports ─ intake ─ writer thread ─ COMMIT ─ 201
//!                               │ every so many reports and minutes a step
//! GET /estimates ─ answers ─ tally thread ─ tables of the step ─ estimates
//! ```
//!
//! * [`writer`]: the only thread that writes; acknowledges after COMMIT.
//! * [`tally`]: the only thread that counts; caches tables in memory until the next step.
//! * [`answers`]: estimates, made a few at a time and cached until the next step.
//! * [`catalogue`], [`edit`]: the plans that accept reports; publishing, closing and deleting them.
//! * [`metrics`], [`load`], [`health`]: counters that are not about persons, the load, the health, and the log.
//! * [`http`]: routes and documents.
//! * [`listener`], [`tls`], [`slots`], [`room`]: connections, timeouts, orderly shutdown; which connection is closed if there are too many.
//!
//! It deliberately has no rate limits (a proxy's task), no accounts, no access logs, and nothing else that would show when or from where a
//! report came.

pub mod answers;
pub mod catalogue;
pub mod edit;
pub mod health;
pub mod http;
pub mod listener;
pub mod load;
pub mod metrics;
pub mod room;
pub mod slots;
pub mod tally;
pub mod tls;
pub mod writer;

use core::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

use candor::plan::Plan;
use candor::{Code, Error};
use tokio::net::TcpListener;
use tokio::sync::watch;

use self::answers::Answers;
use self::catalogue::Catalogue;
use self::health::Health;
use self::http::{Authors, Collector, Readers};
use self::metrics::Metrics;
use self::room::Room;
use self::slots::Slots;
use self::tally::Tally;
use self::tls::{Tls, TlsFiles};
use self::writer::Writer;
use crate::failure;
use crate::store::{Location, Release, Store};

/// What to serve, and where.
pub struct Settings {
    /// The database.
    pub database: Location,
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The certificate files, if the collector speaks TLS.
    pub tls: Option<TlsFiles>,
    /// The operator's address: health and metrics.
    pub operations: Option<SocketAddr>,
    /// Plans to accept reports for, in addition to those in the database.
    pub plans: Vec<Plan>,
    /// A directory of static files.
    pub page: Option<PathBuf>,
    /// When totals are released.
    pub release: Release,
    /// Who may read totals.
    pub readers: Readers,
    /// Who may publish plans.
    pub authors: Authors,
}

/// Serves until Ctrl-C, SIGTERM or SIGHUP. Calls `announce` with the addresses once connections are accepted.
///
/// # Errors
/// `invalid-certificate`; `io` if the database, the pages or an address is not available, or a log remains at the end; `exposed-database`;
/// the errors of `announce`.
pub fn serve(
    settings: Settings,
    announce: impl FnOnce(SocketAddr, Option<SocketAddr>) -> Result<(), Error>,
) -> Result<(), Error> {
    if let (Some(page), Location::File(database)) = (&settings.page, &settings.database) {
        http::page::refuse_exposed(database, page)?;
    }
    let tls = settings.tls.map(Tls::new).transpose()?;
    let acceptor = tls.as_ref().map(Tls::acceptor).transpose()?;
    let mut store = Store::open(&settings.database, settings.release)?;
    for plan in &settings.plans {
        store.publish(plan, None)?;
    }
    let health = Arc::new(Health::new(store.path().map(Path::to_owned)));
    let (tally, counting) = Tally::start(&store.location(), Arc::clone(&health))?;
    let catalogue = Arc::new(Catalogue::new(store.plans()?));
    let (writer, writing) = Writer::start(store, Arc::clone(&catalogue), Arc::clone(&health));
    let (end, ending) = watch::channel(false);
    let slots = Slots::new(listener::CONNECTIONS);
    let collector = Arc::new(Collector {
        catalogue,
        writer: writer.clone(),
        answers: Answers::new(tally.clone()),
        release: settings.release,
        readers: settings.readers,
        authors: settings.authors,
        metrics: Metrics::default(),
        room: Room::default(),
        slots: Arc::clone(&slots),
        health: Arc::clone(&health),
        ending,
    });
    let operations = http::operations::router(Arc::clone(&collector));
    let router = http::router(collector, settings.page.as_deref())?;
    let runtime = tokio::runtime::Runtime::new().map_err(|cause| failure::io("runtime", &cause))?;
    let served = runtime.block_on(async {
        let listener = bind(settings.listen).await?;
        let watching = match settings.operations {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        let stop = listener::stop_signal()?;
        announce(address(&listener)?, watching.as_ref().map(address).transpose()?)?;
        tokio::spawn(writer.tick());
        if let Some(tls) = tls {
            tokio::spawn(tls.renewed(health));
        }
        if let Some(watching) = watching {
            let own = Slots::new(listener::CONNECTIONS);
            tokio::spawn(listener::run(watching, own, None, operations, core::future::pending()));
        }
        let stop = async {
            stop.await;
            // Requests for answers that take long are told to ask again later.
            end.send_replace(true);
        };
        listener::run(listener, slots, acceptor, router, stop).await;
        Ok(())
    });
    tally.interrupt();
    drop(tally);
    // The runtime held all other senders, so both threads finish what was begun, then end.
    drop(runtime);
    let store = joined(writing)?;
    joined(counting)?;
    store.close()?;
    served
}

async fn bind(address: SocketAddr) -> Result<TcpListener, Error> {
    TcpListener::bind(address).await.map_err(|cause| failure::io(address, &cause))
}

fn address(listener: &TcpListener) -> Result<SocketAddr, Error> {
    listener.local_addr().map_err(|cause| failure::io("address", &cause))
}

fn joined<T>(thread: JoinHandle<T>) -> Result<T, Error> {
    thread.join().map_err(|_| Error::new(Code::Io, "a thread of the collector ended abnormally"))
}

//! A collector inside a program: its database, its threads and its routes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

use axum::Router;
use candor::plan::Plan;
use candor::{Code, Error};
use candor_documents::failure;
use tokio::sync::watch;

use crate::answers::Answers;
use crate::catalogue::Catalogue;
use crate::health::Health;
use crate::http::{self, AppState, Authors, Readers};
use crate::listener;
use crate::metrics::Metrics;
use crate::observer::Observer;
use crate::room::Room;
use crate::slots::Slots;
use crate::store::{Location, Release, Store};
use crate::tally::Tally;
use crate::writer::Writer;

/// What a collector keeps and whom it answers. Without more it has the plans of its database, tells totals to nobody over HTTP, and lets
/// nobody publish there.
///
/// ```
/// use candor_collector::store::{Location, Release};
/// use candor_collector::{Collector, Readers};
///
/// # fn main() -> Result<(), candor::Error> {
/// let database = Location::of("health.db".as_ref())?;
/// let collector = Collector::builder(database)
///     .readers(Readers::Holders("readers.txt".into()))
///     .authors("authors.txt")
///     .release(Release { after: 500, ..Release::default() });
/// # Ok(())
/// # }
/// ```
pub struct Builder {
    database: Location,
    plans: Vec<Plan>,
    page: Option<PathBuf>,
    release: Release,
    readers: Readers,
    authors: Authors,
}

impl Builder {
    /// Accepts reports for these plans, in addition to those in the database.
    #[must_use]
    pub fn plans(mut self, plans: impl IntoIterator<Item = Plan>) -> Self {
        self.plans.extend(plans);
        self
    }

    /// Serves a directory of static files at `/`. Scripts inside its pages may run as they are at the start.
    #[must_use]
    pub fn page(mut self, directory: impl Into<PathBuf>) -> Self {
        self.page = Some(directory.into());
        self
    }

    /// When totals are released.
    #[must_use]
    pub fn release(mut self, release: Release) -> Self {
        self.release = release;
        self
    }

    /// Who may read totals.
    #[must_use]
    pub fn readers(mut self, readers: Readers) -> Self {
        self.readers = readers;
        self
    }

    /// Lets holders of a token whose hash is in this file ([`crate::tokens`]) publish plans, and close and delete those of surveys whose names
    /// belong to them.
    #[must_use]
    pub fn authors(mut self, file: impl Into<PathBuf>) -> Self {
        self.authors = Authors(Some(file.into()));
        self
    }

    /// Opens the database, which is made where there is none, and starts the collector's threads. To be called inside a tokio runtime.
    ///
    /// # Errors
    /// `io` if the database or the pages are not available; `exposed-database` if everybody could fetch the database; the errors of opening it.
    pub async fn start(self) -> Result<Collector, Error> {
        let collector = blocking(move || self.opened()).await?;
        tokio::spawn(collector.writer.clone().tick());
        tokio::spawn(Arc::clone(&collector.observer).observe(collector.end.subscribe()));
        Ok(collector)
    }

    fn opened(self) -> Result<Collector, Error> {
        if let (Some(page), Location::File(database)) = (&self.page, &self.database) {
            http::page::refuse_exposed(database, page)?;
        }
        let mut store = Store::open(&self.database, self.release)?;
        for plan in &self.plans {
            store.publish(plan, None, None)?;
        }
        let health = Arc::new(Health::new(store.path().map(Path::to_owned)));
        health.look_at_the_disk(&mut candor::perturb::generator()?);
        let (tally, counting) = Tally::start(&store.location(), self.release, Arc::clone(&health))?;
        let catalogue = Arc::new(Catalogue::new(store.plans()?));
        let (writer, writing) = Writer::start(store, Arc::clone(&catalogue), Arc::clone(&health));
        let (end, ending) = watch::channel(false);
        let slots = Slots::new(listener::CONNECTIONS);
        let observer = Arc::new(Observer::new(Arc::clone(&slots), writer.clone(), Arc::clone(&health)));
        let state = Arc::new(AppState {
            catalogue,
            writer: writer.clone(),
            answers: Answers::new(tally.clone(), self.release),
            release: self.release,
            readers: self.readers,
            authors: self.authors,
            metrics: Metrics::default(),
            room: Room::default(),
            observer: Arc::clone(&observer),
            health: Arc::clone(&health),
            ending,
        });
        let operations = http::operations::router(Arc::clone(&state));
        let router = http::router(state, self.page.as_deref())?;
        Ok(Collector { router, operations, slots, observer, health, end, tally, writer, counting, writing })
    }
}

/// A collector that runs. Its routes are part of a program's own [`Router`].
///
/// The program listens: it is its task, or that of a proxy in front, to limit the number of connections and how long they may be silent, which
/// [`crate::serve()`] does.
///
/// ```
/// use candor_collector::{Collector, store::Location};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), candor::Error> {
/// # let directory = tempfile::tempdir().expect("a temporary directory");
/// # let file = directory.path().join("health.db");
/// let collector = Collector::builder(Location::of(&file)?).start().await?;
/// let survey: axum::Router = collector.router();
/// let operations: axum::Router = collector.operations();
/// collector.shut_down().await
/// # }
/// ```
pub struct Collector {
    pub(crate) router: Router,
    pub(crate) operations: Router,
    pub(crate) slots: Arc<Slots>,
    observer: Arc<Observer>,
    pub(crate) health: Arc<Health>,
    pub(crate) end: watch::Sender<bool>,
    tally: Tally,
    writer: Writer,
    counting: JoinHandle<()>,
    writing: JoinHandle<Store>,
}

impl Collector {
    /// Begins to configure a collector with this database.
    #[must_use]
    pub fn builder(database: Location) -> Builder {
        Builder {
            database,
            plans: Vec::new(),
            page: None,
            release: Release::default(),
            readers: Readers::Nobody,
            authors: Authors(None),
        }
    }

    /// The routes for respondents, readers and authors, and the static files. Their paths begin at the root (`/surveys`, `/reports`, …), and
    /// what no route takes is answered by the collector: merge them into a router that has no fallback of its own.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// The operator's routes, `/healthz` and `/metrics`, for an address of their own.
    pub fn operations(&self) -> Router {
        self.operations.clone()
    }

    /// Finishes requests that have begun, ends the threads and closes the database. Later requests get the error `shutting-down`.
    ///
    /// A collector that is dropped instead loses no report that was acknowledged, but leaves the file's log beside it.
    ///
    /// # Errors
    /// `io` if a log remains at the end; the errors of closing the database.
    pub async fn shut_down(self) -> Result<(), Error> {
        self.end.send_replace(true);
        let tally = self.tally;
        blocking(move || {
            tally.end();
            Ok(())
        })
        .await?;
        self.writer.end().await;
        blocking(move || {
            let store = joined(self.writing)?;
            joined(self.counting)?;
            store.close()
        })
        .await
    }
}

/// Does blocking work, such as opening a database, outside the asynchronous runtime.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|cause| failure::io("a thread of the collector", &cause))?
}

fn joined<T>(thread: JoinHandle<T>) -> Result<T, Error> {
    thread.join().map_err(|_| Error::new(Code::Io, "a thread of the collector ended abnormally"))
}

//! The one thread that writes.
//!
//! Submissions that wait while a transaction is being committed share the next one: a single report
//! costs one synchronised write to the disk, and so do a hundred that come together.
//!
//! Between them it looks, every [`TICK`], whether totals are to be told anew, and empties the log every [`LOGGED`].

use core::time::Duration;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use candor::{Code, Error};
use tokio::sync::{mpsc, oneshot};

use super::catalogue::Catalogue;
use super::health::Health;
use crate::store::{Arrival, Outcome, Store};

/// The most submissions that wait for the disk; further ones wait for their turn to wait.
const WAITING: usize = 1024;

/// The most submissions of one transaction.
const TOGETHER: usize = 256;

/// How often what is due by the clock is looked for.
const TICK: Duration = Duration::from_secs(1);

/// How long the log holds what was committed.
const LOGGED: Duration = Duration::from_secs(60);

/// Where submissions are handed in.
#[derive(Clone)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
}

enum Job {
    Store(Submission),
    Tick,
}

struct Submission {
    arrivals: Vec<Arrival>,
    reply: oneshot::Sender<Result<Outcome, Error>>,
}

impl Writer {
    /// Starts the thread; it ends when every `Writer` is gone, and gives the store back.
    #[must_use]
    pub fn start(store: Store, catalogue: Arc<Catalogue>, health: Arc<Health>) -> (Self, JoinHandle<Store>) {
        let (jobs, receiver) = mpsc::channel(WAITING);
        let work = Work { store, catalogue, health, emptied: Instant::now() };
        let thread = thread::spawn(move || work.until_the_end(receiver));
        (Self { jobs }, thread)
    }

    /// Stores a submission; what this returns is committed.
    ///
    /// # Errors
    /// `io`, `damaged-database`, `shutting-down`; nothing is stored then.
    pub async fn store(&self, arrivals: Vec<Arrival>) -> Result<Outcome, Error> {
        let (reply, outcome) = oneshot::channel();
        let gone =
            || Error::new(Code::ShuttingDown, "the collector is shutting down; send the same again later");
        self.jobs.send(Job::Store(Submission { arrivals, reply })).await.map_err(|_| gone())?;
        outcome.await.map_err(|_| gone())?
    }

    /// Has the thread look at the clock from time to time, for as long as this is awaited.
    pub async fn tick(self) {
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        loop {
            ticks.tick().await;
            if self.jobs.send(Job::Tick).await.is_err() {
                return;
            }
        }
    }
}

struct Work {
    store: Store,
    catalogue: Arc<Catalogue>,
    health: Arc<Health>,
    emptied: Instant,
}

impl Work {
    fn until_the_end(mut self, mut receiver: mpsc::Receiver<Job>) -> Store {
        let mut together = Vec::with_capacity(TOGETHER);
        while receiver.blocking_recv_many(&mut together, TOGETHER) > 0 {
            let jobs = together.len();
            let submissions = together.drain(..).filter_map(|job| match job {
                Job::Store(submission) => Some(submission),
                Job::Tick => None,
            });
            let (arrivals, replies): (Vec<_>, Vec<_>) =
                submissions.map(|submission| (submission.arrivals, submission.reply)).unzip();
            let is_tick = replies.len() < jobs;
            if !replies.is_empty() {
                self.accept(&arrivals, replies);
            }
            if is_tick && let Err(error) = self.look_at_the_clock() {
                self.health.failed(&error);
            }
        }
        self.store
    }

    fn accept(&mut self, arrivals: &[Vec<Arrival>], replies: Vec<oneshot::Sender<Result<Outcome, Error>>>) {
        let accepted = self.health.sound().and_then(|()| self.store.accept(arrivals));
        self.health.committed(accepted.as_ref().map(drop));
        let outcomes = accepted.map(|accepted| {
            // Before anyone is answered.
            self.tell(&accepted.released);
            accepted.outcomes
        });
        for (position, reply) in replies.into_iter().enumerate() {
            // A client that went away has no use for its reply.
            drop(reply.send(outcomes.as_ref().map(|outcomes| outcomes[position]).map_err(Error::clone)));
        }
    }

    fn tell(&self, released: &[(i64, u64)]) {
        for (plan, reports) in released {
            if let Some(published) = self.catalogue.numbered(*plan) {
                published.set_released(*reports);
            }
        }
    }

    fn look_at_the_clock(&mut self) -> Result<(), Error> {
        let released = self.store.release()?;
        self.tell(&released);
        if self.emptied.elapsed() >= LOGGED {
            self.store.empty_log()?;
            self.emptied = Instant::now();
        }
        Ok(())
    }
}

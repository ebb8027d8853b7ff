//! The only thread that writes.
//!
//! Submissions that wait while a transaction is being committed share the next one: a single report costs one synchronised write to the
//! disk, and so do a hundred that come together.
//!
//! In between it checks every second whether totals are due for release, and empties the log every minute.

use core::time::Duration;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use candor::{Code, Error};
use tokio::sync::{mpsc, oneshot};

use super::catalogue::Catalogue;
use super::edit::{Edit, Edited};
use super::health::Health;
use super::load::Waits;
use crate::store::{Arrival, Keeping, Outcome, Published, Standing, Store, Totals};

/// The most submissions in the queue for the disk; further ones wait for a place in the queue.
const WAITING: usize = 1024;

/// The most submissions in one transaction.
const TOGETHER: usize = 256;

/// How often the thread checks what is due.
const TICK: Duration = Duration::from_secs(1);

/// How long the log keeps what was committed.
const LOGGED: Duration = Duration::from_secs(60);

/// A handle to the thread, to submit reports and changes.
#[derive(Clone)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
    waits: Arc<Waits>,
}

enum Job {
    Store(Submission),
    Edit(Edit, oneshot::Sender<Result<Edited, Error>>),
    Tick,
    End,
}

struct Submission {
    arrivals: Vec<Arrival>,
    reply: oneshot::Sender<Result<Outcome, Error>>,
}

impl Writer {
    /// Starts the thread, which ends after [`Writer::end`], or when every `Writer` has been dropped, and returns the store.
    #[must_use]
    pub fn start(store: Store, catalogue: Arc<Catalogue>, health: Arc<Health>) -> (Self, JoinHandle<Store>) {
        let (jobs, receiver) = mpsc::channel(WAITING);
        let work = Work { store, catalogue, health, emptied: Instant::now() };
        let thread = thread::spawn(move || work.until_the_end(receiver));
        (Self { jobs, waits: Arc::default() }, thread)
    }

    /// Stores a submission. When this returns, it is committed.
    ///
    /// # Errors
    /// `io`, `damaged-database`, `shutting-down`; then nothing is stored.
    pub async fn store(&self, arrivals: Vec<Arrival>) -> Result<Outcome, Error> {
        let (began, (reply, outcome)) = (Instant::now(), oneshot::channel());
        let gone =
            || Error::new(Code::ShuttingDown, "the collector is shutting down; send the same again later");
        self.jobs.send(Job::Store(Submission { arrivals, reply })).await.map_err(|_| gone())?;
        let outcome = outcome.await.map_err(|_| gone())?;
        self.waits.note(began.elapsed());
        outcome
    }

    /// How many jobs are in the queue for the disk.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// How long submissions waited for their acknowledgement.
    #[must_use]
    pub fn waits(&self) -> &Waits {
        &self.waits
    }

    /// Makes a change. When this returns, it is committed.
    ///
    /// # Errors
    /// `io`, `damaged-database`, `shutting-down`; `not-invited`, `invitation-used`; `not-found`.
    pub async fn edit(&self, edit: Edit) -> Result<Edited, Error> {
        let (reply, edited) = oneshot::channel();
        let gone = || Error::new(Code::ShuttingDown, "the collector is shutting down; ask again later");
        self.jobs.send(Job::Edit(edit, reply)).await.map_err(|_| gone())?;
        edited.await.map_err(|_| gone())?
    }

    /// Makes the thread end after its earlier work. Later requests get the error `shutting-down`.
    pub async fn end(&self) {
        // If nobody receives it, the thread has ended.
        drop(self.jobs.send(Job::End).await);
    }

    /// Makes the thread check what is due from time to time, for as long as this is awaited.
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
            let (mut arrivals, mut replies, mut edits) = (vec![], vec![], vec![]);
            let (mut is_tick, mut is_end) = (false, false);
            for job in together.drain(..) {
                match job {
                    Job::Store(submission) => {
                        arrivals.push(submission.arrivals);
                        replies.push(submission.reply);
                    }
                    Job::Edit(edit, reply) => edits.push((edit, reply)),
                    Job::Tick => is_tick = true,
                    Job::End => is_end = true,
                }
            }
            if !replies.is_empty() {
                self.accept(&arrivals, replies);
            }
            for (edit, reply) in edits {
                // The requester may have gone away.
                drop(reply.send(self.health.sound().and_then(|()| self.edit(edit))));
            }
            if is_tick {
                let outcome = self.look_at_the_clock();
                self.health.note(outcome);
            }
            if is_end {
                break;
            }
        }
        self.store
    }

    fn accept(&mut self, arrivals: &[Vec<Arrival>], replies: Vec<oneshot::Sender<Result<Outcome, Error>>>) {
        let accepted = self.health.sound().and_then(|()| self.store.accept(arrivals));
        self.health.committed(accepted.as_ref().map(drop));
        let outcomes = accepted.map(|accepted| {
            // Do this before anyone is answered.
            self.tell(accepted.released);
            accepted.outcomes
        });
        for (position, reply) in replies.into_iter().enumerate() {
            // The client may have gone away.
            drop(reply.send(outcomes.as_ref().map(|outcomes| outcomes[position]).map_err(Error::clone)));
        }
    }

    fn edit(&mut self, edit: Edit) -> Result<Edited, Error> {
        match edit {
            Edit::Publish { plan, author, kept } => {
                let published = self.store.publish(&plan, Some(&author), kept.as_ref())?;
                let (number, keeping) = (published.number(), published.keeping());
                if self.catalogue.add(published) {
                    return Ok(Edited::Published);
                }
                self.catalogue.numbered(number).iter().for_each(|known| known.set_keeping(keeping.clone()));
                Ok(Edited::Done)
            }
            Edit::Close(plan) => {
                self.store.close_plan(plan)?;
                self.catalogue.numbered(plan).iter().for_each(|published| published.close());
                Ok(Edited::Done)
            }
            Edit::Delete(plan) => {
                // From now on it is not found, even if the deletion fails at first.
                self.catalogue.remove(plan);
                self.store.delete_plan(plan).map(Edited::Deleted)
            }
            Edit::Invite { plan, hashes } => self.store.invite(plan, &hashes).map(|()| Edited::Done),
            Edit::KeepKey { plan, key } => {
                let kept = self.store.keep_signing_key(plan, &key)?;
                self.catalogue
                    .numbered(plan)
                    .iter()
                    .for_each(|published| published.set_signing_key(kept.clone()));
                Ok(Edited::Key(Box::new(kept)))
            }
            Edit::Exchange { plan, invitation, blinded } => {
                self.store.exchange(plan, &invitation, &blinded).map(|()| Edited::Done)
            }
            Edit::Withdraw { plan, id, secret } => {
                self.store.withdraw(plan, &id, &secret).map(|()| Edited::Done)
            }
        }
    }

    fn tell(&self, released: Vec<(i64, Totals)>) {
        for (plan, totals) in released {
            if let Some(published) = self.catalogue.numbered(plan) {
                published.set_totals(totals);
            }
        }
    }

    /// Takes over what other collectors have changed in the plans.
    fn follow(&mut self) -> Result<(), Error> {
        let Some(standing) = self.store.changed_by_others()? else { return Ok(()) };
        for gone in self.catalogue.plans().iter().map(|published| published.number()) {
            if standing.iter().all(|plan| plan.number != gone) {
                self.catalogue.remove(gone);
                self.store.forget_plan(gone);
            }
        }
        standing.iter().try_for_each(|plan| self.follow_plan(plan))
    }

    fn follow_plan(&mut self, plan: &Standing) -> Result<(), Error> {
        let known = self.catalogue.numbered(plan.number);
        let lacks_key =
            |published: &Arc<Published>| plan.has_signing_key && published.signing_key().is_none();
        let read = match &known {
            Some(published) if !lacks_key(published) => None,
            _ => self.store.numbered(plan.number)?,
        };
        match (known, read) {
            (None, Some(read)) => drop(self.catalogue.add(read)),
            (None, None) => {}
            (Some(published), read) => {
                if plan.is_closed {
                    published.close();
                }
                published.set_author(plan.author.clone());
                published.set_totals(plan.totals.clone());
                published.set_keeping(plan.keeping.clone());
                read.iter()
                    .filter_map(Published::signing_key)
                    .for_each(|key| published.set_signing_key(key.clone()));
            }
        }
        Ok(())
    }

    /// Deletes the reports of plans whose last day is over.
    fn expire(&mut self) -> Result<(), Error> {
        let expired = self.store.expire()?;
        for published in expired.iter().filter_map(|(plan, _)| self.catalogue.numbered(*plan)) {
            published.close();
            published.set_totals(Totals::default());
            published.set_keeping(Keeping { is_over: true, ..published.keeping() });
        }
        if expired.is_empty() { Ok(()) } else { self.store.rewrite() }
    }

    fn look_at_the_clock(&mut self) -> Result<(), Error> {
        self.follow().inspect_err(|error| self.health.committed(Err(error)))?;
        self.health.reached();
        self.expire()?;
        let released = self.store.release()?;
        self.tell(released);
        if self.emptied.elapsed() >= LOGGED {
            self.store.forget_order()?;
            self.emptied = Instant::now();
        }
        Ok(())
    }
}

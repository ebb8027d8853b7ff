//! The one thread that writes.
//!
//! Submissions that wait while a transaction is being committed share the next one: a single report
//! costs one synchronised write to the disk, and so do a hundred that come together.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use candor::{Code, Error};
use tokio::sync::{mpsc, oneshot};

use super::catalogue::Catalogue;
use super::tally::Tally;
use crate::store::{Accepted, Arrival, Outcome, Store};

/// The most submissions that wait for the disk; further ones wait for their turn to wait.
const WAITING: usize = 1024;

/// The most submissions of one transaction.
const TOGETHER: usize = 256;

/// Where submissions are handed in.
#[derive(Clone)]
pub struct Writer {
    submissions: mpsc::Sender<Submission>,
}

struct Submission {
    arrivals: Vec<Arrival>,
    reply: oneshot::Sender<Result<Outcome, Error>>,
}

impl Writer {
    /// Starts the thread; it ends when every `Writer` is gone, and gives the store back.
    #[must_use]
    pub fn start(store: Store, catalogue: Arc<Catalogue>, tally: Tally) -> (Self, JoinHandle<Store>) {
        let (submissions, receiver) = mpsc::channel(WAITING);
        let thread = thread::spawn(move || write(store, &catalogue, &tally, receiver));
        (Self { submissions }, thread)
    }

    /// Stores a submission; what this returns is committed.
    ///
    /// # Errors
    /// `io`; nothing is stored then.
    pub async fn store(&self, arrivals: Vec<Arrival>) -> Result<Outcome, Error> {
        let (reply, outcome) = oneshot::channel();
        let gone =
            || Error::new(Code::ShuttingDown, "the collector is shutting down; send the same again later");
        self.submissions.send(Submission { arrivals, reply }).await.map_err(|_| gone())?;
        outcome.await.map_err(|_| gone())?
    }
}

fn write(
    mut store: Store,
    catalogue: &Catalogue,
    tally: &Tally,
    mut receiver: mpsc::Receiver<Submission>,
) -> Store {
    let mut together = Vec::with_capacity(TOGETHER);
    while receiver.blocking_recv_many(&mut together, TOGETHER) > 0 {
        let (arrivals, replies): (Vec<_>, Vec<_>) =
            together.drain(..).map(|submission| (submission.arrivals, submission.reply)).unzip();
        let accepted = store.accept(&arrivals).map(|accepted| publish(accepted, catalogue, tally));
        for (position, reply) in replies.into_iter().enumerate() {
            // A client that went away has no use for its reply.
            drop(reply.send(accepted.as_ref().map(|outcomes| outcomes[position]).map_err(Error::clone)));
        }
    }
    store
}

/// Tells the catalogue and the tally what was committed, before anyone is answered: who has an
/// acknowledgement finds the report in the estimates.
fn publish(accepted: Accepted, catalogue: &Catalogue, tally: &Tally) -> Vec<Outcome> {
    for (plan, (perturbed, total)) in accepted.stored {
        if let Some(published) = catalogue.numbered(plan) {
            published.set_reports(total);
        }
        tally.stored(plan, perturbed, total);
    }
    accepted.outcomes
}

//! Estimates, each made once for a step of its plan's totals.
//!
//! Few are made at a time, and some wait; more are refused. What nobody waits for any more is broken off.

use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use candor::count::Table;
use candor::estimate::Stop;
use candor::{Code, Error};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::tally::{Counted, Tally};
use crate::document::estimates::{Asked, Estimates, merged};
use crate::failure;
use crate::store::Published;
use crate::tables::{MOST_CELLS, Selection};

/// The most questions that are answered at a time.
const FEW: usize = 2;

/// The most questions that wait for that.
const WAITING: usize = 64;

/// The most cells of the estimates that are kept.
const MOST_KEPT: usize = 4 * MOST_CELLS;

/// Makes estimates, and keeps them.
pub struct Answers {
    tally: Tally,
    few: Semaphore,
    waiting: Semaphore,
    kept: Mutex<HashMap<Key, Arc<Estimates>>>,
    made: AtomicU64,
}

/// What makes an estimate the same: plan number and step, attributes, and how it was asked for.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    plan: i64,
    step: i64,
    attributes: Vec<usize>,
    is_named: bool,
    options: String,
}

/// Ends work when nobody waits for it any more.
struct Waiting(Stop);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Answers {
    /// Of what this counts.
    #[must_use]
    pub fn new(tally: Tally) -> Self {
        let (few, waiting) = (Semaphore::new(FEW), Semaphore::new(WAITING));
        Self { tally, few, waiting, kept: Mutex::default(), made: AtomicU64::new(0) }
    }

    /// The estimates of the tables selected, as JSON; work on them ends when this is dropped.
    ///
    /// # Errors
    /// `overloaded` where too many wait already; those of [`Tally::tables`] and [`Estimates::new`].
    pub async fn json(
        &self,
        published: &Arc<Published>,
        selection: &Selection,
        asked: Asked,
    ) -> Result<String, Error> {
        let _turn = self.turn().await?;
        let waiting = Waiting(Stop::default());
        let asked = Arc::new(Asked { stop: waiting.0.clone(), ..asked });
        let sorted = selection.sorted();
        let Counted { step, tables } =
            self.tally.tables(Arc::clone(published), sorted, waiting.0.clone()).await?;
        let mut parts = Vec::with_capacity(selection.attributes().len());
        for (position, attributes) in selection.attributes().iter().enumerate() {
            let of_these = |table: &&Arc<Table>| is_permutation(table.axes().attributes(), attributes);
            let Some(table) = tables.iter().find(of_these) else { continue };
            let key = Key {
                plan: published.number(),
                step,
                attributes: table.axes().attributes().to_vec(),
                is_named: position < selection.named(),
                options: format!("{:?}", asked.options),
            };
            parts.push((self.answer(key, published, table, &asked).await?, attributes.clone()));
        }
        let writing = tokio::task::spawn_blocking(move || merged::json(&parts));
        writing.await.map_err(|cause| failure::io("estimating", &cause))?
    }

    /// How many tables were estimated, those that were kept not counted again.
    #[must_use]
    pub fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    async fn turn(&self) -> Result<SemaphorePermit<'_>, Error> {
        let overloaded = |_| {
            let message = "too many estimates are being made; ask again later";
            Error::new(Code::Overloaded, message)
        };
        let _waiting = self.waiting.try_acquire().map_err(overloaded)?;
        self.few.acquire().await.map_err(|cause| failure::io("estimating", &cause))
    }

    async fn answer(
        &self,
        key: Key,
        published: &Arc<Published>,
        table: &Arc<Table>,
        asked: &Arc<Asked>,
    ) -> Result<Arc<Estimates>, Error> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept().get(&key) {
            return Ok(Arc::clone(found));
        }
        let (published, table, asked) = (Arc::clone(published), Arc::clone(table), Arc::clone(asked));
        let named = usize::from(key.is_named);
        let estimating =
            move || Estimates::new(published.plan(), vec![Table::clone(&table)], named, &asked).map(Arc::new);
        let estimates = tokio::task::spawn_blocking(estimating).await;
        let estimates = estimates.map_err(|cause| failure::io("estimating", &cause))??;
        self.made.fetch_add(1, Ordering::Relaxed);
        let mut kept = kept();
        kept.retain(|other, _| other.plan != key.plan || other.step == key.step);
        if kept.values().chain([&estimates]).map(|estimates| estimates.cells()).sum::<usize>() > MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&estimates));
        Ok(estimates)
    }
}

fn is_permutation(sorted: &[usize], attributes: &[usize]) -> bool {
    sorted.len() == attributes.len() && attributes.iter().all(|attribute| sorted.contains(attribute))
}

//! Makes estimates, each of them once per step of its plan's totals.
//!
//! Only a few are made at a time; a limited number of requests wait, and further ones are refused. Work that nobody waits for any more is
//! cancelled, but for best guesses ([`super::guesses`]).

use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use candor::Error;
use candor::count::Table;
use candor::estimate::Stop;
use candor_documents::estimates::merged::{self, Part};
use candor_documents::estimates::{Asked, Estimates, counted_for_guess, takes_guess};
use candor_documents::failure;
use candor_documents::tables::{self, MOST_CELLS, Selection};
use candor_documents::totals::Told;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use super::guesses::{Guess, Guesses, overloaded};
use super::room::{Room, Taken};
use super::tally::{Counted, Tally};
use crate::store::{Published, Release};

/// The most requests that are worked on at a time.
const FEW: usize = 2;

/// The most requests that are worked on or wait.
const PLACES: usize = FEW + 64;

/// The most cells or covariances of a cached answer that is sent without waiting for a turn.
const SMALL: usize = 1000;

/// The most cells and covariances of all cached estimates.
const MOST_KEPT: usize = 4 * MOST_CELLS;

/// Makes estimates and caches them.
pub struct Answers {
    pub(crate) tally: Tally,
    pub(crate) release: Release,
    few: Arc<Semaphore>,
    places: Semaphore,
    kept: Mutex<HashMap<Key, Arc<Estimates>>>,
    guesses: Guesses,
    pub(crate) statistics: Mutex<KeptStatistics>,
    made: AtomicU64,
}

/// An answer as it is sent. It holds its room until it is dropped.
pub struct Sent {
    written: Vec<u8>,
    _room: Taken,
}

impl Sent {
    /// An answer that takes its room. To be made before its turn ends, so that few answers exist without room.
    pub(crate) async fn new(written: Vec<u8>, room: &Room) -> Result<Self, Error> {
        let room = room.take(written.len()).await?;
        Ok(Self { written, _room: room })
    }
}

impl AsRef<[u8]> for Sent {
    fn as_ref(&self) -> &[u8] {
        &self.written
    }
}

/// Serializes estimates as one document, with what they tell of one person.
pub type Write = fn(&[Part], &Told) -> Result<Vec<u8>, Error>;

/// Identifies an estimate: plan number and step, attributes, how many of these are estimated, and the options asked for.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    plan: i64,
    step: i64,
    attributes: Vec<usize>,
    asked: usize,
    is_named: bool,
    is_valid: bool,
    has_covariances: bool,
    given: Vec<String>,
    options: String,
}

/// Identifies statistics such as scores: plan number and step, what was asked for, and how it is written.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct OfStatistics {
    pub(crate) plan: i64,
    pub(crate) step: i64,
    pub(crate) asked: String,
    pub(crate) is_csv: bool,
}

/// Statistics as they were written.
pub(crate) type KeptStatistics = HashMap<OfStatistics, Arc<Vec<u8>>>;

/// Stops work when it is dropped, as nobody waits for it any more.
pub(crate) struct Waiting(pub(crate) Stop);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Answers {
    /// Makes estimates of the tables that this thread counts, which are released by this rule.
    #[must_use]
    pub fn new(tally: Tally, release: Release) -> Self {
        let (few, places) = (Arc::new(Semaphore::new(FEW)), Semaphore::new(PLACES));
        let guesses = Guesses::until(tally.stop().clone());
        Self {
            tally,
            release,
            few,
            places,
            kept: Mutex::default(),
            guesses,
            statistics: Mutex::default(),
            made: AtomicU64::new(0),
        }
    }

    /// Returns the serialized estimates of the selected tables. Dropping the future cancels the work.
    ///
    /// # Errors
    /// `overloaded` if too many requests wait already; those of [`Tally::tables`] and [`Estimates::new`].
    pub async fn written(
        &self,
        published: &Arc<Published>,
        selection: &Selection,
        asked: Asked,
        write: Write,
        room: &Room,
    ) -> Result<Sent, Error> {
        let _place = self.place()?;
        let waiting = Waiting(Stop::default());
        let asked = Arc::new(Asked { stop: waiting.0.clone(), ..asked });
        let sorted = selection.sorted();
        let for_guess = counted_for_guess(published.plan(), &sorted, &asked, tables::Room::Kept)?;
        let is_for_guess = for_guess.is_some();
        let sorted = for_guess.unwrap_or_else(|| match takes_guess(&asked) {
            true => sorted,
            false => sorted.linked_within(published.plan().perturbed_schema(), tables::Room::Kept),
        });
        let subsets = asked.options.reconstruction.subset_numbers() > 0;
        let Counted { step, tables } =
            self.tally.tables(Arc::clone(published), sorted, subsets, waiting.0.clone()).await?;
        let mut turn = None;
        let (mut parts, mut numbers) = (Vec::with_capacity(selection.attributes().len()), 0);
        for (position, attributes) in selection.attributes().iter().enumerate() {
            let of_these = |table: &&Arc<Table>| is_permutation(table.asked_attributes(), attributes);
            let Some(table) = tables.iter().find(of_these) else { continue };
            let key = Key {
                plan: published.number(),
                step,
                attributes: table.axes().attributes().to_vec(),
                asked: table.asked(),
                is_named: position < selection.named_count(),
                is_valid: asked.groups.valid,
                has_covariances: asked.covariance,
                given: asked.groups.given.clone(),
                options: format!("{:?}", asked.options),
            };
            let kept = self.cache().get(&key).cloned();
            numbers += kept.as_ref().map_or(0, |kept| kept.numbers());
            // Small answers from the cache do not wait for a turn.
            if turn.is_none() && (kept.is_none() || numbers > SMALL) {
                turn = Some(self.turn().await?);
            }
            let answer = match kept {
                Some(kept) => kept,
                None => {
                    let guess = match is_for_guess {
                        true => self.guesses.of(published, step, &tables, &asked).await?,
                        false => None,
                    };
                    self.make(key, published, table, &asked, guess).await?
                }
            };
            parts.push((answer, attributes.clone()));
        }
        let (published, release) = (Arc::clone(published), self.release);
        let writing = tokio::task::spawn_blocking(move || {
            let told = published.told(release.smallest_step(merged::reports(&parts)));
            write(&parts, &told)
        });
        let written = writing.await.map_err(|cause| failure::io("estimating", &cause))??;
        Sent::new(written, room).await
    }

    /// How many tables were estimated, not counting answers from the cache.
    #[must_use]
    pub fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// A place among the requests that are worked on or wait.
    pub(crate) fn place(&self) -> Result<SemaphorePermit<'_>, Error> {
        self.places.try_acquire().map_err(|_| overloaded())
    }

    /// A turn to work.
    pub(crate) async fn turn(&self) -> Result<OwnedSemaphorePermit, Error> {
        Arc::clone(&self.few).acquire_owned().await.map_err(|cause| failure::io("estimating", &cause))
    }

    fn cache(&self) -> MutexGuard<'_, HashMap<Key, Arc<Estimates>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes an estimate and caches it.
    async fn make(
        &self,
        key: Key,
        published: &Arc<Published>,
        table: &Arc<Table>,
        asked: &Arc<Asked>,
        guess: Guess,
    ) -> Result<Arc<Estimates>, Error> {
        let (published, table, asked) = (Arc::clone(published), Arc::clone(table), Arc::clone(asked));
        let named = usize::from(key.is_named);
        let estimating = move || {
            Estimates::new(published.plan(), vec![Table::clone(&table)], named, &asked, guess.as_deref())
                .map(Arc::new)
        };
        let estimates = tokio::task::spawn_blocking(estimating).await;
        let estimates = estimates.map_err(|cause| failure::io("estimating", &cause))??;
        self.made.fetch_add(1, Ordering::Relaxed);
        let mut kept = self.cache();
        kept.retain(|other, _| other.plan != key.plan || other.step == key.step);
        if kept.values().chain([&estimates]).map(|estimates| estimates.numbers()).sum::<usize>() > MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&estimates));
        Ok(estimates)
    }
}

fn is_permutation(sorted: &[usize], attributes: &[usize]) -> bool {
    sorted.len() == attributes.len() && attributes.iter().all(|attribute| sorted.contains(attribute))
}

//! Makes statistics of several tables, such as scores and rankings, from the tables of a step, each of them once per step of its plan's totals, in
//! turn with estimates.

use std::sync::{Arc, MutexGuard, PoisonError};

use candor::Error;
use candor::estimate::Stop;
use candor_documents::failure;
use candor_documents::statistics::{Estimated, Statistics};
use candor_documents::tables;

use crate::answers::{Answers, KeptStatistics, OfStatistics, Sent, Waiting};
use crate::room::Room;
use crate::store::Published;
use crate::tally::Counted;

/// The most documents of statistics that are cached, each of some kilobytes.
const MOST_KEPT: usize = 64;

impl Answers {
    /// Returns statistics as JSON, or as CSV; `asked` describes which of which kind. Dropping the future cancels what waits for its turn.
    ///
    /// # Errors
    /// `overloaded` if too many requests wait already; those of [`Tally::tables`](crate::tally::Tally::tables) and of [`Statistics`].
    pub(crate) async fn statistics<Of: Statistics + Send + 'static>(
        &self,
        published: &Arc<Published>,
        of: Of,
        asked: String,
        is_csv: bool,
        room: &Room,
    ) -> Result<Sent, Error> {
        let selection = of.selection(published.plan().perturbed_schema(), tables::Room::Kept)?;
        let _place = self.place()?;
        let waiting = Waiting(Stop::default());
        let Counted { step, tables } =
            self.tally.tables(Arc::clone(published), selection, false, waiting.0.clone()).await?;
        let key = OfStatistics { plan: published.number(), step, asked, is_csv };
        let known = self.kept_statistics().get(&key).cloned();
        let (written, _turn) = match known {
            Some(known) => (known, None),
            None => {
                let turn = self.turn().await?;
                let (published, release) = (Arc::clone(published), self.release);
                let made = move || {
                    let found = of.estimate(published.plan(), &tables)?;
                    found.released(&published.told(release.smallest_step(found.n())), is_csv).map(Arc::new)
                };
                // The turn ends with the work, also where nobody waits for it any more.
                let made = tokio::task::spawn_blocking(move || (made(), turn)).await;
                let (made, turn) = made.map_err(|cause| failure::io("estimating", &cause))?;
                let made = made?;
                self.keep(key, Arc::clone(&made));
                (made, Some(turn))
            }
        };
        Sent::new(written.to_vec(), room).await
    }

    fn kept_statistics(&self) -> MutexGuard<'_, KeptStatistics> {
        self.statistics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, key: OfStatistics, written: Arc<Vec<u8>>) {
        let mut kept = self.kept_statistics();
        kept.retain(|other, _| other.plan != key.plan || other.step == key.step);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, written);
    }
}

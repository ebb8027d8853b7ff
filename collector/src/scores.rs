//! Makes scores from the tables of a step, each of them once per step of its plan's totals, in turn with estimates.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard, PoisonError};

use candor::Error;
use candor::estimate::Stop;
use candor_documents::failure;
use candor_documents::scores::{Asked, Chosen, Scores};
use candor_documents::tables;

use crate::answers::{Answers, OfScores, Sent, Waiting};
use crate::room::Room;
use crate::store::Published;
use crate::tally::Counted;

/// The most documents of scores that are cached, each of some kilobytes.
const MOST_SCORES: usize = 64;

impl Answers {
    /// Returns the scores as JSON, or as CSV. Dropping the future cancels what waits for its turn.
    ///
    /// # Errors
    /// `overloaded` if too many requests wait already; those of [`Tally::tables`](crate::tally::Tally::tables), [`Chosen::new`] and [`Chosen::estimate`].
    pub(crate) async fn scores(
        &self,
        published: &Arc<Published>,
        asked: Asked,
        is_csv: bool,
        room: &Room,
    ) -> Result<Sent, Error> {
        let options = format!("{asked:?}");
        let schema = published.plan().schema();
        let chosen = Chosen::new(schema, asked)?;
        let selection = chosen.selection(schema, tables::Room::Kept)?.sorted();
        let _place = self.place()?;
        let waiting = Waiting(Stop::default());
        let Counted { step, tables } =
            self.tally.tables(Arc::clone(published), selection, false, waiting.0.clone()).await?;
        let key = (published.number(), step, options);
        let known = self.kept_scores().get(&key).cloned();
        let (scores, _turn) = match known {
            Some(known) => (known, None),
            None => {
                let turn = self.turn().await?;
                let of = Arc::clone(published);
                // The turn ends with the work, also where nobody waits for it any more.
                let estimating = move || (chosen.estimate(of.plan(), &tables).map(Arc::new), turn);
                let made = tokio::task::spawn_blocking(estimating).await;
                let (made, turn) = made.map_err(|cause| failure::io("estimating", &cause))?;
                let made = made?;
                self.keep(key, Arc::clone(&made));
                (made, Some(turn))
            }
        };
        let told = published.told(self.release.smallest_step(scores.n()));
        let written = scores.released(&told, is_csv)?;
        Sent::new(written, room).await
    }

    fn kept_scores(&self) -> MutexGuard<'_, HashMap<OfScores, Arc<Scores>>> {
        self.scores.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, key: OfScores, scores: Arc<Scores>) {
        let mut kept = self.kept_scores();
        kept.retain(|(plan, step, _), _| *plan != key.0 || *step == key.1);
        if kept.len() >= MOST_SCORES {
            kept.clear();
        }
        kept.insert(key, scores);
    }
}

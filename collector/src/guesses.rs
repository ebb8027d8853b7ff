//! Best guesses of all tables of a plan, each made once per step of its totals.
//!
//! A guess of many questions may take longer than a request may last. One that was begun is finished also where its request is given up, so that whoever
//! asks again finds it. One is made at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use candor::count::Table;
use candor::estimate::{Options, Stop};
use candor::loglinear::BestGuess;
use candor::{Code, Error};
use candor_documents::estimates::{Asked, guess};
use candor_documents::failure;
use tokio::sync::{OnceCell, Semaphore};

use crate::store::Published;

/// The most guesses that are cached, each of a few megabytes at most, and the most that are made or wait for it.
const MOST: usize = 8;

/// What a guess is of: plan number and step, the population asked for, and whether it is robust.
type Of = (i64, i64, Option<u64>, bool);

/// A best guess; `None` where there is none and another method takes its place.
pub(crate) type Guess = Option<Arc<BestGuess>>;

/// Makes best guesses and caches them.
pub(crate) struct Guesses {
    cells: Mutex<HashMap<Of, Arc<OnceCell<Guess>>>>,
    one: Arc<Semaphore>,
    stop: Stop,
}

impl Guesses {
    /// Makes guesses until this flag is raised.
    pub(crate) fn until(stop: Stop) -> Self {
        Self { cells: Mutex::default(), one: Arc::new(Semaphore::new(1)), stop }
    }

    /// The guess from the tables of a step. Dropping the future does not end the work.
    ///
    /// # Errors
    /// `overloaded` if too many guesses are being made; those of [`guess`].
    pub(crate) async fn of(
        &self,
        published: &Arc<Published>,
        step: i64,
        tables: &[Arc<Table>],
        asked: &Asked,
    ) -> Result<Guess, Error> {
        let Options { population, robust, .. } = asked.options;
        let cell = self.cell((published.number(), step, population, robust))?;
        if let Some(guess) = cell.get() {
            return Ok(guess.clone());
        }
        let asked = Asked { options: asked.options, stop: self.stop.clone(), ..Asked::default() };
        let (published, tables, one) = (Arc::clone(published), tables.to_vec(), Arc::clone(&self.one));
        let making = async move {
            let _turn = one.acquire_owned().await.map_err(|cause| failed(&cause))?;
            let guessing = move || guess(published.plan(), tables.iter().map(AsRef::as_ref), &asked);
            let guess = tokio::task::spawn_blocking(guessing).await.map_err(|cause| failed(&cause))?;
            Ok::<_, Error>(guess?.map(Arc::new))
        };
        let made = tokio::spawn(async move { cell.get_or_try_init(|| making).await.cloned() });
        made.await.map_err(|cause| failed(&cause))?
    }

    /// The place of a guess, which is empty until it is made.
    fn cell(&self, of: Of) -> Result<Arc<OnceCell<Guess>>, Error> {
        let mut cells = self.cells();
        cells.retain(|(plan, step, ..), _| *plan != of.0 || *step == of.1);
        if !cells.contains_key(&of) && cells.len() >= MOST {
            // A cell that a task holds is being filled.
            cells.retain(|_, cell| Arc::strong_count(cell) > 1);
            if cells.len() >= MOST {
                return Err(overloaded());
            }
        }
        Ok(Arc::clone(cells.entry(of).or_default()))
    }

    fn cells(&self) -> MutexGuard<'_, HashMap<Of, Arc<OnceCell<Guess>>>> {
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn overloaded() -> Error {
    Error::new(Code::Overloaded, "too many estimates are being computed; ask again later")
}

fn failed(cause: &dyn core::error::Error) -> Error {
    failure::io("estimating", cause)
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use candor::estimate::Reconstruction;
    use candor::{Plan, Survey};
    use tokio::time::timeout;

    use super::*;

    /// A plan of two questions under this number.
    fn published(number: i64) -> Arc<Published> {
        let survey = r#"{"survey": "s", "privacy": {"record_epsilon": 2, "method": "independent"}, "attributes": [{"name": "a", "categories": ["no", "yes"]},
            {"name": "b", "categories": ["no", "yes"]}]}"#;
        let survey = Survey::from_json(survey).expect("a survey");
        let design = survey.request().design().expect("a design");
        Arc::new(Published::new(number, Plan::new(&survey, &design).expect("a plan")))
    }

    fn tables(plan: &Plan) -> Vec<Arc<Table>> {
        let counted = |attributes: &[usize]| {
            let mut table = Table::new(plan, attributes).expect("a table");
            table.add_repeated(&[0, 0], 100).expect("reports");
            table.add_repeated(&[1, 1], 300).expect("reports");
            Arc::new(table)
        };
        [&[0][..], &[1], &[0, 1]].map(counted).into()
    }

    fn asked() -> Asked {
        Asked { options: Options::default().reconstruction(Reconstruction::Auto), ..Asked::default() }
    }

    #[tokio::test]
    async fn a_guess_whose_request_is_given_up_is_finished_and_found_by_the_next() {
        let (guesses, published, asked) = (Guesses::until(Stop::default()), published(1), asked());
        let tables = tables(published.plan());
        let busy = guesses.one.acquire().await.expect("a turn");
        let given_up = timeout(Duration::ZERO, guesses.of(&published, 1, &tables, &asked)).await;
        assert!(given_up.is_err(), "it waits for its turn");
        drop(busy);
        let cell = guesses.cell((1, 1, None, false)).expect("a place");
        while cell.get().is_none() {
            tokio::task::yield_now().await;
        }
        let kept = cell.get().cloned().flatten().expect("a guess of two questions");
        let found = guesses.of(&published, 1, &tables, &asked).await.expect("a guess");
        assert!(found.is_some_and(|found| Arc::ptr_eq(&found, &kept)));
    }

    #[tokio::test]
    async fn more_than_a_few_unfinished_guesses_are_refused() {
        let (guesses, asked) = (Guesses::until(Stop::default()), asked());
        let busy = guesses.one.acquire().await.expect("a turn");
        for number in 0..8 {
            let published = published(number);
            let tables = tables(published.plan());
            let given_up = timeout(Duration::ZERO, guesses.of(&published, 1, &tables, &asked)).await;
            assert!(given_up.is_err(), "{number}");
        }
        let published = published(8);
        let tables = tables(published.plan());
        let refused = guesses.of(&published, 1, &tables, &asked).await;
        assert_eq!(refused.map_err(|error| error.code()).err(), Some(Code::Overloaded));
        drop(busy);
        while guesses.cells().values().any(|cell| cell.get().is_none()) {
            tokio::task::yield_now().await;
        }
        assert!(guesses.of(&published, 1, &tables, &asked).await.is_ok_and(|guess| guess.is_some()));
    }
}

//! The best guess of the counts that were estimated last: a reader asks for one table after the other, and the guess of all is the same.

use core::cell::RefCell;
use std::rc::Rc;

use candor::Error;
use candor::count::Table;
use candor::loglinear::BestGuess;
use candor::plan::{Fingerprint, Plan};
use candor_documents::estimates::{Asked, guess, takes_guess};
use candor_documents::tables::is_linked;
use candor_documents::weighing::Weighing;

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

struct Last {
    counts: String,
    plan: Fingerprint,
    of: Of,
    guess: Rc<BestGuess>,
}

/// What a guess depends on beside counts.
#[derive(PartialEq)]
enum Of {
    /// Reports that count alike.
    Alike { population: Option<u64>, robust: bool },
    /// Reports that are weighted to margins, which are JSON, in these tables.
    Weighted { margins: String, tables: Vec<Vec<usize>> },
}

/// The best guess of counts, read from this text, where the method takes one.
pub(crate) fn of_counts(
    plan: &Plan,
    text: &str,
    counted: &[Table],
    asked: &Asked,
) -> Result<Option<Rc<BestGuess>>, Error> {
    if !takes_guess(asked) {
        return Ok(None);
    }
    let of = Of::Alike { population: asked.options.population, robust: asked.options.robust };
    kept(plan, text, of, || guess(plan, counted.iter().filter(|table| !is_linked(table)), asked))
}

/// The best guess of counts that are weighted to these margins, where tables are best guesses.
pub(crate) fn of_weighted(
    plan: &Plan,
    text: &str,
    counted: &[Table],
    (margins, weighing): (&str, &Weighing),
) -> Result<Option<Rc<BestGuess>>, Error> {
    let tables = weighing.modelled().to_vec();
    if tables.is_empty() {
        return Ok(None);
    }
    let of = Of::Weighted { margins: margins.to_owned(), tables };
    kept(plan, text, of, || weighing.guess(plan, counted))
}

/// The last guess if it is the same, and otherwise the one that is made.
fn kept(
    plan: &Plan,
    text: &str,
    of: Of,
    make: impl FnOnce() -> Result<Option<BestGuess>, Error>,
) -> Result<Option<Rc<BestGuess>>, Error> {
    let fingerprint = plan.fingerprint();
    let is_same = |last: &&Last| last.plan == fingerprint && last.of == of && last.counts == text;
    let known = LAST.with_borrow(|last| last.as_ref().filter(is_same).map(|last| Rc::clone(&last.guess)));
    if known.is_some() {
        return Ok(known);
    }
    let guess = make()?.map(Rc::new);
    let last = guess.as_ref().map(Rc::clone);
    LAST.set(last.map(|guess| Last { counts: text.to_owned(), plan: fingerprint, of, guess }));
    Ok(guess)
}

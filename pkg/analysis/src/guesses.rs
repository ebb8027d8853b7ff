//! The best guess of the counts that were estimated last: a reader asks for one table after the other, and the guess of all is the same.

use core::cell::RefCell;
use std::rc::Rc;

use candor::Error;
use candor::count::Table;
use candor::loglinear::BestGuess;
use candor::plan::{Fingerprint, Plan};
use candor_documents::estimates::{Asked, guess, takes_guess};
use candor_documents::tables::is_linked;

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

struct Last {
    counts: String,
    plan: Fingerprint,
    population: Option<u64>,
    robust: bool,
    guess: Rc<BestGuess>,
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
    let (fingerprint, population, robust) =
        (plan.fingerprint(), asked.options.population, asked.options.robust);
    let is_same = |last: &&Last| {
        last.plan == fingerprint
            && (last.population, last.robust) == (population, robust)
            && last.counts == text
    };
    let known = LAST.with_borrow(|last| last.as_ref().filter(is_same).map(|last| Rc::clone(&last.guess)));
    if known.is_some() {
        return Ok(known);
    }
    let guess = guess(plan, counted.iter().filter(|table| !is_linked(table)), asked)?.map(Rc::new);
    let last = |guess: &Rc<BestGuess>| Last {
        counts: text.to_owned(),
        plan: fingerprint,
        population,
        robust,
        guess: Rc::clone(guess),
    };
    LAST.set(guess.as_ref().map(last));
    Ok(guess)
}

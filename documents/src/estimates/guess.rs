//! The best guess of all tables together, for methods that take it.

use candor::count::Table;
use candor::estimate::Reconstruction;
use candor::loglinear::BestGuess;
use candor::plan::Plan;
use candor::{Code, Error};

use super::asked::Asked;
use crate::tables::{Room, Selection};

/// The most attributes of a table for which `auto` is the best guess: of more, effects of three together would be left out.
const MOST_OF_AUTO: usize = 2;

/// Whether a method is, or may be, the best guess.
#[must_use]
pub fn takes_guess(method: Reconstruction) -> bool {
    matches!(method, Reconstruction::LogLinear | Reconstruction::Auto)
}

/// What is to be counted for a best guess besides the tables asked for, after these: all questions and pairs. `None` if the method takes no
/// guess, or if it is `auto` and there is no room for all of them.
///
/// # Errors
/// `too-large` where there is no room.
pub fn counted_for_guess(
    plan: &Plan,
    asked: &Selection,
    method: Reconstruction,
    room: Room,
) -> Result<Option<Selection>, Error> {
    if !takes_guess(method) {
        return Ok(None);
    }
    match asked.with_all_pairs(plan, room) {
        Err(error) if method == Reconstruction::Auto && error.code() == Code::TooLarge => Ok(None),
        counted => counted.map(Some),
    }
}

/// The best guess of all questions and pairs that were counted; `None` if the method does not take it, or if it is `auto` and there is none.
///
/// # Errors
/// Those of [`BestGuess::of_counts`].
pub fn guess<'t>(
    plan: &Plan,
    counted: impl IntoIterator<Item = &'t Table>,
    asked: &Asked,
) -> Result<Option<BestGuess>, Error> {
    let method = asked.options.reconstruction;
    if !takes_guess(method) {
        return Ok(None);
    }
    match BestGuess::of_counts(plan, counted.into_iter().cloned(), &asked.options, &asked.stop) {
        Ok(guess) => Ok(Some(guess)),
        Err(error) if method == Reconstruction::Auto && has_none(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The best guess for a table over so many attributes.
pub(super) fn for_table<'g>(
    guess: Option<&'g BestGuess>,
    method: Reconstruction,
    attributes: usize,
) -> Option<&'g BestGuess> {
    guess.filter(|_| method == Reconstruction::LogLinear || attributes <= MOST_OF_AUTO)
}

fn has_none(error: &Error) -> bool {
    matches!(error.code(), Code::UnidentifiableTable | Code::UndefinedStatistic)
}

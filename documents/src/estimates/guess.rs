//! The best guess of all tables together, for methods that take it.

use candor::count::Table;
use candor::estimate::{Options, Reconstruction};
use candor::loglinear::BestGuess;
use candor::plan::Plan;
use candor::{Code, Error};

use super::asked::Asked;
use crate::tables::{Room, Selection};

/// The most attributes of a table for which `auto` takes the best guess; with more, effects of three together would be left out.
const MOST_OF_AUTO: usize = 2;

/// Whether estimates are, or may be, a best guess: it is named, or the method is `auto` and no covariances are requested, which a guess lacks.
#[must_use]
pub fn takes_guess(asked: &Asked) -> bool {
    match asked.options.reconstruction {
        Reconstruction::LogLinear => true,
        Reconstruction::Auto => !asked.covariance,
        _ => false,
    }
}

/// The tables to count for a best guess after the selected ones: all questions and pairs. `None` if the method takes no guess, or
/// if it is `auto` and there is no room for all of them.
///
/// # Errors
/// `too-large` where there is no room.
pub fn counted_for_guess(
    plan: &Plan,
    selection: &Selection,
    asked: &Asked,
    room: Room,
) -> Result<Option<Selection>, Error> {
    if !takes_guess(asked) {
        return Ok(None);
    }
    match selection.with_all_pairs(plan, room) {
        Err(error) if is_auto(asked) && error.code() == Code::TooLarge => Ok(None),
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
    if !takes_guess(asked) {
        return Ok(None);
    }
    match BestGuess::of_counts(plan, counted, &asked.options, &asked.stop) {
        Ok(guess) => Ok(Some(guess)),
        Err(error) if is_auto(asked) && has_none(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The tables, among those counted, whose best guess leaves out effects of three or more attributes together.
///
/// # Errors
/// `invalid-hypothesis` if there is no such table, or the method is another.
pub fn counted_for_check(counted: &[Table], asked: &Asked) -> Result<Vec<Table>, Error> {
    let method = asked.options.reconstruction;
    if method != Reconstruction::LogLinear {
        let message = format!("--check is of the best guess, --method loglinear; the method is {method}");
        return Err(Error::new(Code::InvalidHypothesis, message));
    }
    let of_many = |table: &&Table| table.axes().attributes().len() > MOST_OF_AUTO;
    let found: Vec<Table> = counted.iter().filter(of_many).cloned().collect();
    if found.is_empty() {
        let message = "--check compares tables of three or more attributes with what their pairs imply; none is to be estimated";
        return Err(Error::new(Code::InvalidHypothesis, message));
    }
    Ok(found)
}

/// How a table over this many attributes is estimated: with these options, and then replaced by this best guess if there is one.
#[must_use]
pub fn for_table<'g>(
    guess: Option<&'g BestGuess>,
    options: &Options,
    attributes: usize,
) -> (Options, Option<&'g BestGuess>) {
    let is_named = options.reconstruction == Reconstruction::LogLinear;
    match guess.filter(|_| is_named || attributes <= MOST_OF_AUTO) {
        Some(guess) => (options.reconstruction(Reconstruction::Inverse).project(false), Some(guess)),
        None => (*options, None),
    }
}

fn is_auto(asked: &Asked) -> bool {
    asked.options.reconstruction == Reconstruction::Auto
}

fn has_none(error: &Error) -> bool {
    matches!(error.code(), Code::UnidentifiableTable | Code::UndefinedStatistic)
}

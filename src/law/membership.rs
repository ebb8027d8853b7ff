//! Numbered things that are each to be in one of some others: the units of a form in its blocks, attributes in units.

use alloc::vec;
use alloc::vec::Vec;

use super::unit::invalid;
use crate::error::Error;

/// Which of them were met.
pub(super) struct Membership {
    met: Vec<bool>,
    /// What they are, as in "unit 2".
    what: &'static str,
    /// What they are in, one and several of these.
    within: [&'static str; 2],
}

impl Membership {
    /// None of so many.
    pub(super) fn new(count: usize, what: &'static str, within: [&'static str; 2]) -> Self {
        Self { met: vec![false; count], what, within }
    }

    /// Meets one, which is refused where there is no such, or it was met before.
    pub(super) fn once(&mut self, place: usize) -> Result<(), Error> {
        let (what, [one, several], count) = (self.what, self.within, self.met.len());
        match self.met.get_mut(place) {
            Some(met) if !*met => {
                *met = true;
                Ok(())
            }
            Some(_) => Err(invalid(message!(what, " ", place, " is in two ", several))),
            None => Err(invalid(message!(one, " names ", what, " ", place, " of ", count))),
        }
    }

    /// Meets one of them, perhaps again.
    pub(super) fn again(&mut self, place: usize) {
        self.met[place] = true;
    }

    /// Refuses where one was never met.
    pub(super) fn all(&self) -> Result<(), Error> {
        match self.met.iter().position(|met| !met) {
            Some(place) => Err(invalid(message!(self.what, " ", place, " is in no ", self.within[0]))),
            None => Ok(()),
        }
    }
}

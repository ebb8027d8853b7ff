//! Checks that numbered things each belong to a group, such as units to the blocks of a form or attributes to units.

use alloc::vec;
use alloc::vec::Vec;

use super::unit::invalid;
use crate::error::Error;

/// Records which things were met.
pub(super) struct Membership {
    met: Vec<bool>,
    /// The kind of thing, as in "unit 2".
    what: &'static str,
    /// The kind of group that holds them, in singular and plural.
    within: [&'static str; 2],
}

impl Membership {
    /// A membership of `count` things, none of them met.
    pub(super) fn new(count: usize, what: &'static str, within: [&'static str; 2]) -> Self {
        Self { met: vec![false; count], what, within }
    }

    /// Marks a thing as met; an error where it does not exist or was met before.
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

    /// Marks a thing as met, whether or not it was before.
    pub(super) fn again(&mut self, place: usize) {
        self.met[place] = true;
    }

    /// Refuses where a thing was never met.
    pub(super) fn all(&self) -> Result<(), Error> {
        match self.met.iter().position(|met| !met) {
            Some(place) => Err(invalid(message!(self.what, " ", place, " is in no ", self.within[0]))),
            None => Ok(()),
        }
    }
}

//! Checks that numbered things each belong to a group, such as units to the blocks of a form or attributes to units.

use alloc::vec;
use alloc::vec::Vec;

use super::unit::invalid;
use crate::error::Error;

/// Records which things belong to a group.
pub(super) struct Membership {
    is_member: Vec<bool>,
    /// The kind of thing, as in "unit 2".
    what: &'static str,
    /// The kind of group that holds them, in singular and plural.
    within: [&'static str; 2],
}

impl Membership {
    /// A membership of `count` things, none of them in a group.
    pub(super) fn new(count: usize, what: &'static str, within: [&'static str; 2]) -> Self {
        Self { is_member: vec![false; count], what, within }
    }

    /// Adds a thing to a group; an error if it does not exist or is in one already.
    pub(super) fn add_once(&mut self, place: usize) -> Result<(), Error> {
        let (what, [one, several], count) = (self.what, self.within, self.is_member.len());
        match self.is_member.get_mut(place) {
            Some(is_member) if !*is_member => {
                *is_member = true;
                Ok(())
            }
            Some(_) => Err(invalid(message!(what, " ", place, " is in two ", several))),
            None => Err(invalid(message!(one, " names ", what, " ", place, " of ", count))),
        }
    }

    /// Adds a thing to a group, whether or not it is in one already.
    pub(super) fn add(&mut self, place: usize) {
        self.is_member[place] = true;
    }

    /// Refuses if a thing is in no group.
    pub(super) fn all(&self) -> Result<(), Error> {
        match self.is_member.iter().position(|is_member| !is_member) {
            Some(place) => Err(invalid(message!(self.what, " ", place, " is in no ", self.within[0]))),
            None => Ok(()),
        }
    }
}

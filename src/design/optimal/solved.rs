//! The optimum over all orbits in floating point, and its rounding to an integer law.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::certificate::Certificate;
use super::classes::Class;
use super::dual::{self, DualMinimum};
use super::excess::{self, Odds};
use super::exchangeable::{exchangeable, orbit_count};
use super::listed::Listed;
use super::orbits::Orbits;
use crate::design::law_size;
use crate::design::levels::Levels;
use crate::design::rounding::{self, Limits, Nominal};
use crate::error::{Code, Error};
use crate::law::Law;
use crate::numeric::order::by_descending;

/// The largest number of orbits, ∏(n_c + 1), over which an optimum is computed.
pub const MAX_ORBITS: usize = 1 << 22;

/// The largest number of change sets that a law may list.
pub const MAX_PATTERNS: usize = 1 << 18;

/// A minimum of the dual, with its classes and orbits.
pub(super) struct Solved {
    classes: Vec<Vec<usize>>,
    orbits: Orbits,
    found: DualMinimum,
}

impl Solved {
    /// # Errors
    /// `too-many-orbits`; `solver-failed` where double precision does not suffice.
    pub(super) fn of(levels: &Levels) -> Result<Self, Error> {
        if orbit_count(levels).is_none_or(|count| count > MAX_ORBITS) {
            let message = format!(
                "{} attributes of different sizes and levels have more than {MAX_ORBITS} orbits; use blocks",
                levels.sizes().len()
            );
            return Err(Error::new(Code::TooManyOrbits, message));
        }
        let classes = exchangeable(levels);
        let orbits = Orbits::new(classes.iter().map(|members| Class::of(levels, members)).collect());
        let found = dual::minimise(&orbits)?;
        Ok(Self { classes, orbits, found })
    }

    pub(super) fn certificate(&self) -> Certificate {
        self.found.certificate()
    }

    /// The smallest number of change sets with excess, before a vertex is computed.
    pub(super) fn listed(&self) -> usize {
        self.found.largest_set()
    }

    /// The law; an error where it would list more than `most` change sets.
    ///
    /// # Errors
    /// `too-many-patterns`; `infeasible-request` where ε is too small for weights of 2⁻⁶⁴.
    pub(super) fn law(&self, levels: &Levels, most: usize) -> Result<Law, Error> {
        self.law_of(&self.odds(most)?, levels)
    }

    /// # Errors
    /// The errors of [`Solved::law`]; `solver-failed` where no law on the change sets that fit has the column levels.
    pub(super) fn law_within(&self, levels: &Levels, bytes: usize) -> Result<Law, Error> {
        let mut odds = by_descending(self.odds(MAX_PATTERNS)?, |(_, odds)| *odds);
        let changes: Vec<_> = odds.iter().map(|(orbit, _)| self.orbits.changes(*orbit)).collect();
        let fitting = law_size::fitting(&self.classes, changes.iter().map(Vec::as_slice), bytes);
        if fitting < odds.len() {
            let listed = Listed::new(&self.orbits, odds[..fitting].iter().map(|(orbit, _)| *orbit));
            let found = dual::minimise_from(&listed, &self.found.mu)?;
            odds = excess::odds(&self.orbits, &listed, &found);
        }
        self.law_of(&odds, levels)
    }

    fn odds(&self, most: usize) -> Result<Vec<Odds>, Error> {
        let listed = self.listed();
        if listed > most {
            let message = format!(
                "the optimum of these levels lists {listed} change sets; a law can have at most {most} here; use blocks"
            );
            return Err(Error::new(Code::TooManyPatterns, message));
        }
        Ok(excess::odds(&self.orbits, &self.orbits, &self.found))
    }

    fn law_of(&self, odds: &[Odds], levels: &Levels) -> Result<Law, Error> {
        let (uniform, excess) = excess::probabilities(&self.orbits, odds);
        let attributes = (0..levels.sizes().len()).collect();
        let nominal = Nominal { attributes, classes: self.classes.clone(), uniform, excess };
        let block = rounding::round(nominal, levels.sizes(), Limits::columns(levels.epsilons()))?;
        Law::new(levels.sizes().into(), vec![block])
    }
}

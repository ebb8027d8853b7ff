//! The optimum at given column levels without regard to caps: in closed form where that is certified, else over orbits; where
//! double precision does not suffice, over the other attributes, with the one of the largest level perturbed independently.

use alloc::boxed::Box;

use super::apart;
use super::certificate::Certificate;
use super::solved::{MAX_PATTERNS, Solved};
use crate::design::closed_form::{Mixture, single_change};
use crate::design::levels::Levels;
use crate::error::{Code, Error};
use crate::law::Law;

/// The optimum without regard to caps, not yet rounded to a law.
pub(crate) struct Optimum<'a> {
    levels: &'a Levels,
    how: HowSolved,
}

enum HowSolved {
    /// The single-change mixture, and its lower bound.
    SingleChange(Mixture, f64),
    Orbits(Box<Solved>),
    /// Double precision does not suffice.
    Apart,
}

impl<'a> Optimum<'a> {
    /// # Errors
    /// `too-many-orbits`.
    pub(crate) fn of(levels: &'a Levels) -> Result<Self, Error> {
        let how = match closed_form(levels) {
            Some((mixture, lower_bound)) => HowSolved::SingleChange(mixture, lower_bound),
            None => match Solved::of(levels) {
                Err(error) if error.code() == Code::SolverFailed => HowSolved::Apart,
                solved => HowSolved::Orbits(Box::new(solved?)),
            },
        };
        Ok(Self { levels, how })
    }

    pub(crate) fn certificate(&self) -> Result<Certificate, Error> {
        match &self.how {
            HowSolved::SingleChange(mixture, lower_bound) => Ok(Certificate {
                record_epsilon: mixture.record_epsilon(self.levels),
                lower_bound: *lower_bound,
            }),
            HowSolved::Orbits(solved) => Ok(solved.certificate()),
            HowSolved::Apart => apart::certificate(self.levels, |others| Optimum::of(others)?.certificate()),
        }
    }

    /// The smallest number of change sets that a law would list.
    pub(crate) fn listed(&self) -> usize {
        if let HowSolved::Orbits(solved) = &self.how { solved.listed() } else { 0 }
    }

    /// The law of smallest record ε whose excess is on as many change sets of the optimum as fit into this many bytes of
    /// a plan, the largest of them.
    ///
    /// # Errors
    /// The errors of [`Optimum::law`]; `solver-failed` where no law on these change sets has the column levels.
    pub(crate) fn law_within(&self, bytes: usize) -> Result<Law, Error> {
        match &self.how {
            HowSolved::Orbits(solved) => solved.law_within(self.levels, bytes),
            _ => self.law(),
        }
    }

    /// # Errors
    /// `too-many-patterns`, `infeasible-request`.
    pub(crate) fn law(&self) -> Result<Law, Error> {
        self.law_listing(MAX_PATTERNS)
    }

    /// The law; an error where it would list more than `most` change sets.
    pub(super) fn law_listing(&self, most: usize) -> Result<Law, Error> {
        match &self.how {
            HowSolved::SingleChange(mixture, _) => mixture.law(self.levels, self.levels.epsilons()),
            HowSolved::Orbits(solved) => solved.law(self.levels, most),
            HowSolved::Apart => apart::law(self.levels, |others| Optimum::of(others)?.law()),
        }
    }
}

/// The single-change mixture, where it is certified to be the optimum.
fn closed_form(levels: &Levels) -> Option<(Mixture, f64)> {
    Some((single_change::mixture(levels).ok()?, single_change::lower_bound(levels)?))
}

//! A table and its unbiased estimates: the inverse of the law, given which cells cannot occur ([`super::conditioned`]).
//!
//! Sums of cells are linear in the observed shares: a sum with the coefficients c has *scores* over λ̂, whose mean over the reports is its estimate. Cost: that of
//! an inverse for every sum, and of [`Conditioned::of`] once.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::conditioned::Conditioned;
use crate::error::Error;
use crate::estimate::observed::Observed;

/// A table, and how it is estimated.
pub(crate) struct Unbiased<'l> {
    observed: Observed<'l>,
    /// Where some cells cannot occur, how they are used.
    conditioned: Option<Conditioned>,
}

impl<'l> Unbiased<'l> {
    pub(crate) fn new(observed: Observed<'l>) -> Result<Self, Error> {
        let observed = observed.alone();
        Ok(Self { conditioned: Conditioned::of(&observed)?, observed })
    }

    pub(crate) fn observed(&self) -> &Observed<'l> {
        &self.observed
    }

    /// The cells that cannot occur, if use is made of them.
    pub(crate) fn impossible(&self) -> Option<impl Fn(usize) -> bool + '_> {
        let occurring = self.conditioned.as_ref().and(self.observed.occurring())?;
        Some(|cell: usize| !occurring[cell])
    }

    /// The coefficients, of the inverse estimates of all cells, with which the sum that has these coefficients of cells is estimated.
    pub(crate) fn coefficients<'c>(&self, of: &'c [f64]) -> Cow<'c, [f64]> {
        match &self.conditioned {
            Some(conditioned) => conditioned.coefficients(&self.observed, of).into(),
            None => of.into(),
        }
    }

    /// The scores, in λ̂, of the sum that has these coefficients of cells.
    pub(crate) fn scores(&self, of: &[f64]) -> Vec<f64> {
        self.observed.scores_of_sum(&self.observed.axes(), &self.coefficients(of))
    }
}

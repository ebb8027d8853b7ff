//! A table and its unbiased estimates: the inverse of the law, given which cells cannot occur ([`super::conditioned`]).
//!
//! Sums of cells are linear in the observed shares: a sum with the coefficients c has *scores* over λ̂, whose mean over the reports is its estimate. Cost: that of
//! an inverse for every sum, and of [`Conditioned::of`] once.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use super::conditioned::{Conditioned, unit};
use crate::error::Error;
use crate::estimate::observed::Observed;

/// A table, and how it is estimated.
pub(crate) struct Unbiased<'l> {
    observed: Observed<'l>,
    /// Where some cells cannot occur, how they are used.
    conditioned: Option<Conditioned>,
}

impl<'l> Unbiased<'l> {
    /// The table by itself, whatever wider one was counted.
    pub(crate) fn new(observed: Observed<'l>) -> Result<Self, Error> {
        Self::with_wider(observed.alone())
    }

    /// The table with what a wider one tells, if one was counted.
    pub(crate) fn with_wider(observed: Observed<'l>) -> Result<Self, Error> {
        Ok(Self { conditioned: Conditioned::of(&observed)?, observed })
    }

    pub(crate) fn observed(&self) -> &Observed<'l> {
        &self.observed
    }

    /// The table whose reports the estimates are computed from, if use is made of cells that cannot occur: this one, or the wider.
    pub(crate) fn reported(&self) -> Option<&Observed<'l>> {
        self.conditioned.as_ref().map(|_| self.observed.widest().0)
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

    /// The scores, in λ̂ of the table with the reports, of the sum that has these coefficients of cells.
    pub(crate) fn scores(&self, of: &[f64]) -> Vec<f64> {
        let reported = self.reported().unwrap_or(&self.observed);
        reported.scores_of_sum(&reported.axes(), &self.coefficients(of))
    }

    /// The scores of each cell; those of a cell that cannot occur are 0.
    pub(crate) fn scores_of_cells(&self) -> Vec<Vec<f64>> {
        let (cells, reported) = (self.observed.shares().len(), self.reported().unwrap_or(&self.observed));
        let occurs = |cell: usize| self.observed.occurring().is_none_or(|occurring| occurring[cell]);
        let of_cell = |cell: usize| match occurs(cell) {
            true => self.scores(&unit(cell, cells)),
            false => vec![0.0; reported.shares().len()],
        };
        (0..cells).map(of_cell).collect()
    }
}

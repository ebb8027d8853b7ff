//! The target of a regression: the inverse estimates of a table, in which some categories may be joined.

use alloc::vec::Vec;

use super::covariance::covariance;
use super::joined::Joined;
use super::regression_model::possible;
use crate::error::Error;
use crate::estimate::Observed;
use crate::numeric::quadratic::Factor;

/// The inverse estimates, with what their covariance is computed from.
pub(super) struct Target<'o, 'l> {
    pub(super) observed: &'o Observed<'l>,
    joined: &'o Joined,
    pub(super) estimates: Vec<f64>,
    /// The part that every cell has of its joined cell.
    parts: Vec<f64>,
}

impl<'o, 'l> Target<'o, 'l> {
    pub(super) fn new(observed: &'o Observed<'l>, joined: &'o Joined) -> Result<Self, Error> {
        let all = observed.inverse(&observed.axes())?;
        Ok(Self { observed, joined, estimates: joined.sum(&all), parts: joined.parts(&possible(&all)) })
    }

    /// The target where the estimates are these shares of all cells.
    pub(super) fn of_shares(observed: &'o Observed<'l>, joined: &'o Joined, shares: &[f64]) -> Self {
        Self { observed, joined, estimates: joined.sum(shares), parts: joined.parts(shares) }
    }

    /// The factor of Σ at these shares, for all cells but the last, which follows from the others.
    pub(super) fn noise(&self, shares: &[f64]) -> Result<Factor, Error> {
        let all = self.joined.spread(shares, &self.parts);
        Ok(Factor::of(&covariance(self.observed, &all, &self.joined.rows())?))
    }

    /// The expected shares of perturbed reports where these are the true shares.
    pub(super) fn expected(&self, shares: &[f64]) -> Vec<f64> {
        let mut expected = self.joined.spread(shares, &self.parts);
        self.observed.perturb(&mut expected);
        expected
    }

    /// Whether the fit maximises the likelihood of the counts: no labels, and no joined categories.
    pub(super) fn has_likelihood(&self) -> bool {
        self.observed.labelled().is_none() && self.joined.is_plain()
    }
}

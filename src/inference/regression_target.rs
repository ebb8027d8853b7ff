//! What a regression is fitted to: the estimates of a table, some categories of which may be joined.

use alloc::vec::Vec;

use super::joined::Joined;
use super::linear::covariance;
use super::regression_model::possible;
use crate::error::Error;
use crate::estimate::Observed;
use crate::numeric::quadratic::Factor;

/// The estimates, and the law that they have.
pub(super) struct Target<'o, 'l> {
    pub(super) observed: &'o Observed<'l>,
    joined: &'o Joined,
    pub(super) estimates: Vec<f64>,
    /// Of every joined cell the parts.
    parts: Vec<f64>,
}

impl<'o, 'l> Target<'o, 'l> {
    pub(super) fn new(observed: &'o Observed<'l>, joined: &'o Joined) -> Result<Self, Error> {
        let all = observed.inverse(&observed.axes())?;
        Ok(Self { observed, joined, estimates: joined.sum(&all), parts: joined.parts(&possible(&all)) })
    }

    /// Where the estimates are these shares of all cells.
    pub(super) fn of_shares(observed: &'o Observed<'l>, joined: &'o Joined, shares: &[f64]) -> Self {
        Self { observed, joined, estimates: joined.sum(shares), parts: joined.parts(shares) }
    }

    /// Of Σ at these shares: of all cells but the last, which follows from the others.
    pub(super) fn noise(&self, shares: &[f64]) -> Result<Factor, Error> {
        let all = self.joined.spread(shares, &self.parts);
        Ok(Factor::of(&covariance(self.observed, &all, &self.joined.rows())?))
    }

    /// The perturbed shares expected at these.
    pub(super) fn expected(&self, shares: &[f64]) -> Vec<f64> {
        let mut expected = self.joined.spread(shares, &self.parts);
        self.observed.perturb(&mut expected);
        expected
    }

    /// Whether what is fitted has the likelihood of the counts.
    pub(super) fn has_likelihood(&self) -> bool {
        self.observed.labelled().is_none() && self.joined.is_plain()
    }
}

//! The target of a regression: the unbiased estimates of a table, in which some categories may be joined.

use alloc::vec::Vec;

use super::evidence::ShareEvidence;
use super::joined::Joined;
use super::regression_model::possible;
use crate::error::Error;
use crate::numeric::quadratic::Factor;

/// The estimates, with what their covariance is computed from.
pub(super) struct Target<'t, 'l> {
    pub(super) evidence: &'t ShareEvidence<'l>,
    joined: &'t Joined,
    pub(super) estimates: Vec<f64>,
    /// The part that every cell has of its joined cell.
    parts: Vec<f64>,
}

impl<'t, 'l> Target<'t, 'l> {
    pub(super) fn new(evidence: &'t ShareEvidence<'l>, joined: &'t Joined) -> Self {
        let all = &evidence.shares;
        Self { evidence, joined, estimates: joined.sum(all), parts: joined.parts(&possible(all)) }
    }

    /// The target where the estimates are these shares of all cells.
    pub(super) fn of_shares(evidence: &'t ShareEvidence<'l>, joined: &'t Joined, shares: &[f64]) -> Self {
        Self { evidence, joined, estimates: joined.sum(shares), parts: joined.parts(shares) }
    }

    /// The factor of Σ at these shares, for all cells but the last, which follows from the others.
    pub(super) fn noise(&self, shares: &[f64]) -> Result<Factor, Error> {
        let all = self.joined.spread(shares, &self.parts);
        Ok(Factor::of(&self.evidence.covariance(&all, &self.joined.rows())?))
    }

    /// The expected shares of perturbed reports where these are the true shares.
    pub(super) fn expected(&self, shares: &[f64]) -> Vec<f64> {
        let mut expected = self.joined.spread(shares, &self.parts);
        self.evidence.reported().perturb(&mut expected);
        expected
    }

    /// Whether the fit maximises the likelihood of the counts: no labels, no joined categories, and nothing known of what cannot occur.
    pub(super) fn has_likelihood(&self) -> bool {
        let labelled = self.evidence.reported().labelled();
        labelled.is_none() && self.joined.is_plain() && !self.evidence.knows_impossible()
    }
}

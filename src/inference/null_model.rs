//! What a hypothesis says of a table of shares, as far as a score test needs it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::statistic::Statistic;
use crate::error::{Code, Error};
use crate::numeric::vectors::dot;

/// A hypothesis about the shares π of a table: h(π) = 0.
pub(super) trait NullModel {
    /// Shares π₀ from 0 to 1 near these, of which the hypothesis holds.
    fn nearest(&self, shares: &[f64]) -> Vec<f64>;

    /// ∂h/∂π, a row for every degree of freedom; of shares that may lie outside of 0 and 1.
    fn gradients(&self, shares: &[f64]) -> Vec<Vec<f64>>;

    /// h; of one that is linear, what its gradients say of the way from the nearest shares.
    fn departures(&self, shares: &[f64]) -> Vec<f64> {
        let null = self.nearest(shares);
        let apart: Vec<f64> = shares.iter().zip(null).map(|(share, null)| share - null).collect();
        self.gradients(shares).iter().map(|row| dot(row, &apart)).collect()
    }

    /// Whether it says all shares, so that nothing is to be estimated.
    fn is_simple(&self) -> bool {
        false
    }

    /// Whether it says of nothing but that the two questions of the table are independent.
    fn is_independence(&self) -> bool {
        false
    }

    /// What h has beside its linear part, where that is products of errors of two margins.
    fn products(&self) -> Option<Products> {
        None
    }

    /// The statistic that is published for counts of true answers.
    fn published(&self, counts: &[f64]) -> Result<Statistic, Error>;
}

/// For every number of h, −Σ w·a_i·b_j of the errors of the shares of row i and of column j.
pub(super) struct Products {
    /// How many columns the table has.
    pub(super) columns: usize,
    /// i, j and w.
    pub(super) terms: Vec<Vec<(usize, usize, f64)>>,
}

/// What a hypothesis cannot be.
pub(super) fn invalid(message: impl Into<String>) -> Error {
    Error::new(Code::InvalidHypothesis, message.into())
}

/// Refuses a statistic whose divisor is not above 0.
pub(super) fn divisible(divisor: f64, what: &str) -> Result<f64, Error> {
    if divisor > 0.0 && divisor.is_finite() {
        return Ok(divisor);
    }
    let message = format!("the statistic divides by {what}, which is {divisor:.3}; it must be above 0");
    Err(Error::new(Code::UndefinedStatistic, message))
}

//! What a hypothesis says of a table of shares, as far as a score test needs it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::statistic::Statistic;
use crate::error::{Code, Error};

/// A hypothesis about the shares π of a table: h(π) = 0.
pub(super) trait NullModel {
    /// Shares π₀ from 0 to 1 near these, of which the hypothesis holds.
    fn nearest(&self, shares: &[f64]) -> Vec<f64>;

    /// ∂h/∂π at such shares, a row for every degree of freedom.
    fn gradients(&self, null: &[f64]) -> Vec<Vec<f64>>;

    /// The statistic that is published for counts of true answers.
    fn published(&self, counts: &[f64]) -> Result<Statistic, Error>;
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

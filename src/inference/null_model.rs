//! The interface of a null hypothesis to the score test.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::statistic::Statistic;
use crate::error::{Code, Error};
use crate::numeric::vectors::dot;

/// A hypothesis about the shares π of a table: h(π) = 0.
pub(super) trait NullModel {
    /// Shares π₀ from 0 to 1, near the given ones, for which the hypothesis holds.
    fn nearest(&self, shares: &[f64]) -> Vec<f64>;

    /// The gradients ∂h/∂π, with a row for every degree of freedom; shares may lie outside of 0 and 1.
    fn gradients(&self, shares: &[f64]) -> Vec<Vec<f64>>;

    /// The departures h(π). The default is for a linear h: the gradients times the difference from the nearest shares.
    fn departures(&self, shares: &[f64]) -> Vec<f64> {
        let null = self.nearest(shares);
        let apart: Vec<f64> = shares.iter().zip(null).map(|(share, null)| share - null).collect();
        self.gradients(shares).iter().map(|row| dot(row, &apart)).collect()
    }

    /// Whether the hypothesis fixes all shares, so that none have to be estimated.
    fn is_simple(&self) -> bool {
        false
    }

    /// Whether the hypothesis is the independence of the table's two questions, and nothing else.
    fn is_independence(&self) -> bool {
        false
    }

    /// The nonlinear part of h, where it consists of products of the errors of two margins.
    fn products(&self) -> Option<Products> {
        None
    }

    /// The published statistic for counts of true answers.
    fn published(&self, counts: &[f64]) -> Result<Statistic, Error>;
}

/// For every component of h, the sum −Σ w·a·b, with a and b the errors of the shares of sums of cells.
#[derive(Default)]
pub(super) struct Products {
    /// The cells of every sum, ascending.
    pub(super) sums: Vec<Vec<usize>>,
    /// The terms of every component: two sums, and w.
    pub(super) terms: Vec<Vec<(usize, usize, f64)>>,
}

impl Products {
    /// The place of the sum of these cells.
    pub(super) fn sum(&mut self, cells: Vec<usize>) -> usize {
        let known = self.sums.iter().position(|own| *own == cells);
        known.unwrap_or_else(|| {
            self.sums.push(cells);
            self.sums.len() - 1
        })
    }
}

/// An `invalid-hypothesis` error.
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

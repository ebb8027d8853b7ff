//! The tables that the model is fitted to.

use alloc::vec::Vec;

use crate::estimate::Estimate;

/// An unbiased table with its standard errors: of one question, or of two in ascending order, row-major.
#[derive(Debug, Clone, PartialEq)]
pub struct UnbiasedTable {
    /// The positions of the questions.
    pub attributes: Vec<usize>,
    /// The estimated share of every cell.
    pub shares: Vec<f64>,
    /// The standard errors of these.
    pub standard_errors: Vec<f64>,
}

impl From<&Estimate> for UnbiasedTable {
    /// Takes an estimate by [`crate::Reconstruction::Inverse`].
    fn from(estimate: &Estimate) -> Self {
        Self {
            attributes: estimate.axes().attributes().to_vec(),
            shares: estimate.shares().to_vec(),
            standard_errors: estimate.standard_errors().to_vec(),
        }
    }
}

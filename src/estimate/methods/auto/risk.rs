//! The risk of a reconstruction: its estimated mean squared error, summed over the cells.
//!
//! With π̂ the unbiased inverse and δ any other estimate of π,
//! E‖δ−π‖² = E‖δ−π̂‖² − Σ_x Var π̂_x + 2·Σ_x Cov(δ_x, π̂_x) (the identity behind Stein's unbiased risk
//! estimate \[Stein81\]). The first term is observed, the second estimated exactly, the third by the delta method
//! or a stated bootstrap. The result is an estimate: it may be negative.
//!
//! Two risks differ by (δ₁−δ₂)·(δ₁+δ₂) − 2·(δ₁−δ₂)·π̂ and their covariances; the noise of that is mostly
//! in (δ₁−δ₂)·π̂, a linear function of the reports.

use alloc::vec::Vec;

use crate::error::Error;
use crate::estimate::methods::reconstructed::Reconstructed;
use crate::estimate::observed::Observed;
use crate::numeric::vectors::{dot, squared_distance};

/// The risk of the inverse: the sum of its variances.
pub(super) fn of_inverse(inverse: &Reconstructed) -> f64 {
    inverse.variances.iter().sum()
}

/// The risk of other estimates, `covariance` being Σ_x Cov(δ_x, π̂_x).
pub(super) fn of(shares: &[f64], inverse: &Reconstructed, covariance: f64) -> f64 {
    squared_distance(shares, &inverse.shares) - of_inverse(inverse) + 2.0 * covariance
}

/// The standard error of the difference between the risks of two estimates: that of 2·d·π̂, d = δ₁−δ₂.
/// One application of the operator.
pub(super) fn standard_error_of_difference(
    observed: &Observed<'_>,
    first: &[f64],
    second: &[f64],
) -> Result<f64, Error> {
    let apart: Vec<f64> = first.iter().zip(second).map(|(one, other)| one - other).collect();
    let scores = observed.inverted(&observed.axes(), apart)?;
    let variance = dot(&scores, &observed.covered(observed.shares(), &scores));
    Ok(2.0 * libm::sqrt(libm::fmax(variance, 0.0) / observed.n()))
}

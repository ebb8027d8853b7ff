//! The truncated inverse [Kikuchi, Algorithm 4]: the inverse cut ([`super::cut`]) to 0 and to every table with
//! one attribute less, 0 ≤ Π(a) ≤ min_{S' ⊂ S, |S'| = |S|−1} Π(a_{S'}). The printed algorithm would go below 0 again where such
//! a table is negative.
//!
//! Errors by the delta method; intervals are those of the inverse.
//!
//! Cost: O(w²·N) time, O(N) memory. Fails where the law erases a component of the table. The estimates do
//! not sum to 1.

use alloc::vec::Vec;

use super::cut;
use super::inverse;
use crate::error::Error;
use crate::estimate::method::Reconstruction;
use crate::estimate::observed::Observed;
use crate::estimate::reconstructed::Reconstructed;

/// The truncated estimates.
pub(crate) fn reconstruct(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    let inverse = inverse::reconstruct(observed.clone())?;
    Ok(with_covariance(observed, &inverse)?.0)
}

/// The truncated estimates, and Σ_x Cov(truncated_x, π̂_x) with the inverse estimates.
pub(crate) fn with_covariance(
    observed: &Observed<'_>,
    inverse: &Reconstructed,
) -> Result<(Reconstructed, f64), Error> {
    let (truncated, cuts) = cut::cut(observed, margins(observed), inverse.around_itself())?;
    let covariance = cuts.covariance_with_inverse(observed, inverse)?;
    Ok((Reconstructed { method: Reconstruction::Truncated, ..truncated }, covariance))
}

/// The margins over all axes but one; none for a single attribute.
fn margins(observed: &Observed<'_>) -> Vec<Vec<usize>> {
    let axes = observed.axes();
    let without = |left_out| axes.iter().copied().filter(|&axis| axis != left_out).collect::<Vec<_>>();
    axes.iter().map(|&axis| without(axis)).filter(|margin| !margin.is_empty()).collect()
}

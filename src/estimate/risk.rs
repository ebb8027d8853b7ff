//! Estimated mean squared error of a reconstruction, summed over the cells.
//!
//! With π̂ the unbiased inverse and δ any other estimate of π,
//! E‖δ−π‖² = E‖δ−π̂‖² − Σ_x Var π̂_x + 2·Σ_x Cov(δ_x, π̂_x) (the identity behind Stein's unbiased risk
//! estimate, 1981). The first term is observed, the second estimated exactly, the third by the delta method
//! or a stated bootstrap. The result is an estimate: it may be negative.

use super::result::Reconstructed;

/// That of the inverse: the sum of its variances.
pub(super) fn of_inverse(inverse: &Reconstructed) -> f64 {
    inverse.variances.iter().sum()
}

/// That of other estimates, `covariance` being Σ_x Cov(δ_x, π̂_x).
pub(super) fn of(shares: &[f64], inverse: &Reconstructed, covariance: f64) -> f64 {
    let distance =
        shares.iter().zip(&inverse.shares).map(|(share, inverse)| (share - inverse) * (share - inverse));
    distance.sum::<f64>() - of_inverse(inverse) + 2.0 * covariance
}

//! Projection onto the simplex: the nearest table of shares that are at least 0 and sum to 1.
//!
//! p_x = max(π̂_x − τ, 0) with τ such that Σ p = 1 (Held, Wolfe, Crowder 1974), found by dropping cells
//! below the τ of those left (Michelot 1986): a few passes, no sorting. It is never farther from the truth
//! than π̂ in squared error, but biased wherever something is cut.
//!
//! Errors of the projected inverse by the delta method, A the cells left and s = Σ_A π̂:
//! Var p_x = Var π̂_x − (2/|A|)·Cov(π̂_x, s) + Var(s)/|A|². A cell cut to 0 keeps the standard error of its
//! inverse estimate. Other reconstructions keep their own standard errors.
//!
//! Cost: O(N) a pass, two applications of the operator for the errors.

use alloc::vec::Vec;

use super::interval::Rule;
use super::inverse;
use super::observed::Observed;
use super::operator;
use super::result::Reconstructed;
use crate::error::Error;
use crate::exact::to_f64;

/// The projected inverse with its own errors.
pub(super) fn of_inverse(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    let mut inverse = inverse::reconstruct(observed.clone())?;
    let (left, total) = (left_in(&inverse.shares), onto_simplex(&mut inverse.shares));
    let shift = variance_of_shift(observed, &left, total)?;
    let cells = inverse.variances.iter_mut().zip(&left).zip(shift);
    cells.filter(|((_, left), _)| **left > 0.0).for_each(|((variance, _), shift)| {
        *variance = libm::fmax(*variance + shift, 0.0);
    });
    Ok(Reconstructed { rule: Rule::Normal, projected: true, ..inverse })
}

/// Any other reconstruction, projected.
pub(super) fn of(mut reconstructed: Reconstructed) -> Reconstructed {
    onto_simplex(&mut reconstructed.shares);
    Reconstructed { rule: Rule::Normal, projected: true, ..reconstructed }
}

/// Projects, and returns the sum over the cells left.
pub(super) fn onto_simplex(shares: &mut [f64]) -> f64 {
    let (threshold, total) = threshold(shares);
    shares.iter_mut().for_each(|share| *share = libm::fmax(*share - threshold, 0.0));
    total
}

/// 1 for every cell that projection leaves above 0, 0 for the others.
fn left_in(shares: &[f64]) -> Vec<f64> {
    let (threshold, _) = threshold(shares);
    shares.iter().map(|&share| f64::from(u8::from(share > threshold))).collect()
}

/// τ, and the sum over the cells above it.
fn threshold(shares: &[f64]) -> (f64, f64) {
    let mut threshold = f64::NEG_INFINITY;
    loop {
        let (mut total, mut left) = (0.0, 0.0);
        for share in shares.iter().filter(|share| **share > threshold) {
            total += share;
            left += 1.0;
        }
        let next = (total - 1.0) / left;
        if next <= threshold {
            return (threshold, total);
        }
        threshold = next;
    }
}

/// −(2/|A|)·Cov(π̂_x, s) + Var(s)/|A|² for every cell.
fn variance_of_shift(observed: &Observed<'_>, left: &[f64], total: f64) -> Result<Vec<f64>, Error> {
    let factors = observed.inverse_factors(&observed.axes())?;
    let mut scores = left.to_vec();
    operator::apply(&factors, observed.sizes(), &mut scores);
    let mut weighted: Vec<f64> = scores.iter().zip(observed.shares()).map(|(s, share)| s * share).collect();
    let square: f64 = weighted.iter().zip(&scores).map(|(weighted, score)| weighted * score).sum();
    operator::apply(&factors, observed.sizes(), &mut weighted);
    let mut shares = observed.shares().to_vec();
    operator::apply(&factors, observed.sizes(), &mut shares);
    let cells_left = to_f64(left.iter().filter(|left| **left > 0.0).count() as u128);
    let common = (square - total * total) / (cells_left * cells_left);
    let shift = weighted
        .iter()
        .zip(&shares)
        .map(|(covariance, share)| (common - 2.0 * (covariance - share * total) / cells_left) / observed.n());
    Ok(shift.collect())
}

#[cfg(test)]
mod tests {
    use super::onto_simplex;

    #[test]
    fn the_projection_is_the_nearest_table() {
        let mut shares = [0.45, -0.15, 0.25, 0.45];
        onto_simplex(&mut shares);
        let expected = [0.4, 0.0, 0.2, 0.4];
        assert!(shares.iter().zip(expected).all(|(p, e)| (p - e).abs() < 1e-15), "{shares:?}");
        let mut inside = [0.2, 0.3, 0.5];
        onto_simplex(&mut inside);
        assert!(inside.iter().zip([0.2, 0.3, 0.5]).all(|(p, e)| (p - e).abs() < 1e-15));
        let mut far = [-3.0, -7.0];
        onto_simplex(&mut far);
        assert_eq!(far, [1.0, 0.0]);
    }
}

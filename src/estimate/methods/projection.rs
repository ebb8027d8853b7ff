//! Projection onto the simplex: the nearest table of shares that are at least 0 and sum to 1.
//!
//! p_x = max(π̂_x − τ, 0) with τ such that Σ p = 1 \[HeldWolfeCrowder74\], found by dropping cells below the τ of those left
//! \[Michelot86\]: a few passes, no sorting. In squared error it is never farther from the true shares than π̂, but it is biased wherever
//! something is cut.
//!
//! Errors by the delta method, A the cells left and s = Σ_A δ: Var p_x = Var δ_x − (2/|A|)·Cov(δ_x, s) + Var(s)/|A|².
//! A cell cut to 0 keeps its standard error, and so does one that is left alone: its share stays at 1, but not for lack of noise.
//! Intervals are those before the projection, stretched to the estimate.
//!
//! Cost: O(N) a pass, two applications of J ([`super::derivative`]) for the errors.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::derivative::Derivative;
use super::influence;
use super::reconstructed::Reconstructed;
use crate::error::Error;
use crate::estimate::interval::rule::Rule;
use crate::estimate::method::Reconstruction;
use crate::estimate::observed::Observed;
use crate::exact::to_f64;
use crate::numeric::vectors::dot;

/// Projects a reconstruction. The likeliest shares are shares already.
pub(crate) fn of(observed: &Observed<'_>, whole: Reconstructed) -> Result<Reconstructed, Error> {
    if whole.method == Reconstruction::Likelihood {
        return Ok(Reconstructed { projected: true, ..whole });
    }
    let mut projected = whole.around_itself();
    let mut left = left_in(&projected.shares);
    let count = to_f64(left.iter().filter(|left| **left).count() as u128);
    if count < 2.0 {
        left.fill(false);
    }
    let ones = left.iter().map(|&left| f64::from(u8::from(left))).collect();
    let scores = projected.derivative.pull(observed, ones)?;
    let covered = projected.derivative.covered(observed, &scores);
    let of_sum = libm::fmax(dot(&scores, &covered), 0.0);
    let with_sum = projected.derivative.push(observed, covered)?;
    for ((variance, covariance), _) in
        projected.variances.iter_mut().zip(with_sum).zip(&left).filter(|(_, left)| **left)
    {
        *variance = libm::fmax(*variance + (of_sum / count - 2.0 * covariance) / count, 0.0);
    }
    onto_simplex(&mut projected.shares);
    let derivative = Arc::new(Projected { base: projected.derivative, left });
    let influence = projected.influence.map(influence::of_projected);
    Ok(Reconstructed { derivative, influence, projected: true, rule: Rule::Normal, ..projected })
}

/// J of projected estimates.
struct Projected {
    /// J of the estimates before the projection.
    base: Arc<dyn Derivative>,
    /// The cells left above 0.
    left: Vec<bool>,
}

impl Derivative for Projected {
    fn covered(&self, observed: &Observed<'_>, scores: &[f64]) -> Vec<f64> {
        self.base.covered(observed, scores)
    }

    fn push(&self, observed: &Observed<'_>, change: Vec<f64>) -> Result<Vec<f64>, Error> {
        let mut pushed = self.base.push(observed, change)?;
        self.centre(&mut pushed);
        Ok(pushed)
    }

    fn pull(&self, observed: &Observed<'_>, mut weights: Vec<f64>) -> Result<Vec<f64>, Error> {
        self.centre(&mut weights);
        self.base.pull(observed, weights)
    }
}

impl Projected {
    /// Subtracts the mean of the cells that are left from them: symmetric, so both J and its transpose.
    fn centre(&self, cells: &mut [f64]) {
        let count = self.left.iter().filter(|left| **left).count();
        let total: f64 = self.left.iter().zip(&*cells).filter(|(left, _)| **left).map(|(_, cell)| cell).sum();
        let mean = total / to_f64(count as u128);
        self.left.iter().zip(cells).filter(|(left, _)| **left).for_each(|(_, cell)| *cell -= mean);
    }
}

/// Projects a table onto the simplex.
pub(crate) fn onto_simplex(shares: &mut [f64]) {
    let threshold = threshold(shares);
    shares.iter_mut().for_each(|share| *share = libm::fmax(*share - threshold, 0.0));
}

/// For every cell, whether projection leaves it above 0.
fn left_in(shares: &[f64]) -> Vec<bool> {
    let threshold = threshold(shares);
    shares.iter().map(|&share| share > threshold).collect()
}

/// The threshold τ.
fn threshold(shares: &[f64]) -> f64 {
    let mut threshold = f64::NEG_INFINITY;
    loop {
        let (mut total, mut left) = (0.0, 0.0);
        for share in shares.iter().filter(|share| **share > threshold) {
            total += share;
            left += 1.0;
        }
        let next = (total - 1.0) / left;
        if next <= threshold {
            return threshold;
        }
        threshold = next;
    }
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

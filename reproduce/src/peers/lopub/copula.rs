//! Joint shares by a Gaussian copula \[WangYang19\]: normal draws of the given correlations, cut into the categories at the quantiles of
//! their shares.

use nalgebra::{Cholesky, DMatrix, DVector, SymmetricEigen};
use rand_core::Rng;
use rand_distr::{Distribution, StandardNormal};

/// The number of drawn records that shares are counted from.
const DRAWS: u32 = 100_000;
/// The least eigenvalue of a matrix of correlations.
const LEAST: f64 = 1e-6;

/// The correlation matrix of the copula, sin(π·τ/2) of Kendall's τ of every pair, made positive definite: eigenvalues are raised above 0, and
/// the diagonal is set to 1.
pub(super) fn correlations(
    questions: usize,
    pairs: impl Iterator<Item = (usize, usize, f64)>,
) -> DMatrix<f64> {
    let mut matrix = DMatrix::identity(questions, questions);
    for (i, j, tau) in pairs {
        let correlation = (core::f64::consts::FRAC_PI_2 * tau).sin();
        matrix[(i, j)] = correlation;
        matrix[(j, i)] = correlation;
    }
    let mut eigen = SymmetricEigen::new(matrix);
    eigen.eigenvalues.apply(|value| *value = value.max(LEAST));
    let raised = eigen.recompose();
    DMatrix::from_fn(questions, questions, |i, j| raised[(i, j)] / (raised[(i, i)] * raised[(j, j)]).sqrt())
}

/// Kendall's τ_b of a table of two questions, whose categories are in order.
pub(super) fn kendall(shares: &[f64], columns: usize) -> f64 {
    let rows = shares.len() / columns;
    let at = |i: usize, j: usize| shares[i * columns + j];
    let (mut agree, mut same_row, mut same_column) = (0.0, 0.0, 0.0);
    for i in 0..rows {
        for j in 0..columns {
            let right: f64 = (j + 1..columns).map(|l| (i + 1..rows).map(|k| at(k, l)).sum::<f64>()).sum();
            let left: f64 = (0..j).map(|l| (i + 1..rows).map(|k| at(k, l)).sum::<f64>()).sum();
            agree += at(i, j) * (right - left);
        }
    }
    for i in 0..rows {
        same_row += (0..columns).map(|j| at(i, j)).sum::<f64>().powi(2);
    }
    for j in 0..columns {
        same_column += (0..rows).map(|i| at(i, j)).sum::<f64>().powi(2);
    }
    let untied = ((1.0 - same_row) * (1.0 - same_column)).sqrt();
    if untied > 0.0 { (2.0 * agree / untied).clamp(-1.0, 1.0) } else { 0.0 }
}

/// Draws records of the questions with these shares; empty where the correlation matrix is not positive definite.
pub(super) fn drawn(singles: &[Vec<f64>], correlations: &DMatrix<f64>, rng: &mut impl Rng) -> Vec<Vec<u32>> {
    let Some(root) = Cholesky::new(correlations.clone()).map(|of| of.unpack()) else { return Vec::new() };
    let normal = |_| &root * DVector::from_fn(singles.len(), |_, _| StandardNormal.sample(rng));
    let drawn: Vec<DVector<f64>> = (0..DRAWS).map(normal).collect();
    let cuts: Vec<Vec<f64>> = singles.iter().enumerate().map(|(i, of)| quantiles(&drawn, i, of)).collect();
    let answer = |(cuts, value): (&Vec<f64>, &f64)| cuts.iter().map(|cut| u32::from(cut <= value)).sum();
    drawn.iter().map(|draw| cuts.iter().zip(draw.iter()).map(answer).collect()).collect()
}

/// The cut points of a question's draws at which its categories have their shares.
fn quantiles(drawn: &[DVector<f64>], question: usize, shares: &[f64]) -> Vec<f64> {
    let mut values: Vec<f64> = drawn.iter().map(|draw| draw[question]).collect();
    values.sort_unstable_by(f64::total_cmp);
    let mut below = 0.0;
    let cut = |share: &f64| {
        below += share;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and the number of draws"
        )]
        let place = (below.clamp(0.0, 1.0) * values.len() as f64).round() as usize;
        values.get(place).copied().unwrap_or(f64::INFINITY)
    };
    shares[..shares.len() - 1].iter().map(cut).collect()
}

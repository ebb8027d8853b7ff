//! The second-order correction of the departures' covariance, where h has products of two margins.
//!
//! Departures from independence are h_ij(π̂) = π̂_ij − π̂_i·π̂_j, whose nonlinear part is −a_i·b_j, with a and b the errors of the margins. These
//! products have the covariance C, C_ij,kl = A_ik·B_jl + X_il·X_kj, from the covariances A, B and X of a and b \[Isserlis18\]. The covariance of
//! h is V + C, with V that of the linear part. But V is computed with gradients at the estimated margins, which makes it V + 2C on average:
//! where C is c times that, it is too large by the factor 1/(1 − c), and a test rejects too rarely. c is largest where change sets are
//! correlated and reports are few: a tenth for 500 reports of a 4×5 table at a record ε of 1.
//!
//! With independent columns and without noise c is 1/n, and V is right, as Pearson's χ² is. So V is multiplied by 1 − (c − 1/n)/(1 + 16c²) along
//! every direction of V⁻¹C. The divisor shrinks the correction for c above a quarter, where an expansion to second order no longer holds;
//! 16 was found by simulation (`docs/calibration.md`).
//!
//! Cost: two applications of the law for every row and column (and block and cell, where some cells cannot occur), and O(d³); then O(d²) for each other vector of departures with the same covariance.

use alloc::vec;
use alloc::vec::Vec;

use super::evidence::ShareEvidence;
use super::null_model::Products;
use crate::error::Error;
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// The coefficient of c² in the divisor, which reduces the correction for c above a quarter.
const BEYOND: f64 = 16.0;

/// The correction of V.
pub(super) struct SecondOrder {
    /// K = L⁻¹·C·L⁻ᵀ, LLᵀ = V.
    ratios: Vec<Vec<f64>>,
    /// The factor of 1 + 1/n − K + 16K².
    whole: Factor,
    n: f64,
}

impl SecondOrder {
    /// The correction for these products, where the true shares are `null` and `factor` is L.
    ///
    /// # Errors
    /// Those of [`ShareEvidence::covariance`].
    pub(super) fn new(
        products: &Products,
        evidence: &ShareEvidence<'_>,
        null: &[f64],
        factor: &Factor,
    ) -> Result<Self, Error> {
        let n = evidence.n();
        let ratios = ratios(&covariance_of(products, evidence, null)?, factor);
        let row = |(i, own): (usize, &Vec<f64>)| {
            let diagonal = |j: usize| if i == j { 1.0 + 1.0 / n } else { 0.0 };
            let entry = |(j, other): (usize, &Vec<f64>)| diagonal(j) - own[j] + BEYOND * dot(own, other);
            ratios.iter().enumerate().map(entry).collect()
        };
        let whole: Vec<Vec<f64>> = ratios.iter().enumerate().map(row).collect();
        Ok(Self { whole: Factor::of(&whole), ratios, n })
    }

    /// The corrected statistic zᵀ·(1 − (K − 1/n)/(1 + 16K²))⁻¹·z for z = L⁻¹d.
    pub(super) fn squared(&self, departures: &[f64]) -> f64 {
        let mut weighed = departures.to_vec();
        self.whole.solve(&mut weighed);
        let beyond = self.ratios.iter().map(|row| dot(row, departures) * dot(row, &weighed));
        dot(departures, &weighed) + BEYOND * beyond.sum::<f64>()
    }

    /// tr K minus 1/n for every degree of freedom.
    pub(super) fn trace(&self) -> f64 {
        self.ratios.iter().enumerate().map(|(place, row)| row[place] - 1.0 / self.n).sum()
    }
}

/// The covariance C of the products.
fn covariance_of(
    Products { sums, terms }: &Products,
    evidence: &ShareEvidence<'_>,
    null: &[f64],
) -> Result<Vec<Vec<f64>>, Error> {
    let n = evidence.n();
    let sum = |cells: &Vec<usize>| {
        let mut sum = vec![0.0; null.len()];
        cells.iter().for_each(|&cell| sum[cell] = 1.0);
        sum
    };
    let varied = evidence.covariance(null, &sums.iter().map(sum).collect::<Vec<_>>())?;
    let one = |&(i, j, w): &(usize, usize, f64), &(k, l, v): &(usize, usize, f64)| {
        w * v * (varied[i][k] * varied[j][l] + varied[i][l] * varied[k][j]) / (n * n)
    };
    let entry = |own: &[(usize, usize, f64)], other: &[(usize, usize, f64)]| -> f64 {
        own.iter().flat_map(|own| other.iter().map(move |other| one(own, other))).sum()
    };
    Ok(terms.iter().map(|own| terms.iter().map(|other| entry(own, other)).collect()).collect())
}

/// K = L⁻¹·C·L⁻ᵀ.
fn ratios(products: &[Vec<f64>], factor: &Factor) -> Vec<Vec<f64>> {
    let kept = |row: &Vec<f64>| factor.order.iter().map(|&place| row[place]).collect::<Vec<f64>>();
    let mut half: Vec<Vec<f64>> = factor.order.iter().map(|&place| kept(&products[place])).collect();
    half.iter_mut().for_each(|row| factor.forward(row));
    let column = |place: usize| {
        let mut column: Vec<f64> = half.iter().map(|row| row[place]).collect();
        factor.forward(&mut column);
        column
    };
    (0..half.len()).map(column).collect()
}

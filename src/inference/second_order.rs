//! What the covariance of departures is too large by, where h has products of two margins.
//!
//! Departures from independence have h_ij(π̂) = π̂_ij − π̂_i·π̂_j, of which −a_i·b_j is not linear, a and b the errors of the margins. With C the
//! covariance of these products, C_ij,kl = A_ik·B_jl + X_il·X_kj of the covariances A, B and X of a and b \[Isserlis18\], h varies by V + C, V that
//! of what is linear. But V is taken at the estimated margins, which stand in its gradients, and is V + 2C on average: where C is c times
//! that, it is too large by the factor 1/(1 − c), and a test rejects too rarely. c is largest where change sets are correlated and reports are
//! few: a tenth for 500 reports of a 4×5 table at a record ε of 1.
//!
//! With independent columns, and without noise, c is 1/n, and V is right: Pearson's χ² varies as is said. So V is taken times 1 − (c − 1/n)/(1 + 16c²)
//! along every direction of V⁻¹C. The divisor is there because of c above a quarter, which is beyond what two orders tell, nothing is to be
//! taken off; 16 was found by simulation (`docs/calibration.md`).
//!
//! Cost: two applications of the law for every row and column, and O(d³); O(d²) for every other departures of the same covariance.

use alloc::vec::Vec;

use super::linear::covariance;
use super::null_model::Products;
use crate::error::Error;
use crate::estimate::Observed;
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// How much is left of what would be taken off, of c above a quarter.
const BEYOND: f64 = 16.0;

/// What takes off what V is too large by.
pub(super) struct SecondOrder {
    /// K = L⁻¹·C·L⁻ᵀ, LLᵀ = V.
    ratios: Vec<Vec<f64>>,
    /// Of 1 + 1/n − K + 16K².
    whole: Factor,
    n: f64,
}

impl SecondOrder {
    /// Of these products, where the true shares are `null` and `factor` is L.
    ///
    /// # Errors
    /// Those of [`covariance`].
    pub(super) fn new(
        products: &Products,
        observed: &Observed<'_>,
        null: &[f64],
        factor: &Factor,
    ) -> Result<Self, Error> {
        let n = observed.n();
        let ratios = ratios(&covariance_of(products, observed, null)?, factor);
        let row = |(i, own): (usize, &Vec<f64>)| {
            let diagonal = |j: usize| if i == j { 1.0 + 1.0 / n } else { 0.0 };
            let entry = |(j, other): (usize, &Vec<f64>)| diagonal(j) - own[j] + BEYOND * dot(own, other);
            ratios.iter().enumerate().map(entry).collect()
        };
        let whole: Vec<Vec<f64>> = ratios.iter().enumerate().map(row).collect();
        Ok(Self { whole: Factor::of(&whole), ratios, n })
    }

    /// zᵀ·(1 − (K − 1/n)/(1 + 16K²))⁻¹·z for z = L⁻¹d.
    pub(super) fn squared(&self, departures: &[f64]) -> f64 {
        let mut weighed = departures.to_vec();
        self.whole.solve(&mut weighed);
        let beyond = self.ratios.iter().map(|row| dot(row, departures) * dot(row, &weighed));
        dot(departures, &weighed) + BEYOND * beyond.sum::<f64>()
    }

    /// tr K, less 1/n for every degree of freedom.
    pub(super) fn trace(&self) -> f64 {
        self.ratios.iter().enumerate().map(|(place, row)| row[place] - 1.0 / self.n).sum()
    }
}

/// C.
fn covariance_of(
    Products { columns, terms }: &Products,
    observed: &Observed<'_>,
    null: &[f64],
) -> Result<Vec<Vec<f64>>, Error> {
    let (n, rows) = (observed.n(), null.len() / columns);
    let indicator = |holds: bool| f64::from(u8::from(holds));
    let row = |row: usize| (0..null.len()).map(|cell| indicator(cell / columns == row)).collect();
    let column = |column: usize| (0..null.len()).map(|cell| indicator(cell % columns == column)).collect();
    let margins: Vec<Vec<f64>> = (0..rows).map(row).chain((0..*columns).map(column)).collect();
    let varied = covariance(observed, null, &margins)?;
    let one = |&(i, j, w): &(usize, usize, f64), &(k, l, v): &(usize, usize, f64)| {
        let (j, l) = (rows + j, rows + l);
        w * v * (varied[i][k] * varied[j][l] + varied[i][l] * varied[k][j]) / (n * n)
    };
    let entry = |own: &[(usize, usize, f64)], other: &[(usize, usize, f64)]| -> f64 {
        own.iter().flat_map(|own| other.iter().map(move |other| one(own, other))).sum()
    };
    Ok(terms.iter().map(|own| terms.iter().map(|other| entry(own, other)).collect()).collect())
}

/// L⁻¹·C·L⁻ᵀ.
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

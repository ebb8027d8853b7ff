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
//! Cost: two applications of the law for every row and column, and O(d³).

use alloc::vec::Vec;

use super::linear::covariance;
use super::null_model::Products;
use crate::error::Error;
use crate::estimate::Observed;
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// How much is left of what would be taken off, of c above a quarter.
const BEYOND: f64 = 16.0;

/// C, beside the number of reports.
pub(super) struct SecondOrder {
    products: Vec<Vec<f64>>,
    n: f64,
}

impl SecondOrder {
    /// Where the true shares are these.
    ///
    /// # Errors
    /// Those of [`covariance`].
    pub(super) fn new(
        Products { columns, terms }: &Products,
        observed: &Observed<'_>,
        null: &[f64],
    ) -> Result<Self, Error> {
        let (n, rows) = (observed.n(), null.len() / columns);
        let indicator = |holds: bool| f64::from(u8::from(holds));
        let row = |row: usize| (0..null.len()).map(|cell| indicator(cell / columns == row)).collect();
        let column =
            |column: usize| (0..null.len()).map(|cell| indicator(cell % columns == column)).collect();
        let margins: Vec<Vec<f64>> = (0..rows).map(row).chain((0..*columns).map(column)).collect();
        let varied = covariance(observed, null, &margins)?;
        let one = |&(i, j, w): &(usize, usize, f64), &(k, l, v): &(usize, usize, f64)| {
            let (j, l) = (rows + j, rows + l);
            w * v * (varied[i][k] * varied[j][l] + varied[i][l] * varied[k][j]) / (n * n)
        };
        let entry = |own: &[(usize, usize, f64)], other: &[(usize, usize, f64)]| -> f64 {
            own.iter().flat_map(|own| other.iter().map(move |other| one(own, other))).sum()
        };
        let products = terms.iter().map(|own| terms.iter().map(|other| entry(own, other)).collect());
        Ok(Self { products: products.collect(), n })
    }

    /// zᵀ·(1 − (K − 1/n)/(1 + 16K²))⁻¹·z for z = L⁻¹d and K = L⁻¹·C·L⁻ᵀ, LLᵀ = V.
    pub(super) fn squared(&self, factor: &Factor, departures: &[f64]) -> f64 {
        let ratios = self.ratios(factor);
        let times = |vector: &[f64]| ratios.iter().map(|row| dot(row, vector)).collect::<Vec<f64>>();
        let squares: Vec<Vec<f64>> = ratios.iter().map(|row| times(row)).collect();
        let row = |(i, (own, square)): (usize, (&Vec<f64>, &Vec<f64>))| {
            let diagonal = |j: usize| if i == j { 1.0 + 1.0 / self.n } else { 0.0 };
            let entries = own.iter().zip(square).enumerate();
            entries.map(|(j, (own, square))| diagonal(j) - own + BEYOND * square).collect()
        };
        let whole: Vec<Vec<f64>> = ratios.iter().zip(&squares).enumerate().map(row).collect();
        let factor = Factor::of(&whole);
        let mut weighed = departures.to_vec();
        factor.solve(&mut weighed);
        dot(departures, &weighed) + BEYOND * dot(&times(departures), &times(&weighed))
    }

    /// tr K, less 1/n for every degree of freedom.
    pub(super) fn trace(&self, factor: &Factor) -> f64 {
        let ratios = self.ratios(factor);
        (0..ratios.len()).map(|place| ratios[place][place] - 1.0 / self.n).sum()
    }

    /// K.
    fn ratios(&self, factor: &Factor) -> Vec<Vec<f64>> {
        let kept = |row: &Vec<f64>| factor.order.iter().map(|&place| row[place]).collect::<Vec<f64>>();
        let mut half: Vec<Vec<f64>> = factor.order.iter().map(|&place| kept(&self.products[place])).collect();
        half.iter_mut().for_each(|row| factor.forward(row));
        let column = |place: usize| {
            let mut column: Vec<f64> = half.iter().map(|row| row[place]).collect();
            factor.forward(&mut column);
            column
        };
        (0..half.len()).map(column).collect()
    }
}

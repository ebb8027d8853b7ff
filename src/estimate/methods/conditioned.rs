//! The unbiased inverse estimate where some cells cannot occur, such as an answer to a follow-up of whoever was not asked [Mathematics, §15].
//!
//! With θ̂ the inverse estimates and Z the cells that cannot occur, whose true shares are 0,
//!
//! θ̃ = θ̂ − Σ_Z (Σ_ZZ)⁻¹ θ̂_Z,
//!
//! Σ being the covariance of θ̂ where all cells that can occur are equally frequent and Σ_Z its columns of Z. Σ does not depend on the reports, so θ̃ is
//! unbiased whatever people answered; at that truth it has the least variance of all estimates that are unbiased and linear in θ̂. The variances
//! that are stated are those of θ̃ at the estimated shares: J = G·A, G the matrix of the formula.
//!
//! Cost: O(|Z|·w·N + |Z|²·N), and as much again for the variances; memory |Z|·N doubles. With more than [`MOST_ZEROS`] cells that cannot occur, they are
//! estimated like all others. Fails where the law erases a component of the table.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::derivative::Derivative;
use super::influence::Reach;
use super::inverse::{self, Inverse};
use super::reconstructed::Reconstructed;
use crate::error::Error;
use crate::estimate::interval::rule::Rule;
use crate::estimate::observed::Observed;
use crate::exact::size_to_f64;
use crate::numeric::cholesky::{Matrix, dot};

/// The most cells that cannot occur of which use is made.
const MOST_ZEROS: usize = 1024;

/// J of the conditioned inverse: G·A.
struct Conditioned {
    /// Z.
    zeros: Vec<usize>,
    /// All other cells.
    others: Vec<usize>,
    /// A row of Σ_Z (Σ_ZZ)⁻¹ for every other cell.
    weights: Matrix,
}

impl Derivative for Conditioned {
    fn push(&self, observed: &Observed<'_>, change: Vec<f64>) -> Result<Vec<f64>, Error> {
        let mut cells = Inverse.push(observed, change)?;
        self.condition(&mut cells);
        Ok(cells)
    }

    fn pull(&self, observed: &Observed<'_>, weights: Vec<f64>) -> Result<Vec<f64>, Error> {
        Inverse.pull(observed, self.weights_of_inverse(weights))
    }
}

impl Conditioned {
    /// Computes the weights of a table in which these cells can occur.
    fn new(observed: &Observed<'_>, occurring: &[bool]) -> Result<Self, Error> {
        let (others, zeros): (Vec<usize>, Vec<usize>) =
            (0..occurring.len()).partition(|cell| occurring[*cell]);
        let even = 1.0 / size_to_f64(others.len());
        let mut expected: Vec<f64> =
            occurring.iter().map(|occurs| if *occurs { even } else { 0.0 }).collect();
        observed.perturb(&mut expected);
        let mut columns = Vec::with_capacity(zeros.len());
        for zero in &zeros {
            observed.stop().check()?;
            let scores = Inverse.pull(observed, unit(*zero, occurring.len()))?;
            columns.push(Inverse.push(observed, observed.covered(&expected, &scores))?);
        }
        let mut among_zeros = Matrix::zero(zeros.len(), zeros.len());
        for (row, column) in columns.iter().enumerate() {
            among_zeros.row_mut(row).iter_mut().zip(&zeros).for_each(|(entry, zero)| *entry = column[*zero]);
        }
        among_zeros.factor();
        let mut weights = Matrix::zero(others.len(), zeros.len());
        for (row, cell) in others.iter().enumerate() {
            let with_zeros: Vec<f64> = columns.iter().map(|column| column[*cell]).collect();
            weights.row_mut(row).copy_from_slice(&among_zeros.solve(&with_zeros));
        }
        Ok(Self { zeros, others, weights })
    }

    /// Applies G.
    fn condition(&self, cells: &mut [f64]) {
        let at_zeros: Vec<f64> = self.zeros.iter().map(|zero| cells[*zero]).collect();
        for (row, cell) in self.others.iter().enumerate() {
            cells[*cell] -= dot(self.weights.row(row), &at_zeros);
        }
        self.zeros.iter().for_each(|zero| cells[*zero] = 0.0);
    }

    /// Applies Gᵀ: the weights of the inverse estimates in a weighted sum of the conditioned ones.
    fn weights_of_inverse(&self, mut weights: Vec<f64>) -> Vec<f64> {
        let mut at_zeros = vec![0.0; self.zeros.len()];
        for (row, cell) in self.others.iter().enumerate() {
            let weight = weights[*cell];
            at_zeros.iter_mut().zip(self.weights.row(row)).for_each(|(sum, entry)| *sum -= weight * entry);
        }
        self.zeros.iter().zip(at_zeros).for_each(|(zero, weight)| weights[*zero] = weight);
        weights
    }
}

fn unit(cell: usize, cells: usize) -> Vec<f64> {
    let mut unit = vec![0.0; cells];
    unit[cell] = 1.0;
    unit
}

/// The inverse estimates, given which cells cannot occur.
pub(crate) fn reconstruct(observed: &Observed<'_>) -> Result<Reconstructed, Error> {
    let inverse = inverse::reconstruct(observed.clone())?;
    let Some(occurring) = observed.occurring() else { return Ok(inverse) };
    let zeros = occurring.iter().filter(|occurs| !**occurs).count();
    if zeros > MOST_ZEROS {
        let reason = format!("{zeros} cells cannot occur; use is made of at most {MOST_ZEROS}");
        return Ok(inverse.because(reason));
    }
    let derivative = Conditioned::new(observed, occurring)?;
    let mut shares = inverse.shares;
    derivative.condition(&mut shares);
    let mut variances = vec![0.0; shares.len()];
    let mut reach: Option<Reach> = None;
    for cell in &derivative.others {
        observed.stop().check()?;
        let weights = derivative.weights_of_inverse(unit(*cell, occurring.len()));
        let of_cell = Reach::of_sum(observed, &weights)?;
        reach = Some(reach.map_or(of_cell, |reach| reach.widened(of_cell)));
        variances[*cell] = derivative.variance(observed, &Inverse.pull(observed, weights)?);
    }
    let influence = reach.map_or(0.0, |reach| reach.influence(observed.n()));
    let conditioned = Reconstructed {
        reach,
        rule: Rule::Bounded(None),
        shares,
        variances,
        influence: Some(influence),
        derivative: Arc::new(derivative),
        ..inverse
    };
    Ok(conditioned.because(format!("{zeros} cells cannot occur, and none of their noise is left")))
}

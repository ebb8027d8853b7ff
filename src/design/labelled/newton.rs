//! What interior-point methods over the probabilities of families share: where they start, the Newton system, and how far a step may go.
//!
//! Cost: families² × kinds + families³/3.

use alloc::vec::Vec;

use super::column::FormColumn;
use crate::exact::to_f64;
use crate::numeric::cholesky::{Matrix, dot};

/// The largest number of steps.
pub(super) const MAX_STEPS: usize = 100;
/// The factor by which a step aims to reduce the products s·z.
pub(super) const FALL: f64 = 0.2;
/// The fraction of the way to a bound that a step may go.
const NEAR: f64 = 0.9;
/// The total initial share of all families, in addition to the given probabilities.
const ENTRY: f64 = 1e-3;
const RIDGE: f64 = 1e-13;

/// The first probabilities of some columns, from those given, where the last ones may be missing.
pub(super) fn start(columns: usize, from: &[f64]) -> Vec<f64> {
    let entry = ENTRY / to_f64(columns as u128);
    normalised((0..columns).map(|f| from.get(f).copied().unwrap_or(0.0) + entry).collect())
}

pub(super) fn normalised(mut shares: Vec<f64>) -> Vec<f64> {
    let total: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
    shares
}

/// The largest step up to 1 that keeps all values well above 0.
pub(super) fn reach(values: &[f64], moves: &[f64]) -> f64 {
    let ends = values.iter().zip(moves).filter(|(_, change)| **change < 0.0);
    ends.map(|(value, change)| -NEAR * value / change).fold(1.0, f64::min)
}

/// BᵀCB + Z/S, scaled by the shares: B the information of the columns, C the curvature of the objective for every kind.
pub(super) struct NewtonSystem<'a> {
    matrix: Matrix,
    shares: &'a [f64],
}

impl<'a> NewtonSystem<'a> {
    /// `bends` are the square roots of C.
    pub(super) fn new(columns: &[FormColumn], bends: &[f64], (shares, slacks): (&'a [f64], &[f64])) -> Self {
        let bent: Vec<Vec<f64>> = columns
            .iter()
            .zip(shares)
            .map(|(column, share)| {
                column.information.iter().zip(bends).map(|(i, bend)| i * bend * share).collect()
            })
            .collect();
        let mut matrix = Matrix::zero(bent.len(), bent.len());
        for (f, row) in bent.iter().enumerate() {
            let entries = matrix.row_mut(f);
            entries.iter_mut().zip(&bent[..=f]).for_each(|(entry, other)| *entry = dot(row, other));
            entries[f] = entries[f] * (1.0 + RIDGE) + shares[f] * slacks[f];
        }
        matrix.factor();
        Self { matrix, shares }
    }

    /// Solves for changes of the shares; the right side is multiplied by the shares already.
    pub(super) fn solve(&self, right: impl Iterator<Item = f64>) -> Vec<f64> {
        let right: Vec<f64> = right.collect();
        self.matrix.solve(&right).iter().zip(self.shares).map(|(change, share)| change * share).collect()
    }
}

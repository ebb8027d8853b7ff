//! Estimates, and the errors of their weighted sums.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::Error;
use crate::estimate::methods::derivative::Derivative;
use crate::estimate::methods::reconstructed::Reconstructed;
use crate::estimate::observed::Observed;
use crate::numeric::vectors::dot;

/// Estimates, taken as linear in the reports around those observed.
pub(super) struct Linear {
    pub(super) shares: Vec<f64>,
    pub(super) variances: Vec<f64>,
    derivative: Arc<dyn Derivative>,
    /// The part of the variances that J does not explain, as independent noise of every cell.
    alone: Option<Vec<f64>>,
    /// How far the estimates were moved, if they were, as one more source of noise.
    moves: Option<Vec<f64>>,
}

impl From<Reconstructed> for Linear {
    fn from(of: Reconstructed) -> Self {
        let untold = |(all, of_support): (&f64, f64)| libm::fmax(all - of_support, 0.0);
        let of_support = of.information.map(|information| information.variances_of_support());
        let alone = of_support.map(|of_support| of.variances.iter().zip(of_support).map(untold).collect());
        Self { shares: of.shares, variances: of.variances, derivative: of.derivative, alone, moves: None }
    }
}

impl Linear {
    /// The variance of the sum of the estimates with these weights, and its covariances with all of them.
    pub(super) fn of_sum(
        &self,
        observed: &Observed<'_>,
        weights: Vec<f64>,
    ) -> Result<(f64, Vec<f64>), Error> {
        let moved = self.moves.as_ref().map(|moves| (moves, dot(moves, &weights)));
        let alone: Option<Vec<f64>> =
            self.alone.as_ref().map(|alone| alone.iter().zip(&weights).map(|(v, u)| v * u).collect());
        let of_alone = alone.as_ref().map_or(0.0, |alone| dot(alone, &weights));
        let scores = self.derivative.pull(observed, weights)?;
        let mut own = self.derivative.variance(observed, &scores) + of_alone;
        let mut with_all = self.derivative.covariances(observed, &scores)?;
        with_all.iter_mut().zip(alone.iter().flatten()).for_each(|(covariance, own)| *covariance += own);
        if let Some((moves, sum)) = moved {
            own += sum * sum;
            with_all.iter_mut().zip(moves).for_each(|(covariance, moved)| *covariance += moved * sum);
        }
        Ok((own, with_all))
    }

    /// The same estimates moved to these shares.
    pub(super) fn moved_to(&self, shares: &[f64]) -> Self {
        let moves: Vec<f64> = shares.iter().zip(&self.shares).map(|(to, from)| to - from).collect();
        let variances = self.variances.iter().zip(&moves).map(|(variance, moved)| variance + moved * moved);
        Self {
            shares: shares.into(),
            variances: variances.collect(),
            derivative: self.derivative.clone(),
            alone: self.alone.clone(),
            moves: Some(moves),
        }
    }
}

//! The observed information of the likeliest shares θ̂: how sharply the likelihood falls around them, from which their own
//! standard errors follow.
//!
//! With fitted shares φ = Mθ̂, M the law or the likelihoods of labelled reports, the log-likelihood per report has the gradient g − 1,
//! g = Mᵀ(λ̂/φ), and among tables of one sum the curvature H = Mᵀ·diag(λ̂/φ²)·M. On the support S, the cells above 0, the estimates have
//! the derivative J = H_SS⁻¹·Mᵀ_S·diag(1/φ), so that their covariance is (H_SS⁻¹ − θ̂θ̂ᵀ)/n: that of the inverse if S is all cells and M
//! square. Labels and subsets count as random here; only the number n of reports is given.
//!
//! A cell at 0 has no such error. It is given the one that it would have if it alone entered S: half the share at which twice the
//! log-likelihood has fallen by 4, as it has at two standard errors elsewhere. Its covariances with other cells are not known.
//!
//! H does not account for the shares summing to 1, so a penalty, [`STIFFNESS`]·11ᵀ, is added to it. As the curvature along θ̂ is 1, that
//! subtracts θ̂θ̂ᵀ, but for a millionth of it.
//!
//! Cost: 2 applications of M a cell, O(w·N²) in all or, of R distinct labelled reports, O(R·N²); O(K²·N), K = |S|; N² doubles. `None` if H
//! does not tell the cells of the support apart.

use alloc::vec;
use alloc::vec::Vec;

use super::model::Model;
use crate::error::Error;
use crate::estimate::methods::derivative::{self, Derivative};
use crate::estimate::observed::{Observed, spread};
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// The curvature that is added along the sum of all shares.
const STIFFNESS: f64 = 1e6;

/// The observed information at the likeliest shares.
pub(crate) struct Information {
    pub(crate) n: f64,
    /// θ̂, the likeliest shares.
    pub(crate) shares: Vec<f64>,
    /// The slopes g − 1 outside the support, at most 0.
    pub(crate) slopes: Vec<f64>,
    /// H, with the penalty.
    pub(crate) rows: Vec<Vec<f64>>,
    /// The factor of H_SS.
    pub(crate) factor: Factor,
    model: Model,
    /// φ, the fitted shares.
    fitted: Vec<f64>,
    /// λ̂/φ², the weights in H.
    weights: Vec<f64>,
}

impl Information {
    pub(crate) fn new(observed: &Observed<'_>, shares: &[f64]) -> Option<Self> {
        let model = Model::new(observed);
        let fitted = model.fitted(shares.to_vec());
        let ratios: Vec<f64> =
            observed.frequencies().iter().zip(&fitted).map(|(seen, fitted)| seen / fitted).collect();
        let weights = ratios.iter().zip(&fitted).map(|(ratio, fitted)| ratio / fitted).collect();
        let gradient = model.scores(ratios);
        let slope = |(share, g): (&f64, f64)| if *share > 0.0 { 0.0 } else { libm::fmin(g - 1.0, 0.0) };
        let slopes = shares.iter().zip(gradient).map(slope).collect();
        let (n, shares, rows, factor) = (observed.n(), shares.to_vec(), Vec::new(), Factor::default());
        Self { n, shares, slopes, rows, factor, model, fitted, weights }.with_curvature()
    }

    fn with_curvature(mut self) -> Option<Self> {
        let cells = self.shares.len();
        let unit = |cell: usize| (0..cells).map(|other| f64::from(u8::from(other == cell))).collect();
        self.rows = (0..cells).map(|cell| self.curved(unit(cell))).collect();
        let mut support = (0..cells).filter(|&cell| self.shares[cell] > 0.0);
        support.all(|cell| self.factor.append(&self.rows, cell)).then_some(self)
    }

    /// H·d for a change d of the shares.
    pub(crate) fn curved(&self, change: Vec<f64>) -> Vec<f64> {
        let sum: f64 = change.iter().sum();
        let mut fitted = self.model.fitted(change);
        fitted.iter_mut().zip(&self.weights).for_each(|(fitted, weight)| *fitted *= weight);
        let mut curved = self.model.scores(fitted);
        curved.iter_mut().for_each(|curved| *curved += STIFFNESS * sum);
        curved
    }

    /// The variances of the cells of the support, from the inverse of H_SS; 0 elsewhere.
    pub(crate) fn variances_of_support(&self) -> Vec<f64> {
        let mut variances = vec![0.0; self.shares.len()];
        for (place, &cell) in self.factor.order.iter().enumerate() {
            let mut column = vec![0.0; self.factor.order.len()];
            column[place] = 1.0;
            self.factor.forward(&mut column);
            variances[cell] = dot(&column, &column) / self.n;
        }
        variances
    }

    /// The variances of all cells.
    pub(crate) fn variances(&self) -> Vec<f64> {
        let mut variances = self.variances_of_support();
        let outside = variances.iter_mut().enumerate().filter(|(cell, _)| self.shares[*cell] <= 0.0);
        outside.for_each(|(cell, variance)| *variance = self.of_entering(cell));
        variances
    }

    /// The variance of a cell at 0: t²/4 with n·(t²/v − 2·slope·t) = 4, v the inverse of the curvature that S leaves to the cell.
    fn of_entering(&self, cell: usize) -> f64 {
        let mut row: Vec<f64> = self.factor.order.iter().map(|&other| self.rows[cell][other]).collect();
        self.factor.forward(&mut row);
        let left = self.rows[cell][cell] - dot(&row, &row);
        let (v, slope) = (1.0 / libm::fmax(left, f64::MIN_POSITIVE), self.slopes[cell]);
        let share = v * (libm::sqrt(slope * slope + 4.0 / (self.n * v)) + slope);
        libm::fmin(share, 1.0) * libm::fmin(share, 1.0) / 4.0
    }

    /// H_SS⁻¹ on the support, 0 outside it.
    fn solved(&self, cells: &[f64]) -> Vec<f64> {
        let mut right: Vec<f64> = self.factor.order.iter().map(|&cell| cells[cell]).collect();
        self.factor.solve(&mut right);
        let mut solved = vec![0.0; cells.len()];
        self.factor.order.iter().zip(right).for_each(|(&cell, value)| solved[cell] = value);
        solved
    }
}

/// The derivative with respect to the shares of the reports that the model tells apart.
impl Derivative for Information {
    fn push(&self, _: &Observed<'_>, mut change: Vec<f64>) -> Result<Vec<f64>, Error> {
        change.iter_mut().zip(&self.fitted).for_each(|(change, fitted)| *change /= fitted);
        Ok(self.solved(&self.model.scores(change)))
    }

    fn pull(&self, _: &Observed<'_>, weights: Vec<f64>) -> Result<Vec<f64>, Error> {
        let mut scores = self.model.fitted(self.solved(&weights));
        scores.iter_mut().zip(&self.fitted).for_each(|(score, fitted)| *score /= fitted);
        Ok(scores)
    }

    fn covered(&self, observed: &Observed<'_>, scores: &[f64]) -> Vec<f64> {
        match &self.model {
            Model::Cells(_) => derivative::covered(observed, scores),
            Model::Subsets(subsets) => {
                let mut covered = spread(subsets.frequencies(), scores);
                covered.iter_mut().for_each(|covered| *covered /= self.n);
                covered
            }
        }
    }
}

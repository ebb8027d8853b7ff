//! The derivative J of reconstructed shares by the observed ones, from which every error follows by the delta
//! method: Cov δ = J(diag λ̂ − λ̂λ̂ᵀ)Jᵀ/n (mathematics §5 for J = A, the inverse of the law).
//!
//! J is never a matrix: [`Jacobian::push`] applies it, [`Jacobian::pull`] its transpose.
//!
//! | reconstruction | J |
//! |---|---|
//! | inverse, joint | A |
//! | likelihood | A: it is the inverse wherever that has no negative cell, and varies less elsewhere |
//! | independent, clusters | row x: Σ_C g_C(x)·(row x_C of A_C), g_C = ∏_{D≠C} π̂_D |
//! | hybrid | (1−w)·A + w·J_Π + (Π̂−π̂)∇wᵀ, then cut |
//! | cut to 0 and to margins | the row of the margin where that is smaller; a cell cut to 0 keeps its row |
//! | projected | rows less the mean of those left above 0; a cell cut to 0 keeps its row |
//!
//! Cost: O(w·N) either way, products O(m·N) over m parts.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::cut::Cuts;
use super::mixture::Mixture;
use super::observed::Observed;
use super::operator;
use super::product::Product;
use crate::error::Error;
use crate::exact::to_f64;

/// J of one reconstruction of one survey.
#[derive(Clone)]
pub(super) enum Jacobian {
    Inverse,
    Product(Box<Product>),
    Mixture(Box<Mixture>),
    Cut(Box<Jacobian>, Box<Cuts>),
    /// With the cells left above 0.
    Projected(Box<Jacobian>, Vec<bool>),
}

impl Jacobian {
    /// J·v: the change of the estimates when the observed shares change by v.
    pub(super) fn push(&self, observed: &Observed<'_>, change: Vec<f64>) -> Result<Vec<f64>, Error> {
        match self {
            Self::Inverse => inverted(observed, change),
            Self::Product(product) => product.push(observed, &change),
            Self::Mixture(mixture) => mixture.push(observed, change),
            Self::Cut(base, cuts) => cuts.push(observed, base, change),
            Self::Projected(base, left) => {
                let mut pushed = base.push(observed, change)?;
                centre(left, &mut pushed);
                Ok(pushed)
            }
        }
    }

    /// Jᵀ·u: the scores over the observed cells of the sum of the estimates with weights u.
    pub(super) fn pull(&self, observed: &Observed<'_>, mut weights: Vec<f64>) -> Result<Vec<f64>, Error> {
        match self {
            Self::Inverse => inverted(observed, weights),
            Self::Product(product) => product.pull(observed, &weights),
            Self::Mixture(mixture) => mixture.pull(observed, weights),
            Self::Cut(base, cuts) => cuts.pull(observed, base, weights),
            Self::Projected(base, left) => {
                centre(left, &mut weights);
                base.pull(observed, weights)
            }
        }
    }

    /// The covariances of all estimates with a sum of such scores.
    pub(super) fn covariances(&self, observed: &Observed<'_>, scores: &[f64]) -> Result<Vec<f64>, Error> {
        let mean = mean(observed, scores);
        let weighted = scores.iter().zip(observed.shares()).map(|(score, share)| (score - mean) * share);
        let weighted = weighted.map(|weighted| weighted / observed.n()).collect();
        self.push(observed, weighted)
    }
}

/// A is symmetric: J and its transpose.
fn inverted(observed: &Observed<'_>, mut cells: Vec<f64>) -> Result<Vec<f64>, Error> {
    operator::apply(&observed.inverse_factors(&observed.axes())?, observed.sizes(), &mut cells);
    Ok(cells)
}

/// The variance of a sum with such scores.
pub(super) fn variance(observed: &Observed<'_>, scores: &[f64]) -> f64 {
    let mean = mean(observed, scores);
    let squares = scores.iter().zip(observed.shares()).map(|(score, share)| {
        let apart = score - mean;
        apart * apart * share
    });
    squares.sum::<f64>() / observed.n()
}

fn mean(observed: &Observed<'_>, scores: &[f64]) -> f64 {
    scores.iter().zip(observed.shares()).map(|(score, share)| score * share).sum()
}

/// Takes their mean from the cells that are left: symmetric, J and its transpose.
fn centre(left: &[bool], cells: &mut [f64]) {
    let count = left.iter().filter(|left| **left).count();
    let total: f64 = left.iter().zip(&*cells).filter(|(left, _)| **left).map(|(_, cell)| cell).sum();
    let mean = total / to_f64(count as u128);
    left.iter().zip(cells).filter(|(left, _)| **left).for_each(|(_, cell)| *cell -= mean);
}

//! The derivative J of reconstructed shares by the observed ones, from which every error follows by the delta
//! method: Cov δ = J(diag λ̃ − λ̃λ̃ᵀ)Jᵀ/n (mathematics §5 for J = A, the inverse of the law), λ̃ the shares observed or, where
//! no answers have such reports, those expected of the nearest that do ([`super::observed::possible`]).
//!
//! J is never a matrix: [`Jacobian::push`] applies it, [`Jacobian::pull`] its transpose.
//!
//! | reconstruction | J |
//! |---|---|
//! | inverse, joint | A |
//! | likelihood | H_SS⁻¹·M_S·diag(1/Mθ̂), S the cells above 0 ([`super::reconstruct::likelihood::information`]); A where that is the maximum |
//! | independent, clusters | row x: Σ_C g_C(x)·(row x_C of A_C), g_C = ∏_{D≠C} π̂_D |
//! | hybrid | (1−w)·A + w·J_Π + (Π̂−π̂)∇wᵀ, then cut |
//! | cut to 0 and to margins | the row of the margin where that is smaller; a cell cut to 0 keeps its row |
//! | projected | rows less the mean of those left above 0; a cell cut to 0 keeps its row |
//!
//! Cost: O(w·N) either way, products O(m·N) over m parts.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::observed::Observed;
use super::operator;
use super::reconstruct::choice::mixture::Mixture;
use super::reconstruct::cut::Cuts;
use super::reconstruct::likelihood::information::Information;
use super::reconstruct::product::Product;
use crate::error::Error;
use crate::exact::to_f64;

/// J of one reconstruction of one survey.
#[derive(Clone)]
pub(crate) enum Jacobian {
    Inverse,
    Product(Box<Product>),
    Mixture(Box<Mixture>),
    Cut(Box<Jacobian>, Box<Cuts>),
    Likeliest(Arc<Information>),
    /// With the cells left above 0.
    Projected(Box<Jacobian>, Vec<bool>),
}

impl Jacobian {
    /// J·v: the change of the estimates when the observed shares change by v.
    pub(crate) fn push(&self, observed: &Observed<'_>, change: Vec<f64>) -> Result<Vec<f64>, Error> {
        match self {
            Self::Inverse => inverted(observed, change),
            Self::Product(product) => product.push(observed, &change),
            Self::Mixture(mixture) => mixture.push(observed, change),
            Self::Cut(base, cuts) => cuts.push(observed, base, change),
            Self::Likeliest(information) => Ok(information.push(change)),
            Self::Projected(base, left) => {
                let mut pushed = base.push(observed, change)?;
                centre(left, &mut pushed);
                Ok(pushed)
            }
        }
    }

    /// The observed information of the likeliest shares, where their errors are their own.
    pub(crate) fn information(&self) -> Option<&Information> {
        match self {
            Self::Likeliest(information) => Some(information),
            _ => None,
        }
    }

    /// Jᵀ·u: the scores over the observed cells of the sum of the estimates with weights u.
    pub(crate) fn pull(&self, observed: &Observed<'_>, mut weights: Vec<f64>) -> Result<Vec<f64>, Error> {
        match self {
            Self::Inverse => inverted(observed, weights),
            Self::Product(product) => product.pull(observed, &weights),
            Self::Mixture(mixture) => mixture.pull(observed, weights),
            Self::Cut(base, cuts) => cuts.pull(observed, base, weights),
            Self::Likeliest(information) => Ok(information.pull(&weights)),
            Self::Projected(base, left) => {
                centre(left, &mut weights);
                base.pull(observed, weights)
            }
        }
    }

    /// The covariances of all estimates with a sum of such scores.
    pub(crate) fn covariances(&self, observed: &Observed<'_>, scores: &[f64]) -> Result<Vec<f64>, Error> {
        self.push(observed, covered(observed, scores))
    }
}

/// A is symmetric: J and its transpose.
fn inverted(observed: &Observed<'_>, mut cells: Vec<f64>) -> Result<Vec<f64>, Error> {
    operator::apply(&observed.inverse_factors(&observed.axes())?, observed.sizes(), &mut cells);
    Ok(cells)
}

/// The variance of a sum with such scores.
pub(crate) fn variance(observed: &Observed<'_>, scores: &[f64]) -> f64 {
    let with = covered(observed, scores);
    libm::fmax(scores.iter().zip(with).map(|(score, with)| score * with).sum(), 0.0)
}

/// Cov(λ̂)·scores, λ̂ the shares of the reports: diag λ̃ − λ̃λ̃ᵀ, and of few people less M(diag p − ppᵀ)M, p their answers, M
/// the law, times 1−f, all over n.
fn covered(observed: &Observed<'_>, scores: &[f64]) -> Vec<f64> {
    let mut with = spread(observed.expected(), scores);
    let left_out = 1.0 - observed.sampled();
    if let Some(answers) = observed.answers().filter(|_| left_out > 0.0) {
        let law = |cells: &mut [f64]| operator::apply(observed.spectrum(), observed.sizes(), cells);
        let mut of_answers = scores.to_vec();
        law(&mut of_answers);
        let mut drawn = spread(answers, &of_answers);
        law(&mut drawn);
        with.iter_mut().zip(drawn).for_each(|(with, drawn)| *with -= left_out * drawn);
    }
    let n = observed.n();
    with.iter_mut().for_each(|with| *with /= n);
    with
}

/// (diag p − ppᵀ)·scores.
fn spread(shares: &[f64], scores: &[f64]) -> Vec<f64> {
    let mean: f64 = scores.iter().zip(shares).map(|(score, share)| score * share).sum();
    scores.iter().zip(shares).map(|(score, share)| (score - mean) * share).collect()
}

/// Takes their mean from the cells that are left: symmetric, J and its transpose.
fn centre(left: &[bool], cells: &mut [f64]) {
    let count = left.iter().filter(|left| **left).count();
    let total: f64 = left.iter().zip(&*cells).filter(|(left, _)| **left).map(|(_, cell)| cell).sum();
    let mean = total / to_f64(count as u128);
    left.iter().zip(cells).filter(|(left, _)| **left).for_each(|(_, cell)| *cell -= mean);
}

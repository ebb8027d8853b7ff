//! The derivative J of the reconstructed shares with respect to the observed ones, from which every error follows by the delta method: Cov
//! δ = J(diag λ̃ − λ̃λ̃ᵀ)Jᵀ/n ([Mathematics, §5] for J = A, the inverse of the law). λ̃ are the observed shares or, where no answers lead
//! to such reports, those expected from possible true shares nearby ([`crate::estimate::observed::truth`]).
//!
//! J is never stored as a matrix: [`Derivative::push`] applies it, [`Derivative::pull`] its transpose. Every reconstruction defines its J
//! in its own file.
//!
//! | reconstruction | J |
//! |---|---|
//! | inverse, joint | A |
//! | likelihood | H_SS⁻¹·Mᵀ_S·diag(1/Mθ̂), S the cells above 0; A where that is the maximum; by the shares of the reports themselves where they are labelled |
//! | independent, clusters | row x: Σ_C g_C(x)·(row x_C of A_C), g_C = ∏_{D≠C} π̂_D |
//! | hybrid | (1−w)·A + w·J_Π + (Π̂−π̂)∇wᵀ, then cut |
//! | cut to 0 and to margins | the row of the margin where that is smaller; a cell cut to 0 keeps its row |
//! | projected | rows less the mean of those left above 0; a cell cut to 0 keeps its row |
//!
//! Cost: O(w·N) either way, products O(m·N) over m parts.

use alloc::vec::Vec;

use crate::error::Error;
use crate::estimate::observed::{Observed, ReportCovariance, spread};
use crate::numeric::vectors::dot;

/// The derivative J of one reconstruction of one survey.
pub(crate) trait Derivative: Send + Sync {
    /// J·v: the change of the estimates when the observed shares change by v.
    fn push(&self, observed: &Observed<'_>, change: Vec<f64>) -> Result<Vec<f64>, Error>;

    /// Jᵀ·u: the scores over the observed cells of the sum of the estimates with weights u.
    fn pull(&self, observed: &Observed<'_>, weights: Vec<f64>) -> Result<Vec<f64>, Error>;

    /// Cov(λ̂)·scores.
    fn covered(&self, observed: &Observed<'_>, scores: &[f64]) -> Vec<f64> {
        covered(observed, scores)
    }

    /// The covariances of all estimates with the sum that has these scores.
    fn covariances(&self, observed: &Observed<'_>, scores: &[f64]) -> Result<Vec<f64>, Error> {
        self.push(observed, self.covered(observed, scores))
    }

    /// The variance of the sum that has these scores.
    fn variance(&self, observed: &Observed<'_>, scores: &[f64]) -> f64 {
        libm::fmax(dot(scores, &self.covered(observed, scores)), 0.0)
    }
}

/// Cov(λ̂)·scores, λ̂ the observed shares.
pub(crate) fn covered(observed: &Observed<'_>, scores: &[f64]) -> Vec<f64> {
    covered_by(&observed.covariance(observed.expected_reports()), observed, scores)
}

/// Cov(λ̂)·scores, from n·Cov(λ̂) as it is if respondents are drawn from an unlimited population, diag λ̃ − λ̃λ̃ᵀ. With a finite one,
/// (1−f)·M(diag p − ppᵀ)M/n is subtracted, p the true shares and M the law.
pub(super) fn covered_by(
    covariance: &ReportCovariance<'_>,
    observed: &Observed<'_>,
    scores: &[f64],
) -> Vec<f64> {
    let mut with = covariance.times(scores);
    let left_out = 1.0 - observed.sampled();
    if let Some(truth) = observed.possible_truth().filter(|_| left_out > 0.0) {
        let mut of_truth = scores.to_vec();
        observed.perturb(&mut of_truth);
        let mut drawn = spread(truth, &of_truth);
        observed.perturb(&mut drawn);
        with.iter_mut().zip(drawn).for_each(|(with, drawn)| *with -= left_out * drawn);
    }
    let n = observed.n();
    with.iter_mut().for_each(|with| *with /= n);
    with
}

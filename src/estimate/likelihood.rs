//! Maximum likelihood (genome supplement S3).
//!
//! The log-likelihood n·Σ λ̂ ln(Mθ), M the law, is concave and its maximum unique. Where the inverse estimate has
//! no negative cell it is that maximum. Otherwise [`super::ascent`] climbs from the projected inverse.
//!
//! Errors: bootstrap ([`super::bootstrap`]), the estimates of the resampled surveys started from θ̂. Near 0,
//! where estimates of resampled surveys are stuck and vary too little, a cell gets the standard error of its
//! inverse estimate.
//!
//! Cost: 2 applications of the law a step, O(w·N) each; errors cost that many times as many steps as there
//! are replicates. Fails where the law erases a component of the table: the maximum is not unique then.

use alloc::vec::Vec;

use super::ascent::maximise;
use super::bootstrap::{Spread, resample};
use super::generator::Generator;
use super::inverse;
use super::method::{Options, Reconstruction};
use super::observed::Observed;
use super::projection::onto_simplex;
use super::result::Reconstructed;
use crate::error::Error;
use crate::exact::to_f64;

/// δ of the resampled surveys, whose errors are of the order of a standard error anyway.
const REPLICATE_TOLERANCE: f64 = 1e-5;

/// Cells within so many standard errors of 0 are where the bootstrap is too sure of itself.
const NEAR_ZERO: f64 = 2.0;

/// The share of the projected inverse in the starting point; the rest is uniform, so that no cell is 0.
const START: f64 = 0.999;

/// How the iterations ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Convergence {
    /// Points at which the likelihood was evaluated.
    pub iterations: u64,
    /// Applications of the law, each O(w·N).
    pub applications: u64,
    /// Σ|change| of an EM step, or of the longer step taken, whichever is more, at the end.
    pub change: f64,
    /// The most by which the log-likelihood per report can still rise.
    pub gap: f64,
    /// n·Σ λ̂ ln(Mθ) in nats.
    pub log_likelihood: f64,
    /// Whether the steps ended because the change was small.
    pub converged: bool,
}

/// The likeliest shares, with bootstrap errors.
pub(super) fn reconstruct(observed: &Observed<'_>, options: &Options) -> Result<Reconstructed, Error> {
    Ok(with_covariance(observed, options)?.0)
}

/// The same, and Σ_x Cov(θ̂_x, π̂_x) with the inverse estimates.
pub(super) fn with_covariance(
    observed: &Observed<'_>,
    options: &Options,
) -> Result<(Reconstructed, f64), Error> {
    let inverse = inverse::reconstruct(observed.clone())?;
    let (shares, convergence) = maximise(observed, start(&inverse.shares), options.tolerance);
    let (mut generator, mut spread) = (Generator::new(options.seed), Spread::new(shares.len()));
    for _ in 0..options.replicates {
        let survey = resample(observed, &mut generator);
        let unbiased = inverse::shares_of(&survey, &survey.axes())?;
        let (estimates, _) = maximise(&survey, start_near(&shares, &unbiased), REPLICATE_TOLERANCE);
        spread.push(&estimates, &unbiased);
    }
    let mut variances = spread.variances();
    for ((own, of_inverse), share) in variances.iter_mut().zip(&inverse.variances).zip(&shares) {
        if *share < NEAR_ZERO * libm::sqrt(*of_inverse) {
            *own = *of_inverse;
        }
    }
    let Reconstructed { condition, influence, .. } = inverse;
    let reconstructed =
        Reconstructed::new(Reconstruction::Likelihood, shares, variances, condition, influence);
    Ok((Reconstructed { convergence: Some(convergence), ..reconstructed }, spread.covariance()))
}

/// The inverse where it is the maximum, otherwise a point without zeros near its projection.
fn start(inverse: &[f64]) -> Vec<f64> {
    if inverse.iter().all(|&share| share > 0.0) {
        return inverse.to_vec();
    }
    let mut shares = inverse.to_vec();
    onto_simplex(&mut shares);
    mixed(shares)
}

fn start_near(estimates: &[f64], inverse: &[f64]) -> Vec<f64> {
    if inverse.iter().all(|&share| share > 0.0) { inverse.to_vec() } else { mixed(estimates.to_vec()) }
}

fn mixed(mut shares: Vec<f64>) -> Vec<f64> {
    let uniform = (1.0 - START) / to_f64(shares.len() as u128);
    shares.iter_mut().for_each(|share| *share = START * *share + uniform);
    shares
}

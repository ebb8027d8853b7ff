//! Maximum likelihood by expectation–maximisation (genome supplement S3), the law applied through its
//! spectrum, never as a matrix.
//!
//! EM step: θ ← θ ∘ M(λ̂ / Mθ), M symmetric. The log-likelihood n·Σ λ̂ ln(Mθ) is concave and its maximum
//! unique. Where the inverse estimate has no negative cell it is that maximum. Otherwise the steps start
//! from the projected inverse and are extrapolated by SQUAREM (Varadhan and Roland 2008, step S3): with
//! r = θ₁−θ₀ and v = (θ₂−θ₁)−r the next point is θ₀ + 2sr + s²v, s = ‖r‖/‖v‖, cells below a share of θ₂
//! raised to it; it is kept unless the likelihood falls. Steps end when Σ|change| < δ.
//!
//! Certificate: with g = M(λ̂ / Mθ), the log-likelihood per report is within max g − 1 of its maximum.
//!
//! Errors: bootstrap ([`super::bootstrap`]), the estimates of the resampled surveys started from θ̂. Near 0,
//! where estimates of resampled surveys are stuck and vary too little, a cell gets the standard error of its
//! inverse estimate.
//!
//! Cost: 2 applications of the law a step, O(w·N) each; errors cost that many times as many steps as there
//! are replicates. Fails where the law erases a component of the table: the maximum is not unique then.

use alloc::vec;
use alloc::vec::Vec;

use super::bootstrap::{Spread, resample};
use super::generator::Generator;
use super::inverse;
use super::method::{Options, Reconstruction};
use super::observed::Observed;
use super::operator;
use super::projection::onto_simplex;
use super::result::Reconstructed;
use crate::error::Error;
use crate::exact::to_f64;

/// δ of the resampled surveys, whose errors are of the order of a standard error anyway.
const REPLICATE_TOLERANCE: f64 = 1e-5;

/// Cells within so many standard errors of 0 are where the bootstrap is too sure of itself.
const NEAR_ZERO: f64 = 2.0;

/// Steps after which the estimate is given with a warning.
const MOST_STEPS: u64 = 100_000;

/// The share of the projected inverse in the starting point; the rest is uniform, so that no cell is 0.
const START: f64 = 0.95;

/// An extrapolated cell is at least this share of the cell it started from.
const LEAST: f64 = 0.001;

/// How the iterations ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Convergence {
    /// EM steps.
    pub iterations: u64,
    /// Applications of the law, each O(w·N).
    pub applications: u64,
    /// Σ|change| of the last step.
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

/// The likeliest shares for a survey, from a start without zeros.
fn maximise(observed: &Observed<'_>, start: Vec<f64>, tolerance: f64) -> (Vec<f64>, Convergence) {
    let mut em = Em { observed, steps: 0 };
    let mut at = start;
    let mut next = em.step(&at);
    while next.change > tolerance && em.steps < MOST_STEPS {
        let second = em.step(&next.shares);
        let far = extrapolated(&at, &next.shares, &second.shares);
        let beyond = em.step(&far);
        let risen = beyond.log_likelihood >= next.log_likelihood;
        (at, next) = if risen { (far, beyond) } else { (next.shares, second) };
        if !risen {
            let plain = em.step(&next.shares);
            (at, next) = (next.shares, plain);
        }
    }
    drop(at);
    let convergence = Convergence {
        iterations: em.steps,
        applications: 2 * em.steps,
        change: next.change,
        gap: next.gap,
        log_likelihood: observed.n() * next.log_likelihood,
        converged: next.change <= tolerance,
    };
    (next.shares, convergence)
}

/// The EM steps of one survey.
struct Em<'o, 'l> {
    observed: &'o Observed<'l>,
    steps: u64,
}

/// Where a step led, and what was seen at the point it started from.
struct Step {
    shares: Vec<f64>,
    change: f64,
    gap: f64,
    log_likelihood: f64,
}

impl Em<'_, '_> {
    fn step(&mut self, shares: &[f64]) -> Step {
        self.steps += 1;
        let (spectrum, sizes) = (self.observed.spectrum(), self.observed.sizes());
        let mut ratios = shares.to_vec();
        operator::apply(spectrum, sizes, &mut ratios);
        let mut log_likelihood = 0.0;
        for (fitted, &seen) in ratios.iter_mut().zip(self.observed.shares()) {
            // Rounding may take a nearly impossible cell below 0.
            let expected = libm::fmax(*fitted, f64::MIN_POSITIVE);
            *fitted = seen / expected;
            if seen > 0.0 {
                log_likelihood += seen * libm::log(expected);
            }
        }
        operator::apply(spectrum, sizes, &mut ratios);
        let gap = ratios.iter().copied().fold(0.0, f64::max) - 1.0;
        ratios.iter_mut().zip(shares).for_each(|(ratio, share)| *ratio = libm::fmax(*ratio, 0.0) * share);
        let change = ratios.iter().zip(shares).map(|(next, share)| libm::fabs(next - share)).sum();
        Step { shares: ratios, change, gap, log_likelihood }
    }
}

/// SQUAREM's point beyond three successive ones.
fn extrapolated(start: &[f64], first: &[f64], second: &[f64]) -> Vec<f64> {
    let (mut rr, mut vv) = (0.0, 0.0);
    for ((a, b), c) in start.iter().zip(first).zip(second) {
        let (r, v) = (b - a, c - b - (b - a));
        rr += r * r;
        vv += v * v;
    }
    let s = if vv > 0.0 { libm::fmax(libm::sqrt(rr / vv), 1.0) } else { 1.0 };
    let mut far = vec![0.0; start.len()];
    for (cell, far) in far.iter_mut().enumerate() {
        let (a, b, c) = (start[cell], first[cell], second[cell]);
        *far = libm::fmax(a + 2.0 * s * (b - a) + s * s * (c - 2.0 * b + a), LEAST * c);
    }
    let total: f64 = far.iter().sum();
    far.iter_mut().for_each(|share| *share /= total);
    far
}

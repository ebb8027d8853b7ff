//! The likeliest shares [Yamamoto23S, S3].
//!
//! The log-likelihood n·Σ λ̂ ln(Mθ), M the law, is concave and its maximum unique. Where the inverse estimate of an unlabelled
//! law has no negative cell it is that maximum. Otherwise [`super::ascent`] climbs from the projected inverse, and
//! [`super::support`] on few cells where the likelihood is flat.
//!
//! Errors: standard errors are the estimate's own ([`super::information`]). Intervals are those of the inverse, stretched to the estimate
//! and cut by the profile likelihood ([`super::profile`]). If the inverse is the maximum, both are those of the inverse. So they are,
//! although the estimate is not, above [`LARGEST`] cells, with a finite population, and if the ascent did not end or H is singular.
//!
//! Cost: 2 applications of the law a step, O(w·N) each. Fails where the law erases a component of the table: the
//! maximum is not unique then.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::ascent::maximise;
use super::bootstrap::{Spread, resample};
use super::information::Information;
use crate::error::Error;
use crate::estimate::interval::rule::Rule;
use crate::estimate::method::Reconstruction;
use crate::estimate::methods::inverse;
use crate::estimate::methods::projection::onto_simplex;
use crate::estimate::methods::reconstructed::Reconstructed;
use crate::estimate::observed::Observed;
use crate::estimate::options::Options;
use crate::exact::to_f64;
use crate::numeric::random::Generator;

/// The tolerance δ for resampled surveys and for parts of surveys, whose estimates are only used for errors.
const REPLICATE_TOLERANCE: f64 = 1e-5;

/// The most cells of a table with standard errors of its own: their cost rises with the third power.
const LARGEST: usize = 512;

/// The share of the projected inverse in the starting point; the rest is uniform, so that no cell is 0.
const START: f64 = 0.999;

/// The likeliest shares.
pub(crate) fn reconstruct(observed: &Observed<'_>, options: &Options) -> Result<Reconstructed, Error> {
    Ok(from_inverse(observed, &inverse::reconstruct(observed.clone())?, options))
}

/// The likeliest shares where the inverse is known.
pub(crate) fn from_inverse(
    observed: &Observed<'_>,
    inverse: &Reconstructed,
    options: &Options,
) -> Reconstructed {
    let (shares, convergence) = maximise(observed, start(&inverse.shares), options.tolerance);
    let other = observed.subsets().is_some() || inverse.shares.iter().any(|&share| share <= 0.0);
    let moved = other && !observed.are_alike();
    // The observed information is that of respondents drawn from an unlimited population.
    let ended = convergence.converged && shares.len() <= LARGEST && observed.sampled() >= 1.0;
    let information = if moved && ended { Information::new(observed, &shares).map(Arc::new) } else { None };
    let (method, convergence) = (Reconstruction::Likelihood, Some(convergence));
    let rule = Rule::Normal;
    let around = Reconstructed {
        method,
        shares,
        convergence,
        rule,
        influence: None,
        ..inverse.clone().around_itself()
    };
    match information {
        Some(information) => Reconstructed {
            variances: information.variances(),
            derivative: information.clone(),
            information: Some(information),
            ..around
        },
        None if moved => around.because(format!(
            "standard errors and intervals are those of the inverse, which are wider: own ones need at most {LARGEST} cells that the reports tell apart, and no population"
        )),
        None => around,
    }
}

/// The likeliest shares alone, as exactly as a comparison needs them.
pub(crate) fn shares(observed: &Observed<'_>, inverse: &[f64], options: &Options) -> Vec<f64> {
    maximise(observed, start(inverse), libm::fmax(options.tolerance, REPLICATE_TOLERANCE)).0
}

/// Σ_x Cov(θ̂_x, π̂_x) with the inverse estimates, by bootstrap ([`super::bootstrap`]): the resampled surveys are
/// started from θ̂ = `shares`.
pub(crate) fn covariance_with_inverse(
    observed: &Observed<'_>,
    shares: &[f64],
    replicates: u32,
    seed: u64,
) -> Result<f64, Error> {
    let (mut generator, mut spread) = (Generator::new(seed), Spread::new(shares.len()));
    for _ in 0..replicates {
        let survey = resample(observed, &mut generator);
        let unbiased = survey.inverse(&survey.axes())?;
        let (estimates, _) = maximise(&survey, start_near(shares, &unbiased), REPLICATE_TOLERANCE);
        spread.push(&estimates, &unbiased);
    }
    Ok(spread.covariance())
}

/// The inverse where it is the maximum, otherwise a point without zeros near its projection.
pub(crate) fn start(inverse: &[f64]) -> Vec<f64> {
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

/// Moves shares slightly towards uniform ones, so that none is 0.
pub(super) fn mixed(mut shares: Vec<f64>) -> Vec<f64> {
    let uniform = (1.0 - START) / to_f64(shares.len() as u128);
    shares.iter_mut().for_each(|share| *share = START * *share + uniform);
    shares
}

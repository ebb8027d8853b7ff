//! The ascent to the maximum of the likelihood.
//!
//! The EM step is θ ← θ ∘ g with g = M(λ̂ / Mθ), M the law, which is symmetric [Yamamoto23S, S3]. It multiplies, so a cell whose likeliest
//! share is 0 never gets there. Here cells near 0 take a longer step instead, and may reach 0 and leave it again:
//!
//! θ ← max(0, θ + s ∘ (g − 1)), scaled to sum 1,   s = max(θ, c/h)
//!
//! h is the diagonal of the Hessian −∂²/∂θ² of Σ λ̂ ln(Mθ), which is M∘M applied to λ̂ / (Mθ)². Successive steps are combined
//! ([`super::anderson`]). If the ascent has not ended after [`PATIENCE`] steps, and again after every doubling of these, the likelihood may
//! be flat and its maximum lie on few cells, over which it is then maximised alone ([`super::support`]).
//!
//! A point is kept if the log-likelihood does not fall. If it falls at the combined one, the plain step is tried; if it falls there too, c
//! is halved and an EM step taken, which never lowers it. The ascent ends once both the EM step and the step above change less than δ,
//! summed over the cells.
//!
//! Certificate: the log-likelihood per report is within max g − 1 of its maximum, cells at 0 included.
//!
//! Cost: 2 applications of the law a step, O(w·N) each, and O(m·N) for m earlier steps.

use alloc::vec::Vec;

use serde::Serialize;

use super::anderson::Earlier;
use super::log_likelihood::LogLikelihood;
use super::support;
use crate::estimate::observed::Observed;

/// The number of steps after which the estimate is given with a warning.
const MOST_STEPS: u32 = 100_000;

/// The number of steps after which the likelihood counts as flat.
const PATIENCE: u32 = 128;

/// The most earlier steps that are combined.
const MOST_EARLIER: usize = 10;

/// The most numbers in which earlier steps are kept, unless two of them need more.
const MOST_KEPT: usize = 10_000_000;

/// How the iterations of a likelihood estimate ended.
///
/// ```
/// # use candor::estimate::{Options, Reconstruction, estimate};
/// # use candor::{count::Table, design, schema::{Attribute, Category, Schema}};
/// # let categories = Category::list(["no", "yes"]);
/// # let schema = Schema::new(vec![Attribute::new("smoker", None, categories, false)?])?;
/// # let levels = design::Levels::new(vec![2], vec![1.0])?;
/// # let law = design::Request::levels(&levels).design()?.law().clone();
/// # let smokers = Table::from_counts(&schema, &["smoker"], vec![90, 10])?;
/// let asked = Options::default().reconstruction(Reconstruction::Likelihood);
/// let estimate = estimate(&law, smokers, &asked)?;
/// assert!(estimate.convergence().is_some_and(|convergence| convergence.converged));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Convergence {
    /// Points at which the likelihood was evaluated.
    pub iterations: u64,
    /// Applications of the law, each O(w·N).
    pub applications: u64,
    /// Σ|change| at the end, of an EM step or of the longer step taken, whichever is more.
    pub change: f64,
    /// The most by which the log-likelihood per report can still rise.
    pub gap: f64,
    /// n·Σ λ̂ ln(Mθ) in nats.
    pub log_likelihood: f64,
    /// Whether the steps ended because the change was small.
    pub converged: bool,
}

/// Finds the likeliest shares for a survey, from a start under which its reports are possible.
pub(crate) fn maximise(observed: &Observed<'_>, start: Vec<f64>, tolerance: f64) -> (Vec<f64>, Convergence) {
    let mut likelihood = LogLikelihood::new(observed, &start);
    let mut earlier =
        Earlier::new(likelihood.weights(&start), (MOST_KEPT / (2 * start.len())).clamp(2, MOST_EARLIER));
    let mut at = likelihood.point(start);
    let mut patience = PATIENCE;
    while at.change > tolerance && likelihood.steps() < MOST_STEPS && !likelihood.is_stopped() {
        if likelihood.steps() >= patience {
            if let Some(reached) = support::climb(&mut likelihood, &at, tolerance) {
                earlier.forget();
                at = reached;
            }
            patience = 2 * likelihood.steps();
            continue;
        }
        let next = earlier.combined(&at).map(|shares| likelihood.point(shares));
        at = match next.filter(|next| next.is_as_likely_as(&at)) {
            Some(next) => {
                earlier.push(at, &next);
                next
            }
            None => {
                earlier.forget();
                let next = likelihood.point(at.stepped());
                if next.is_as_likely_as(&at) {
                    earlier.push(at, &next);
                    next
                } else {
                    likelihood.shorten();
                    let next = at.shares.iter().zip(&at.gradient).map(|(share, g)| share * g.max(0.0));
                    likelihood.point(next.collect())
                }
            }
        };
    }
    let convergence = Convergence {
        iterations: likelihood.steps().into(),
        applications: likelihood.applications(),
        change: at.change,
        gap: at.gradient.iter().copied().fold(0.0, f64::max) - 1.0,
        log_likelihood: observed.n() * at.log_likelihood,
        converged: at.change <= tolerance,
    };
    (at.shares, convergence)
}

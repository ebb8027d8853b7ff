//! The ascent to the maximum of the likelihood, the law applied through its spectrum, never as a matrix.
//!
//! EM step: θ ← θ ∘ g, g = M(λ̂ / Mθ), M symmetric (genome supplement S3). It multiplies, so a cell that is to
//! become 0 takes for ever. Here cells near 0 take a longer step instead, and may reach 0 and leave it again:
//! θ ← max(0, θ + s ∘ (g − 1)), scaled to sum 1, s = max(θ, c/h), h the diagonal of the Hessian −∂²/∂θ² of
//! Σ λ̂ ln(Mθ), which is M∘M applied to λ̂ / (Mθ)². Successive steps are combined ([`super::anderson`]). Where these have
//! not ended after [`PATIENCE`] steps, and after every doubling, few cells may do better ([`super::support`]).
//!
//! A point is kept where the log-likelihood does not fall. Where the combined one does, the plain step is tried;
//! where that does too, c is halved and an EM step taken, which never falls. Steps end where both the EM step
//! and the step above change less than δ, summed.
//!
//! Certificate: the log-likelihood per report is within max g − 1 of its maximum, cells at 0 included.
//!
//! Cost: 2 applications of the law a step, O(w·N) each, and O(m·N) for m earlier steps.

use alloc::vec::Vec;

use super::Convergence;
use super::anderson::Earlier;
use super::support;
use crate::estimate::observed::Observed;
use crate::estimate::operator;
use crate::estimate::operator::Operator;

/// Steps after which the estimate is given with a warning.
const MOST_STEPS: u32 = 100_000;

/// Steps after which the likelihood is taken to be flat.
const PATIENCE: u32 = 128;

/// Earlier steps that are combined, at most.
const MOST_EARLIER: usize = 10;

/// The most numbers in which they are kept, where two of them do not need more.
const MOST_KEPT: usize = 10_000_000;

/// c at first.
const BOLD: f64 = 0.5;

/// What rounding may take from a log-likelihood, relatively.
const ROUNDING: f64 = 1e-14;

/// The likeliest shares for a survey, from a start where what was seen is possible.
pub(crate) fn maximise(observed: &Observed<'_>, start: Vec<f64>, tolerance: f64) -> (Vec<f64>, Convergence) {
    let mut ascent = Ascent::new(observed, &start);
    let mut earlier =
        Earlier::new(ascent.weights(&start), (MOST_KEPT / (2 * start.len())).clamp(2, MOST_EARLIER));
    let mut at = ascent.point(start);
    let mut patience = PATIENCE;
    while at.change > tolerance && ascent.steps < MOST_STEPS {
        if ascent.steps >= patience {
            if let Some(reached) = support::climb(&mut ascent, &at, tolerance) {
                earlier.forget();
                at = reached;
            }
            patience = 2 * ascent.steps;
            continue;
        }
        let next = earlier.combined(&at).map(|shares| ascent.point(shares));
        at = match next.filter(|next| next.is_as_likely_as(&at)) {
            Some(next) => {
                earlier.push(at, &next);
                next
            }
            None => {
                earlier.forget();
                let next = ascent.point(at.stepped());
                if next.is_as_likely_as(&at) {
                    earlier.push(at, &next);
                    next
                } else {
                    ascent.boldness *= 0.5;
                    let next = at.shares.iter().zip(&at.gradient).map(|(share, g)| share * g.max(0.0));
                    ascent.point(next.collect())
                }
            }
        };
    }
    let convergence = Convergence {
        iterations: ascent.steps.into(),
        applications: ascent.applications,
        change: at.change,
        gap: at.gradient.iter().copied().fold(0.0, f64::max) - 1.0,
        log_likelihood: observed.n() * at.log_likelihood,
        converged: at.change <= tolerance,
    };
    (at.shares, convergence)
}

/// What stays the same while one survey's likelihood is climbed.
pub(crate) struct Ascent<'o, 'l> {
    observed: &'o Observed<'l>,
    law: Operator<1>,
    /// 1/h.
    reach: Vec<f64>,
    boldness: f64,
    steps: u32,
    applications: u64,
}

/// A point, and what is seen there.
pub(crate) struct Point {
    pub(crate) shares: Vec<f64>,
    /// g.
    pub(crate) gradient: Vec<f64>,
    /// Where the step from here leads, less where it starts.
    pub(crate) step: Vec<f64>,
    pub(crate) change: f64,
    log_likelihood: f64,
}

impl Point {
    pub(crate) fn is_as_likely_as(&self, before: &Self) -> bool {
        self.log_likelihood >= before.log_likelihood - ROUNDING * libm::fabs(before.log_likelihood)
    }

    pub(crate) fn stepped(&self) -> Vec<f64> {
        self.shares.iter().zip(&self.step).map(|(share, step)| share + step).collect()
    }
}

impl<'o, 'l> Ascent<'o, 'l> {
    fn new(observed: &'o Observed<'l>, start: &[f64]) -> Self {
        let law = Operator::new([observed.spectrum()], observed.sizes());
        let mut ascent = Self { observed, law, reach: Vec::new(), boldness: BOLD, steps: 0, applications: 1 };
        let mut reach = ascent.curvature(start);
        operator::apply(&observed.spectrum().clone().squared(), observed.sizes(), &mut reach);
        reach.iter_mut().for_each(|hessian| *hessian = 1.0 / possible(*hessian));
        ascent.reach = reach;
        ascent
    }

    pub(crate) fn sizes(&self) -> &[u32] {
        self.observed.sizes()
    }

    pub(crate) fn steps(&self) -> u32 {
        self.steps
    }

    /// M.
    pub(crate) fn apply(&mut self, cells: &mut [f64]) {
        self.applications += 1;
        self.law.apply([cells]);
    }

    /// λ̂ / (Mθ)².
    pub(crate) fn curvature(&mut self, shares: &[f64]) -> Vec<f64> {
        let mut fitted = shares.to_vec();
        self.apply(&mut fitted);
        for (fitted, &seen) in fitted.iter_mut().zip(self.observed.shares()) {
            let expected = possible(*fitted);
            *fitted = seen / (expected * expected);
        }
        fitted
    }

    /// 1/s.
    fn weights(&self, shares: &[f64]) -> Vec<f64> {
        shares.iter().zip(&self.reach).map(|(share, reach)| 1.0 / share.max(*reach)).collect()
    }

    pub(crate) fn point(&mut self, mut shares: Vec<f64>) -> Point {
        (self.steps, self.applications) = (self.steps + 1, self.applications + 2);
        scale(&mut shares);
        let mut gradient = shares.clone();
        self.law.apply([&mut gradient]);
        let mut log_likelihood = 0.0;
        for (fitted, &seen) in gradient.iter_mut().zip(self.observed.shares()) {
            let expected = possible(*fitted);
            *fitted = seen / expected;
            if seen > 0.0 {
                log_likelihood += seen * libm::log(expected);
            }
        }
        self.law.apply([&mut gradient]);
        let mut step: Vec<f64> = shares
            .iter()
            .zip(&gradient)
            .zip(&self.reach)
            .map(|((share, g), reach)| (share + share.max(self.boldness * reach) * (g - 1.0)).max(0.0))
            .collect();
        scale(&mut step);
        let (mut change, mut of_em) = (0.0, 0.0);
        for ((step, share), g) in step.iter_mut().zip(&shares).zip(&gradient) {
            *step -= share;
            change += libm::fabs(*step);
            of_em += libm::fabs(share * (g.max(0.0) - 1.0));
        }
        Point { shares, gradient, step, change: f64::max(change, of_em), log_likelihood }
    }
}

/// Rounding may take a nearly impossible cell below 0.
fn possible(fitted: f64) -> f64 {
    fitted.max(f64::MIN_POSITIVE)
}

fn scale(shares: &mut [f64]) {
    let total: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
}

//! The log-likelihood of a survey at one table of shares after another, with its gradient and the step that [`super::ascent`]
//! takes from there. The law is applied through its spectrum, never as a matrix.
//!
//! Cost: 2 applications of the law a point, O(w·N) each.

use alloc::vec;
use alloc::vec::Vec;

use super::model::Model;
use crate::estimate::observed::Observed;
use crate::estimate::observed::stop::Stop;

/// The first value of c.
const BOLD: f64 = 0.5;

/// The most that a log-likelihood may fall by rounding, relatively.
const ROUNDING: f64 = 1e-14;

/// The log-likelihood per report, Σ λ̂ ln(Mθ), as a function of θ.
pub(super) struct LogLikelihood<'o> {
    sizes: &'o [u32],
    stop: &'o Stop,
    model: Model,
    /// λ̂, the observed shares of the distinct reports.
    seen: &'o [f64],
    /// 1/h, h the diagonal of the Hessian.
    reach: Vec<f64>,
    /// c, which scales the steps of cells near 0.
    boldness: f64,
    /// The number of points evaluated.
    steps: u32,
    applications: u64,
}

/// A point, with the log-likelihood and its gradient there.
pub(super) struct Point {
    pub(super) shares: Vec<f64>,
    /// g, the gradient.
    pub(super) gradient: Vec<f64>,
    /// The step from here, as a difference.
    pub(super) step: Vec<f64>,
    pub(super) change: f64,
    pub(super) log_likelihood: f64,
}

impl Point {
    pub(super) fn is_as_likely_as(&self, before: &Self) -> bool {
        self.log_likelihood >= before.log_likelihood - ROUNDING * libm::fabs(before.log_likelihood)
    }

    pub(super) fn stepped(&self) -> Vec<f64> {
        self.shares.iter().zip(&self.step).map(|(share, step)| share + step).collect()
    }
}

impl<'o> LogLikelihood<'o> {
    pub(super) fn new(observed: &'o Observed<'_>, start: &[f64]) -> Self {
        let (sizes, stop, model) = (observed.sizes(), observed.stop(), Model::new(observed));
        let seen = observed.frequencies();
        let mut likelihood =
            Self { sizes, stop, model, seen, reach: Vec::new(), boldness: BOLD, steps: 0, applications: 1 };
        let curvature = likelihood.curvature(start);
        let mut reach = likelihood.model.squares(observed, curvature);
        reach.iter_mut().for_each(|hessian| *hessian = 1.0 / possible(*hessian));
        likelihood.reach = reach;
        likelihood
    }

    pub(super) fn sizes(&self) -> &[u32] {
        self.sizes
    }

    /// Whether nobody waits for the estimate any more.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    pub(super) fn steps(&self) -> u32 {
        self.steps
    }

    pub(super) fn applications(&self) -> u64 {
        self.applications
    }

    /// Halves c.
    pub(super) fn shorten(&mut self) {
        self.boldness *= 0.5;
    }

    /// The column of a cell in M·diag(weights)·M.
    pub(super) fn curved(&mut self, cell: usize, weights: &[f64]) -> Vec<f64> {
        self.applications += 2;
        let mut unit = vec![0.0; self.reach.len()];
        unit[cell] = 1.0;
        let mut column = self.model.fitted(unit);
        column.iter_mut().zip(weights).for_each(|(entry, weight)| *entry *= weight);
        self.model.scores(column)
    }

    /// λ̂ / (Mθ)², the weights in the Hessian.
    pub(super) fn curvature(&mut self, shares: &[f64]) -> Vec<f64> {
        self.applications += 1;
        let mut fitted = self.model.fitted(shares.to_vec());
        for (fitted, &seen) in fitted.iter_mut().zip(self.seen) {
            let expected = possible(*fitted);
            *fitted = seen / (expected * expected);
        }
        fitted
    }

    /// 1/s, the weights by which steps are compared.
    pub(super) fn weights(&self, shares: &[f64]) -> Vec<f64> {
        shares.iter().zip(&self.reach).map(|(share, reach)| 1.0 / share.max(*reach)).collect()
    }

    pub(super) fn point(&mut self, mut shares: Vec<f64>) -> Point {
        (self.steps, self.applications) = (self.steps + 1, self.applications + 2);
        scale(&mut shares);
        let mut ratios = self.model.fitted(shares.clone());
        let mut log_likelihood = 0.0;
        for (fitted, &seen) in ratios.iter_mut().zip(self.seen) {
            let expected = possible(*fitted);
            *fitted = seen / expected;
            if seen > 0.0 {
                log_likelihood += seen * libm::log(expected);
            }
        }
        let gradient = self.model.scores(ratios);
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

/// Keeps a probability above 0: rounding may take a nearly impossible cell below.
fn possible(fitted: f64) -> f64 {
    fitted.max(f64::MIN_POSITIVE)
}

fn scale(shares: &mut [f64]) {
    let total: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
}

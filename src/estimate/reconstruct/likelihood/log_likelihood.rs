//! The log-likelihood of a survey at one table of shares after another, with its gradient and the step that [`super::ascent`]
//! takes from there. The law is applied through its spectrum, never as a matrix.
//!
//! Cost: 2 applications of the law a point, O(w·N) each.

use alloc::vec::Vec;

use crate::estimate::observed::Observed;
use crate::estimate::operator::{self, Operator};

/// c at first.
const BOLD: f64 = 0.5;

/// What rounding may take from a log-likelihood, relatively.
const ROUNDING: f64 = 1e-14;

/// The log-likelihood per report, Σ λ̂ ln(Mθ), as a function of θ.
pub(super) struct LogLikelihood<'o, 'l> {
    observed: &'o Observed<'l>,
    law: Operator<1>,
    /// 1/h.
    reach: Vec<f64>,
    /// c.
    boldness: f64,
    /// Points evaluated.
    steps: u32,
    applications: u64,
}

/// A point, and what is seen there.
pub(super) struct Point {
    pub(super) shares: Vec<f64>,
    /// g.
    pub(super) gradient: Vec<f64>,
    /// Where the step from here leads, less where it starts.
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

impl<'o, 'l> LogLikelihood<'o, 'l> {
    pub(super) fn new(observed: &'o Observed<'l>, start: &[f64]) -> Self {
        let law = Operator::new([observed.spectrum()], observed.sizes());
        let mut likelihood =
            Self { observed, law, reach: Vec::new(), boldness: BOLD, steps: 0, applications: 1 };
        let mut reach = likelihood.curvature(start);
        operator::apply(&observed.spectrum().clone().squared(), observed.sizes(), &mut reach);
        reach.iter_mut().for_each(|hessian| *hessian = 1.0 / possible(*hessian));
        likelihood.reach = reach;
        likelihood
    }

    pub(super) fn sizes(&self) -> &[u32] {
        self.observed.sizes()
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

    /// M.
    pub(super) fn apply(&mut self, cells: &mut [f64]) {
        self.applications += 1;
        self.law.apply([cells]);
    }

    /// λ̂ / (Mθ)².
    pub(super) fn curvature(&mut self, shares: &[f64]) -> Vec<f64> {
        let mut fitted = shares.to_vec();
        self.apply(&mut fitted);
        for (fitted, &seen) in fitted.iter_mut().zip(self.observed.shares()) {
            let expected = possible(*fitted);
            *fitted = seen / (expected * expected);
        }
        fitted
    }

    /// 1/s.
    pub(super) fn weights(&self, shares: &[f64]) -> Vec<f64> {
        shares.iter().zip(&self.reach).map(|(share, reach)| 1.0 / share.max(*reach)).collect()
    }

    pub(super) fn point(&mut self, mut shares: Vec<f64>) -> Point {
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

//! Fisher scoring for the coefficients of a regression ([`super::regression`]).
//!
//! Without a ridge Σ is recomputed at every step. With one it is held fixed after a dozen steps, so that steps that would cycle converge: they
//! then descend on ½·n·(π̂ − π)ᵀ·Σ⁻¹·(π̂ − π) plus the ridge, with the step length from a parabola through the values computed so far.

use alloc::vec::Vec;

use super::regression_model::RegressionModel;
use super::regression_penalty::{Ridge, RidgeAt};
use super::regression_target::Target;
use crate::error::{Code, Error};
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// The number of steps after which the fit counts as having no finite estimate.
const MOST_STEPS: u32 = 200;

/// The step from which on Σ is held, where there is a ridge.
const ANEW: u32 = 12;

/// The log odds beyond which a coefficient counts as diverging: 160,000 to 1.
const ENDLESS: f64 = 12.0;

/// The expected decrease of the distance, on the scale of χ², below which the fit has converged.
const SETTLED: f64 = 1e-12;

/// The expected decrease below which the fit has converged where Σ is held: a thousandth of a standard error.
const NEARLY: f64 = 1e-6;

/// The bounds on the change of step length by a parabola, as factors.
const BELIEVED: (f64, f64) = (0.05, 3.0);

/// The least fraction of a step.
const LEAST_PART: f64 = 1e-9;

/// The least share of a parameter's information that must be left when the other parameters are unknown.
const DETERMINED: f64 = 1e-10;

/// The iteration that fits a model to the estimates.
pub(super) struct Steps<'s, 'o, 'l> {
    pub(super) target: &'s Target<'o, 'l>,
    pub(super) model: &'s RegressionModel,
    /// The factor of Σ, where that is held.
    pub(super) held: Option<Factor>,
    pub(super) ridge: Option<Ridge>,
}

/// The next step and the objective at one point.
pub(super) struct Outlook {
    /// The factor of n·Jᵀ·Σ⁻¹·J plus the ridge's second derivative.
    pub(super) information: Factor,
    step: Vec<f64>,
    /// The expected decrease of the distance.
    fall: f64,
    pub(super) distance: f64,
    /// The objective: half the distance, plus the ridge.
    pub(super) objective: f64,
}

impl Steps<'_, '_, '_> {
    /// Iterates until convergence, and returns the parameters, the objective and information there, and the number of steps.
    pub(super) fn end(&mut self, mut parameters: Vec<f64>) -> Result<(Vec<f64>, Outlook, u32), Error> {
        for steps in 1..=MOST_STEPS {
            if self.ridge.is_some() && self.held.is_none() && steps == ANEW {
                self.held = Some(self.target.noise(&self.model.shares(&parameters))?);
            }
            let outlook = self.outlook(&parameters)?;
            let coefficients = self.model.coefficients(&parameters);
            if self.ridge.is_none() && coefficients.iter().any(|beta| libm::fabs(*beta) > ENDLESS) {
                return Err(endless());
            }
            // With Σ held every step descends, so that the last one can be returned as well.
            if outlook.fall < if self.held.is_some() { NEARLY } else { SETTLED }
                || self.held.is_some() && steps == MOST_STEPS
            {
                return Ok((parameters, outlook, steps));
            }
            parameters = self.next(&parameters, &outlook);
        }
        Err(endless())
    }

    /// The parameters after one step, in which no log odds change by more than 1.
    fn next(&self, parameters: &[f64], outlook: &Outlook) -> Vec<f64> {
        let longest = outlook.step.iter().copied().map(libm::fabs).fold(1.0, f64::max);
        let moved = |part: f64| -> Vec<f64> {
            parameters.iter().zip(&outlook.step).map(|(own, step)| own + part * step).collect()
        };
        let whole = 1.0 / longest;
        let (Some(ridge), Some(noise)) = (&self.ridge, &self.held) else { return moved(whole) };
        let rise = |part: f64| {
            let parameters = moved(part);
            let apart = self.apart(noise, &self.model.shares(&parameters));
            let groups = self.model.groups(&parameters);
            self.objective(&apart, Some(&ridge.at(&groups, &parameters))) - outlook.objective
        };
        let (mut part, mut risen) = (whole, rise(whole));
        loop {
            // The minimum of the parabola with this slope at the start and this value at the end, as a fraction of the step.
            let curved = risen + part * outlook.fall;
            let lowest = if curved > 0.0 { 0.5 * outlook.fall * part / curved } else { BELIEVED.1 };
            let other = part * lowest.clamp(BELIEVED.0, BELIEVED.1);
            let other_risen = rise(other);
            if other_risen >= risen || other < LEAST_PART {
                return moved(part);
            }
            (part, risen) = (other, other_risen);
        }
    }

    fn outlook(&self, parameters: &[f64]) -> Result<Outlook, Error> {
        let shares = self.model.shares(parameters);
        let anew = match self.held {
            Some(_) => None,
            None => Some(self.target.noise(&shares)?),
        };
        let Some(noise) = self.held.as_ref().or(anew.as_ref()) else { return Err(endless()) };
        let apart = self.apart(noise, &shares);
        let columns: Vec<Vec<f64>> =
            self.model.derivatives(parameters).iter().map(|column| whitened(noise, column)).collect();
        let n = self.target.evidence.n();
        let groups = self.model.groups(parameters);
        let ridge = self.ridge.as_ref().map(|ridge| ridge.at(&groups, parameters));
        let mut information = Factor::default();
        let mut told = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            let curvature = |other: usize| ridge.as_ref().map_or(0.0, |ridge| ridge.curvature(place, other));
            let entry = |other: usize| n * dot(column, &columns[other]) + curvature(other);
            let own = entry(place);
            if !information.append_row((0..place).map(entry).collect(), own, DETERMINED * own) {
                return Err(endless());
            }
            told.push(n * dot(column, &apart) - ridge.as_ref().map_or(0.0, |ridge| ridge.slope(place)));
        }
        let mut step = told.clone();
        information.solve(&mut step);
        let (distance, objective) = (n * dot(&apart, &apart), self.objective(&apart, ridge.as_ref()));
        Ok(Outlook { fall: dot(&step, &told), distance, objective, information, step })
    }

    /// The objective: half the distance, plus the ridge.
    fn objective(&self, apart: &[f64], ridge: Option<&RidgeAt<'_>>) -> f64 {
        0.5 * self.target.evidence.n() * dot(apart, apart) + ridge.map_or(0.0, RidgeAt::value)
    }

    /// The whitened distance L⁻¹·(π̂ − π), LLᵀ = Σ.
    fn apart(&self, noise: &Factor, shares: &[f64]) -> Vec<f64> {
        let apart: Vec<f64> =
            self.target.estimates.iter().zip(shares).map(|(own, share)| own - share).collect();
        whitened(noise, &apart)
    }
}

/// L⁻¹ times a vector over the cells.
fn whitened(noise: &Factor, of: &[f64]) -> Vec<f64> {
    let mut kept: Vec<f64> = noise.order.iter().map(|&cell| of[cell]).collect();
    noise.forward(&mut kept);
    kept
}

fn endless() -> Error {
    let message = "a coefficient has no finite estimate, because a regressor separates the outcomes completely or the noise hides a group; leave a regressor out, join categories, or fit with a ridge";
    Error::new(Code::NoFiniteEstimate, message)
}

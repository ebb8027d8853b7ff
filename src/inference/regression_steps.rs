//! Fisher's scoring steps to the coefficients of a regression ([`super::regression`]).
//!
//! Without a ridge Σ is taken anew at every step. With one it is held after a dozen, so that steps that would go round come to an end: they then
//! go down ½·n·(π̂ − π)ᵀ·Σ⁻¹·(π̂ − π) and the ridge, as far as a parabola through what was seen says.

use alloc::vec::Vec;

use super::regression_model::RegressionModel;
use super::regression_penalty::{Ridge, RidgeAt};
use super::regression_target::Target;
use crate::error::{Code, Error};
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// Steps after which there is no estimate.
const MOST_STEPS: u32 = 200;

/// Steps after which Σ is held, where there is a ridge.
const ANEW: u32 = 12;

/// A logarithm of odds beyond which there is no end: 160,000 to 1.
const ENDLESS: f64 = 12.0;

/// The expected fall of the distance, as a χ², below which steps end.
const SETTLED: f64 = 1e-12;

/// The same where Σ is held: a thousandth of a standard error.
const NEARLY: f64 = 1e-6;

/// The parts of a step between which a parabola is believed.
const BELIEVED: (f64, f64) = (0.05, 3.0);

/// The least part of a step.
const LEAST_PART: f64 = 1e-9;

/// The least share of a parameter's information that the others must leave.
const DETERMINED: f64 = 1e-10;

/// A model on its way to the estimates.
pub(super) struct Steps<'s, 'o, 'l> {
    pub(super) target: &'s Target<'o, 'l>,
    pub(super) model: &'s RegressionModel,
    /// Of Σ, where that is held.
    pub(super) held: Option<Factor>,
    pub(super) ridge: Option<Ridge>,
}

/// What is seen from one point.
pub(super) struct Outlook {
    /// Of n·Jᵀ·Σ⁻¹·J, and of the ridge's second derivative.
    pub(super) information: Factor,
    step: Vec<f64>,
    /// By how much the distance should fall.
    fall: f64,
    pub(super) distance: f64,
    /// Half the distance, and the ridge.
    pub(super) objective: f64,
}

impl Steps<'_, '_, '_> {
    /// Where they end, what is seen from there, and how many they were.
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
            // With Σ held every step goes down, so that the last one is as good an end.
            if outlook.fall < if self.held.is_some() { NEARLY } else { SETTLED }
                || self.held.is_some() && steps == MOST_STEPS
            {
                return Ok((parameters, outlook, steps));
            }
            parameters = self.next(&parameters, &outlook);
        }
        Err(endless())
    }

    /// No logarithm of odds moves by more than 1 at once.
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
            // The parabola with this slope at the start and this height at the end is lowest so far on.
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
        let n = self.target.observed.n();
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

    /// Half the distance, and the ridge.
    fn objective(&self, apart: &[f64], ridge: Option<&RidgeAt<'_>>) -> f64 {
        0.5 * self.target.observed.n() * dot(apart, apart) + ridge.map_or(0.0, RidgeAt::value)
    }

    /// L⁻¹·(π̂ − π), LLᵀ = Σ.
    fn apart(&self, noise: &Factor, shares: &[f64]) -> Vec<f64> {
        let apart: Vec<f64> =
            self.target.estimates.iter().zip(shares).map(|(own, share)| own - share).collect();
        whitened(noise, &apart)
    }
}

/// L⁻¹ of what is said of every cell.
fn whitened(noise: &Factor, of: &[f64]) -> Vec<f64> {
    let mut kept: Vec<f64> = noise.order.iter().map(|&cell| of[cell]).collect();
    noise.forward(&mut kept);
    kept
}

fn endless() -> Error {
    let message = "a coefficient has no finite estimate: the answers separate, or the noise leaves nothing of a group; leave a regressor out, join categories, or fit with a ridge";
    Error::new(Code::NoFiniteEstimate, message)
}

//! What is told of one coefficient of a penalised fit: intervals and tests by the profile of what was minimised [VenzonMoolgavkar88].
//!
//! With the coefficient put at b and all other parameters free, twice the minimum lies some way above that of the fit, Σ held as it is there. The interval
//! is where that is at most z², the test that b = 0 takes it for χ² with one degree of freedom. Where a coefficient is hardly known,
//! the likelihood is no parabola: it falls off on one side only, and what a standard error says of it is too short.
//!
//! Cost: some ten fits a coefficient, of a few steps each.

use alloc::vec::Vec;

use super::regression_fit::Fitted;
use super::regression_penalty::Ridge;
use super::regression_steps::Steps;
use super::regression_target::Target;
use super::statistic::Statistic;
use crate::error::Error;
use crate::numeric::quadratic::Factor;

/// How near z² the ends of an interval are found, relatively: half of that in their distance.
const NEAR: f64 = 0.01;

/// Points at which an end is looked for.
const MOST_POINTS: u32 = 30;

/// A penalised fit, seen along one of its coefficients.
pub(super) struct Profile<'f, 't, 'o, 'l> {
    fitted: &'f Fitted,
    target: &'t Target<'o, 'l>,
    ridge: Ridge,
    /// Of Σ where the fit is.
    noise: &'f Factor,
    coefficient: usize,
}

impl<'f, 't, 'o, 'l> Profile<'f, 't, 'o, 'l> {
    pub(super) fn new(
        fitted: &'f Fitted,
        target: &'t Target<'o, 'l>,
        noise: &'f Factor,
        coefficient: usize,
    ) -> Self {
        Self { fitted, target, ridge: Ridge::new(&fitted.model), noise, coefficient }
    }

    /// The estimate.
    fn own(&self) -> f64 {
        self.fitted.parameters[self.fitted.model.first_coefficient() + self.coefficient]
    }

    /// How far above the fit twice the minimum lies where the coefficient is put there. The other parameters go from `start` to where
    /// they are best.
    fn rise(&self, at: f64, start: &mut Vec<f64>) -> Result<f64, Error> {
        let ridge = self.ridge.clone().fixing(self.coefficient, at);
        let (held, model) = (Some(self.noise.clone()), &self.fitted.model);
        let mut steps = Steps { target: self.target, model, held, ridge: Some(ridge) };
        let (parameters, outlook, _) = steps.end(core::mem::take(start))?;
        *start = parameters;
        Ok(2.0 * (outlook.objective + self.ridge.of(self.coefficient, at) - self.fitted.objective))
    }

    /// The test that it is 0.
    pub(super) fn test(&self) -> Result<Statistic, Error> {
        Ok(Statistic::new(self.rise(0.0, &mut self.fitted.parameters.clone())?, 1))
    }

    /// The interval at z.
    pub(super) fn interval(&self, z: f64) -> Result<(f64, f64), Error> {
        Ok((self.end(z, -1.0)?, self.end(z, 1.0)?))
    }

    /// Its end on one side: the square root of the rise is nearly proportional to the distance.
    fn end(&self, z: f64, side: f64) -> Result<f64, Error> {
        let mut start = self.fitted.parameters.clone();
        let mut apart = z * libm::sqrt(self.fitted.variance(self.coefficient));
        let (mut inside, mut outside) = (0.0, f64::INFINITY);
        for _ in 0..MOST_POINTS {
            let rise = self.rise(self.own() + side * apart, &mut start)?;
            if libm::fabs(rise - z * z) < NEAR * z * z {
                break;
            }
            let within = rise < z * z;
            *(if within { &mut inside } else { &mut outside }) = apart;
            let proportional = apart * libm::fmin(z / libm::sqrt(libm::fmax(rise, 0.25 * z * z)), 2.0);
            let is_between = inside < proportional && proportional < outside;
            apart = if is_between { proportional } else { 0.5 * (inside + libm::fmin(outside, 2.0 * apart)) };
        }
        Ok(self.own() + side * apart)
    }
}

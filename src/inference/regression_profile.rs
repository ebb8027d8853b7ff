//! Profile intervals and tests of one coefficient of a penalised fit [VenzonMoolgavkar88].
//!
//! The profile at b is twice the minimum of the objective with the coefficient fixed at b and all other parameters free, less twice that of the
//! fit, with Σ held as it is at the fit. The interval is where the profile is at most z²; the test that b = 0 compares it with χ² of one
//! degree of freedom. Where a coefficient is hardly determined, the likelihood is not quadratic: it falls off on one side only, and an
//! interval from the standard error is too short.
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

/// The relative tolerance at z² for the ends of an interval; their distance from the estimate has half of it.
const NEAR: f64 = 0.01;

/// The most points at which the profile is computed for one end.
const MOST_POINTS: u32 = 30;

/// The profile of a penalised fit along one of its coefficients.
pub(super) struct Profile<'f, 't, 'o, 'l> {
    fitted: &'f Fitted,
    target: &'t Target<'o, 'l>,
    ridge: Ridge,
    /// The factor of Σ at the fit.
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

    /// The estimate of the coefficient.
    fn own(&self) -> f64 {
        self.fitted.parameters[self.fitted.model.first_coefficient() + self.coefficient]
    }

    /// The profile at a value of the coefficient. `start` holds the parameters to start from, and is set to those of the minimum.
    fn rise(&self, at: f64, start: &mut Vec<f64>) -> Result<f64, Error> {
        let ridge = self.ridge.clone().fixing(self.coefficient, at);
        let (held, model) = (Some(self.noise.clone()), &self.fitted.model);
        let mut steps = Steps { target: self.target, model, held, ridge: Some(ridge) };
        let (parameters, outlook, _) = steps.end(core::mem::take(start))?;
        *start = parameters;
        Ok(2.0 * (outlook.objective + self.ridge.of(self.coefficient, at) - self.fitted.objective))
    }

    /// The test that the coefficient is 0.
    pub(super) fn test(&self) -> Result<Statistic, Error> {
        Ok(Statistic::new(self.rise(0.0, &mut self.fitted.parameters.clone())?, 1))
    }

    /// The confidence interval at the normal quantile z.
    pub(super) fn interval(&self, z: f64) -> Result<(f64, f64), Error> {
        Ok((self.end(z, -1.0)?, self.end(z, 1.0)?))
    }

    /// The end of the interval on one side, found from the square root of the profile, which is nearly proportional to the distance.
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

//! A fitted regression, with its variances and tests ([`super::regression`]).

use alloc::vec;
use alloc::vec::Vec;

use super::regression_model::RegressionModel;
use super::regression_penalty::Ridge;
use super::regression_steps::Steps;
use super::regression_target::Target;
use super::statistic::Statistic;
use crate::error::Error;
use crate::numeric::quadratic::Factor;
use crate::numeric::vectors::dot;

/// The parameters at which the scoring steps converged.
pub(super) struct Fitted {
    pub(super) model: RegressionModel,
    /// The logarithms of p, then the coefficients.
    pub(super) parameters: Vec<f64>,
    information: Factor,
    pub(super) fit: Statistic,
    pub(super) objective: f64,
    pub(super) steps: u32,
}

impl Fitted {
    pub(super) fn new(target: &Target<'_, '_>, model: RegressionModel) -> Result<Self, Error> {
        Self::of(target, model, None, None)
    }

    /// The fit with a ridge.
    pub(super) fn penalised(target: &Target<'_, '_>, model: RegressionModel) -> Result<Self, Error> {
        let ridge = Ridge::new(&model);
        Self::of(target, model, None, Some(ridge))
    }

    fn of(
        target: &Target<'_, '_>,
        model: RegressionModel,
        held: Option<Factor>,
        ridge: Option<Ridge>,
    ) -> Result<Self, Error> {
        let start = model.start(&target.estimates);
        let (parameters, outlook, steps) = Steps { target, model: &model, held, ridge }.end(start)?;
        let freedom = target.estimates.len() - 1 - parameters.len();
        let fit = Statistic::new(outlook.distance, u32::try_from(freedom).unwrap_or(u32::MAX));
        let (information, objective) = (outlook.information, outlook.objective);
        Ok(Self { model, parameters, information, fit, objective, steps })
    }

    /// The likelihood ratio test of a smaller model; with labels or joined categories, the difference of the fit statistics at the same Σ.
    pub(super) fn against(
        &self,
        target: &Target<'_, '_>,
        smaller: RegressionModel,
    ) -> Result<Statistic, Error> {
        let held = (!target.has_likelihood()).then(|| target.noise(&self.shares())).transpose()?;
        let other = Self::of(target, smaller, held, None)?;
        let beyond = self.parameters.len() - other.parameters.len();
        let value = if target.has_likelihood() {
            let (own, others) = (target.expected(&self.shares()), target.expected(&other.shares()));
            let each = target.evidence.reported().shares().iter().zip(own.iter().zip(&others));
            let ratio: f64 = each.map(|(seen, (own, other))| seen * libm::log(own / other)).sum();
            2.0 * target.evidence.n() * ratio
        } else {
            other.fit.value - self.fit.value
        };
        Ok(Statistic::new(libm::fmax(value, 0.0), u32::try_from(beyond).unwrap_or(u32::MAX)))
    }

    /// The fitted shares π.
    pub(super) fn shares(&self) -> Vec<f64> {
        self.model.shares(&self.parameters)
    }

    /// The variance of a coefficient.
    pub(super) fn variance(&self, coefficient: usize) -> f64 {
        let at = self.model.first_coefficient() + coefficient;
        self.column(at)[at]
    }

    /// The covariances of a parameter with all parameters: a column of the inverse information.
    fn column(&self, place: usize) -> Vec<f64> {
        let mut unit = vec![0.0; self.parameters.len()];
        unit[place] = 1.0;
        self.information.solve(&mut unit);
        unit
    }

    /// The covariances of the coefficients, a row for each.
    pub(super) fn covariance(&self) -> Vec<Vec<f64>> {
        let first = self.model.first_coefficient();
        (first..self.parameters.len()).map(|place| self.column(place).split_off(first)).collect()
    }

    /// Wald's statistic for the hypothesis that all coefficients but the constants are 0, with the covariances of the coefficients.
    pub(super) fn overall(&self, covariance: &[Vec<f64>]) -> Statistic {
        let tested: Vec<usize> = self.model.slopes().collect();
        let of_slopes = |row: &[f64]| tested.iter().map(|&slope| row[slope]).collect();
        let of_tested: Vec<Vec<f64>> = tested.iter().map(|&slope| of_slopes(&covariance[slope])).collect();
        let factor = Factor::of(&of_tested);
        let coefficients = self.model.coefficients(&self.parameters);
        let mut values: Vec<f64> = factor.order.iter().map(|&place| coefficients[tested[place]]).collect();
        factor.forward(&mut values);
        Statistic::new(dot(&values, &values), u32::try_from(values.len()).unwrap_or(u32::MAX))
    }
}

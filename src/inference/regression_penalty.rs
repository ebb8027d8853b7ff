//! A ridge penalty [Hoerl70], which keeps coefficients finite where answers separate or noise leaves nothing of a group.
//!
//! A penalised fit has the score of the counts equal to the derivative of the penalty ½·Σβ²/s² − ½·Σ ln p_x, instead of 0. That is a normal prior
//! on the coefficients, with mean 0 and standard deviation s, and half a respondent more in every group.

use alloc::vec::Vec;

use super::regression_model::RegressionModel;
use crate::exact::to_f64;

/// The standard deviation s of slopes: 95 % of the odds ratios of this prior are between 1/134 and 134.
pub(super) const OF_SLOPES: f64 = 2.5;

/// The standard deviation s of constants, which is larger because an answer may be rarer than that.
pub(super) const OF_CONSTANTS: f64 = 10.0;

/// The number of respondents added to each group.
const PER_GROUP: f64 = 0.5;

/// The precision 1/s² that fixes a coefficient at a value.
const FIXED: f64 = 1e10;

/// A ridge: for every coefficient the value it is shrunk towards, and the precision 1/s².
#[derive(Clone)]
pub(super) struct Ridge {
    coefficients: Vec<(f64, f64)>,
}

/// A ridge evaluated at some parameters.
pub(super) struct RidgeAt<'r> {
    coefficients: &'r [(f64, f64)],
    groups: &'r [f64],
    parameters: &'r [f64],
}

impl Ridge {
    /// A ridge that shrinks all coefficients towards 0.
    pub(super) fn new(model: &RegressionModel) -> Self {
        let of = |is_slope: bool| if is_slope { OF_SLOPES } else { OF_CONSTANTS };
        Self {
            coefficients: model
                .are_slopes()
                .map(|is_slope| (0.0, 1.0 / (of(is_slope) * of(is_slope))))
                .collect(),
        }
    }

    /// The ridge with one coefficient fixed at a value.
    pub(super) fn fixing(mut self, coefficient: usize, at: f64) -> Self {
        self.coefficients[coefficient] = (at, FIXED);
        self
    }

    /// The penalty of one coefficient.
    pub(super) fn of(&self, coefficient: usize, beta: f64) -> f64 {
        let (to, precision) = self.coefficients[coefficient];
        0.5 * precision * (beta - to) * (beta - to)
    }

    /// The ridge at these parameters, where the groups have these shares.
    pub(super) fn at<'r>(&'r self, groups: &'r [f64], parameters: &'r [f64]) -> RidgeAt<'r> {
        RidgeAt { coefficients: &self.coefficients, groups, parameters }
    }
}

impl RidgeAt<'_> {
    /// The index of the first coefficient: β follows γ of all groups but the first.
    fn first_coefficient(&self) -> usize {
        self.groups.len() - 1
    }

    fn number_of_groups(&self) -> f64 {
        to_f64(self.groups.len() as u128)
    }

    pub(super) fn value(&self) -> f64 {
        let own = self.coefficients.iter().zip(&self.parameters[self.first_coefficient()..]);
        let ridge: f64 = own.map(|((to, precision), beta)| precision * (beta - to) * (beta - to)).sum();
        let seen: f64 = self.groups.iter().map(|share| libm::log(*share)).sum();
        0.5 * ridge - PER_GROUP * seen
    }

    /// The derivative of the penalty by a parameter.
    pub(super) fn slope(&self, place: usize) -> f64 {
        match place.checked_sub(self.first_coefficient()) {
            Some(beta) => self.coefficients[beta].1 * (self.parameters[place] - self.coefficients[beta].0),
            None => PER_GROUP * (self.number_of_groups() * self.groups[place + 1] - 1.0),
        }
    }

    /// The second derivative of the penalty by two parameters.
    pub(super) fn curvature(&self, one: usize, other: usize) -> f64 {
        let first = self.first_coefficient();
        match (one.checked_sub(first), other.checked_sub(first)) {
            (Some(beta), Some(_)) if one == other => self.coefficients[beta].1,
            (None, None) => {
                let [own, others] = [one, other].map(|place| self.groups[place + 1]);
                let same = if one == other { own } else { 0.0 };
                PER_GROUP * self.number_of_groups() * (same - own * others)
            }
            _ => 0.0,
        }
    }
}

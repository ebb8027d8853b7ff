//! What keeps the coefficients of a regression finite where answers separate or noise leaves nothing of a group: a ridge [Hoerl70].
//!
//! Of a penalised fit the score of the counts is the derivative of ½·Σβ²/s² − ½·Σ ln p_x by the parameters, in place of 0: as if it were known
//! before that coefficients lie around 0 with the standard deviation s, and half a respondent more had been seen in every group.

use alloc::vec::Vec;

use super::regression_model::RegressionModel;
use crate::exact::to_f64;

/// s of what a category of a regressor does: nineteen of twenty are odds ratios between 1/134 and 134.
pub(super) const OF_SLOPES: f64 = 2.5;

/// s of a constant, whose own answer may be rarer than that.
pub(super) const OF_CONSTANTS: f64 = 10.0;

/// How many respondents more in each group.
const PER_GROUP: f64 = 0.5;

/// 1/s² of a coefficient that stays where it is put.
const FIXED: f64 = 1e10;

/// A ridge: of every coefficient where it is drawn to, and 1/s².
#[derive(Clone)]
pub(super) struct Ridge {
    coefficients: Vec<(f64, f64)>,
}

/// A ridge at a point.
pub(super) struct RidgeAt<'r> {
    coefficients: &'r [(f64, f64)],
    groups: &'r [f64],
    parameters: &'r [f64],
}

impl Ridge {
    /// Towards 0.
    pub(super) fn new(model: &RegressionModel) -> Self {
        let of = |is_slope: bool| if is_slope { OF_SLOPES } else { OF_CONSTANTS };
        Self {
            coefficients: model
                .are_slopes()
                .map(|is_slope| (0.0, 1.0 / (of(is_slope) * of(is_slope))))
                .collect(),
        }
    }

    /// With one coefficient put somewhere.
    pub(super) fn fixing(mut self, coefficient: usize, at: f64) -> Self {
        self.coefficients[coefficient] = (at, FIXED);
        self
    }

    /// What one coefficient adds.
    pub(super) fn of(&self, coefficient: usize, beta: f64) -> f64 {
        let (to, precision) = self.coefficients[coefficient];
        0.5 * precision * (beta - to) * (beta - to)
    }

    /// At parameters that make the groups so frequent.
    pub(super) fn at<'r>(&'r self, groups: &'r [f64], parameters: &'r [f64]) -> RidgeAt<'r> {
        RidgeAt { coefficients: &self.coefficients, groups, parameters }
    }
}

impl RidgeAt<'_> {
    /// γ of the groups but the first come before β.
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

    /// The derivative by a parameter.
    pub(super) fn slope(&self, place: usize) -> f64 {
        match place.checked_sub(self.first_coefficient()) {
            Some(beta) => self.coefficients[beta].1 * (self.parameters[place] - self.coefficients[beta].0),
            None => PER_GROUP * (self.number_of_groups() * self.groups[place + 1] - 1.0),
        }
    }

    /// The second derivative by two.
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

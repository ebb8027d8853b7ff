//! The rows of the experiment's table.

use super::ratio::Ratio;
use crate::measured::{Mean, errors, rounded};
use crate::records::Population;
use crate::table::Value;

/// What methods are compared at.
pub(super) struct Setting<'p> {
    pub(super) people: &'p str,
    pub(super) respondents: usize,
    pub(super) w: u32,
    pub(super) epsilon: f64,
    pub(super) form: &'p str,
    /// The bound on n times the error, where estimates are unbiased.
    pub(super) bound: Option<f64>,
}

/// What was measured of a method in a setting.
pub(super) struct Measured {
    pub(super) runs: u32,
    pub(super) error: Mean,
    pub(super) ratio: Ratio,
}

impl Setting<'_> {
    pub(super) fn row(&self, method: &str, of: Measured) -> Vec<Value> {
        let Measured { runs, error, ratio } = of;
        let n = self.respondents as f64;
        vec![
            self.people.into(),
            n.into(),
            self.w.into(),
            self.epsilon.into(),
            method.into(),
            self.form.into(),
            runs.into(),
            error.mean.into(),
            error.standard_error.into(),
            rounded(ratio.factor, 4).into(),
            rounded(ratio.lower, 4).into(),
            rounded(ratio.upper, 4).into(),
            self.bound.map(|bound| rounded(n * error.mean / bound, 4)).into(),
        ]
    }
}

/// The squared error of estimated tables, summed over all cells of all of them.
pub(super) fn squared_error(estimates: &[Vec<f64>], tables: &[Vec<usize>], people: &Population) -> f64 {
    let of = |(own, table): (&Vec<f64>, &Vec<usize>)| {
        let truth = people.shares(table);
        errors(own, &truth)[2] * truth.len() as f64
    };
    estimates.iter().zip(tables).map(of).sum()
}

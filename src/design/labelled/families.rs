//! The families that are weighed, and how likely each is.

use alloc::vec::Vec;

use super::column::FormColumn;
use super::master::{self, Weighing};
use super::reduction;
use crate::exact::to_f64;
use crate::numeric::order::descending;

/// A family less likely than this, and worth less than this share of V, is set aside.
const UNLIKELY: f64 = 1e-7;
const WORTHLESS: f64 = 0.999;
/// The most kinds of components for which combinations are left out.
const MAX_REDUCED: usize = 200;
/// The most multiplications of a step for which families are left out on trial, all trials together.
const MAX_TRIED: f64 = 1e9;

/// Families with their probabilities.
pub(super) struct Families<'a> {
    costs: &'a [f64],
    columns: Vec<FormColumn>,
    weighing: Weighing,
}

impl<'a> Families<'a> {
    /// Weighed to a precision.
    pub(super) fn new(costs: &'a [f64], given: Vec<FormColumn>, precision: f64) -> Self {
        let mut columns: Vec<FormColumn> = Vec::new();
        for column in given {
            join(&mut columns, column);
        }
        let weighing = master::weighed(costs, &columns, &[], precision);
        Self { costs, columns, weighing }
    }

    pub(super) fn weighing(&self) -> &Weighing {
        &self.weighing
    }

    pub(super) fn columns(&self) -> &[FormColumn] {
        &self.columns
    }

    pub(super) fn len(&self) -> usize {
        self.columns.len()
    }

    /// The multiplications of a step that weighs them.
    pub(super) fn work(&self) -> f64 {
        let (families, kinds) = (to_f64(self.len() as u128), to_f64(self.costs.len() as u128));
        families * families * (families / 3.0 + kinds)
    }

    /// How much more than V one of them is worth, relative to V.
    pub(super) fn gap(&self) -> f64 {
        self.weighing.gap(&self.columns)
    }

    /// Whether it was new.
    pub(super) fn join(&mut self, column: FormColumn) -> bool {
        join(&mut self.columns, column)
    }

    /// New probabilities; what has none leaves.
    pub(super) fn weigh(&mut self, precision: f64) {
        self.weighing = master::weighed(self.costs, &self.columns, &self.weighing.probabilities, precision);
        let enough = self.weighing.objective * WORTHLESS;
        let kept =
            |(p, column): (&f64, &FormColumn)| *p > UNLIKELY || column.worth(&self.weighing.prices) > enough;
        let kept: Vec<bool> = self.weighing.probabilities.iter().zip(&self.columns).map(kept).collect();
        self.keep(&kept);
    }

    /// The families with their probabilities, likeliest first; fewer, as far as V rises by no more than this share.
    pub(super) fn fewest(mut self, rise: f64, precision: f64) -> Self {
        let most = self.weighing.objective * (1.0 + rise);
        let fewer = self.without_combinations(precision);
        if fewer.weighing.objective <= most {
            self = fewer;
        }
        let (mut step, mut work) = (self.columns.len() / 2, 0.0);
        while step > 0 {
            work += self.work();
            if work > MAX_TRIED {
                break;
            }
            let fewer = self.without(step, precision);
            if fewer.weighing.objective <= most {
                self = fewer;
                step = step.min(self.columns.len() / 2);
            } else {
                step /= 2;
            }
        }
        self.sort();
        self
    }

    /// Without those that are combinations of others, where there are not too many kinds of components.
    fn without_combinations(&self, precision: f64) -> Self {
        let (mut columns, mut from) = (self.columns.clone(), self.weighing.probabilities.clone());
        if self.costs.len() <= MAX_REDUCED {
            from = reduction::reduced(&columns, &self.weighing.prices, &from);
            let mut kept = from.iter().map(|p| *p > 0.0);
            columns.retain(|_| kept.next().unwrap_or(true));
            from.retain(|p| *p > 0.0);
        }
        let weighing = master::weighed(self.costs, &columns, &from, precision);
        Self { costs: self.costs, columns, weighing }
    }

    /// Without so many of the least likely.
    fn without(&self, number: usize, precision: f64) -> Self {
        let p = &self.weighing.probabilities;
        let mut order = descending(&p[..self.columns.len()]);
        order.truncate(self.columns.len() - number);
        let columns: Vec<FormColumn> = order.iter().map(|&place| self.columns[place].clone()).collect();
        let from: Vec<f64> = order.iter().map(|&place| p[place]).collect();
        let weighing = master::weighed(self.costs, &columns, &from, precision);
        Self { costs: self.costs, columns, weighing }
    }

    fn sort(&mut self) {
        let p = &self.weighing.probabilities;
        let order = descending(&p[..self.columns.len()]);
        self.columns = order.iter().map(|&place| self.columns[place].clone()).collect();
        self.weighing.probabilities = order.iter().map(|&place| p[place]).collect();
    }

    fn keep(&mut self, kept: &[bool]) {
        let mut of_columns = kept.iter();
        self.columns.retain(|_| of_columns.next().is_none_or(|kept| *kept));
        let mut of_probabilities = kept.iter();
        self.weighing.probabilities.retain(|_| of_probabilities.next().is_none_or(|kept| *kept));
    }
}

/// A column that tells what another does takes its place where it is simpler.
fn join(columns: &mut Vec<FormColumn>, column: FormColumn) -> bool {
    match columns.iter_mut().find(|other| other.tells_the_same(&column)) {
        Some(other) if column.simplicity() < other.simplicity() => *other = column,
        Some(_) => {}
        None => {
            columns.push(column);
            return true;
        }
    }
    false
}

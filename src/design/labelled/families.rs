//! The families in a design and their probabilities.

use alloc::vec::Vec;

use super::column::FormColumn;
use super::criterion::Criterion;
use super::measure::DesignMeasure;
use super::reduction;
use crate::exact::to_f64;
use crate::numeric::order::descending;

/// A family with a probability below the first and worth less than the second as a share of the design's worth is dropped.
const UNLIKELY: f64 = 1e-7;
const WORTHLESS: f64 = 0.999;
/// The largest number of kinds of components for which families that are combinations of others are removed.
const MAX_REDUCED: usize = 200;
/// The largest total number of multiplications for trial removals of families.
const MAX_TRIED: f64 = 1e9;

/// Families with their probabilities.
pub(super) struct Families<'a> {
    criterion: Criterion<'a>,
    columns: Vec<FormColumn>,
    measure: DesignMeasure,
}

impl<'a> Families<'a> {
    /// Computes the best probabilities of the given families to this precision.
    pub(super) fn new(criterion: Criterion<'a>, given: Vec<FormColumn>, precision: f64) -> Self {
        let mut columns: Vec<FormColumn> = Vec::new();
        for column in given {
            add(&mut columns, column);
        }
        let measure = criterion.optimal_measure(&columns, &[], precision);
        Self { criterion, columns, measure }
    }

    pub(super) fn measure(&self) -> &DesignMeasure {
        &self.measure
    }

    pub(super) fn columns(&self) -> &[FormColumn] {
        &self.columns
    }

    pub(super) fn into_parts(self) -> (Vec<FormColumn>, DesignMeasure) {
        (self.columns, self.measure)
    }

    pub(super) fn len(&self) -> usize {
        self.columns.len()
    }

    /// The number of multiplications of a step that optimises their probabilities.
    pub(super) fn work(&self) -> f64 {
        let (families, kinds) = (to_f64(self.len() as u128), to_f64(self.measure.prices.len() as u128));
        families * families * (families / 3.0 + kinds)
    }

    /// The optimality gap among these families: the relative excess over the design of what the best of them is worth.
    pub(super) fn gap(&self) -> f64 {
        self.measure.gap(&self.columns)
    }

    /// How far, as a share of what the design is worth, the probabilities are from the best ones.
    pub(super) fn distance(&self) -> f64 {
        self.measure.distance(&self.columns)
    }

    /// Adds a family; returns whether it was new.
    pub(super) fn add(&mut self, column: FormColumn) -> bool {
        add(&mut self.columns, column)
    }

    /// Recomputes the probabilities, and drops families that are unlikely and worth too little.
    pub(super) fn optimise(&mut self, precision: f64) {
        self.measure = self.criterion.optimal_measure(&self.columns, &self.measure.probabilities, precision);
        let enough = self.measure.worth * WORTHLESS;
        let kept =
            |(p, column): (&f64, &FormColumn)| *p > UNLIKELY || column.worth(&self.measure.prices) > enough;
        let kept: Vec<bool> = self.measure.probabilities.iter().zip(&self.columns).map(kept).collect();
        self.keep(&kept);
    }

    /// Removes families as long as the objective rises by no more than this share, and sorts the rest, likeliest first.
    pub(super) fn with_fewest(mut self, rise: f64, precision: f64) -> Self {
        let most = self.measure.objective * (1.0 + rise);
        let fewer = self.without_combinations(precision);
        if fewer.measure.objective <= most {
            self = fewer;
        }
        let (mut step, mut work) = (self.columns.len() / 2, 0.0);
        while step > 0 {
            work += self.work();
            if work > MAX_TRIED {
                break;
            }
            let fewer = self.without(step, precision);
            if fewer.measure.objective <= most {
                self = fewer;
                step = step.min(self.columns.len() / 2);
            } else {
                step /= 2;
            }
        }
        self.sort();
        self
    }

    /// Removes families that are combinations of others, where there are not too many kinds of components.
    fn without_combinations(&self, precision: f64) -> Self {
        let (mut columns, mut from) = (self.columns.clone(), self.measure.probabilities.clone());
        if self.measure.prices.len() <= MAX_REDUCED {
            from = reduction::reduced(&columns, &self.measure.prices, &from);
            let mut kept = from.iter().map(|p| *p > 0.0);
            columns.retain(|_| kept.next().unwrap_or(true));
            from.retain(|p| *p > 0.0);
        }
        let measure = self.criterion.optimal_measure(&columns, &from, precision);
        Self { criterion: self.criterion, columns, measure }
    }

    /// Removes this number of the least likely families.
    fn without(&self, number: usize, precision: f64) -> Self {
        let p = &self.measure.probabilities;
        let mut order = descending(&p[..self.columns.len()]);
        order.truncate(self.columns.len() - number);
        let columns: Vec<FormColumn> = order.iter().map(|&place| self.columns[place].clone()).collect();
        let from: Vec<f64> = order.iter().map(|&place| p[place]).collect();
        let measure = self.criterion.optimal_measure(&columns, &from, precision);
        Self { criterion: self.criterion, columns, measure }
    }

    fn sort(&mut self) {
        let p = &self.measure.probabilities;
        let order = descending(&p[..self.columns.len()]);
        self.columns = order.iter().map(|&place| self.columns[place].clone()).collect();
        self.measure.probabilities = order.iter().map(|&place| p[place]).collect();
    }

    fn keep(&mut self, kept: &[bool]) {
        let mut of_columns = kept.iter();
        self.columns.retain(|_| of_columns.next().is_none_or(|kept| *kept));
        let mut of_probabilities = kept.iter();
        self.measure.probabilities.retain(|_| of_probabilities.next().is_none_or(|kept| *kept));
    }
}

/// Adds a column unless another has the same information; of two such columns the simpler one is kept. Returns whether it was new.
fn add(columns: &mut Vec<FormColumn>, column: FormColumn) -> bool {
    match columns.iter_mut().find(|other| other.has_same_information(&column)) {
        Some(other) if column.simplicity() < other.simplicity() => *other = column,
        Some(_) => {}
        None => {
            columns.push(column);
            return true;
        }
    }
    false
}

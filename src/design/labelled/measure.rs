//! A design as probabilities of given families, and what it achieves.

use alloc::vec;
use alloc::vec::Vec;

use super::column::FormColumn;

/// A design measure, as optimal experimental design calls it: the probabilities of the families, the information of a report, what is
/// minimised, and the price of information on a component of every kind.
#[derive(Debug, Clone)]
pub(super) struct DesignMeasure {
    pub(super) probabilities: Vec<f64>,
    pub(super) information: Vec<f64>,
    /// What is minimised; infinite where a limit is not kept.
    pub(super) objective: f64,
    pub(super) prices: Vec<f64>,
    /// What the design is worth at these prices.
    pub(super) worth: f64,
    /// How much of the objective the part of a limit that is not used could save.
    pub(super) unused: f64,
}

impl DesignMeasure {
    /// The relative excess over the design of what the best of the columns is worth.
    pub(super) fn gap(&self, columns: &[FormColumn]) -> f64 {
        columns.iter().map(|column| column.worth(&self.prices)).fold(0.0, f64::max) / self.worth - 1.0
    }

    /// How far, as a share of what the design is worth, the probabilities are from the best ones of the columns.
    pub(super) fn distance(&self, columns: &[FormColumn]) -> f64 {
        self.gap(columns) + self.unused / self.worth
    }
}

/// The information of a report where the families have these probabilities.
pub(super) fn information(kinds: usize, columns: &[FormColumn], probabilities: &[f64]) -> Vec<f64> {
    let mut information = vec![0.0; kinds];
    for (column, p) in columns.iter().zip(probabilities) {
        information.iter_mut().zip(&column.information).for_each(|(sum, i)| *sum += p * i);
    }
    information
}

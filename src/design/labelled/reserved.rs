//! A share of the respondents that is reserved for tables that are not declared.
//!
//! A share σ of the respondents answers as in the best design for all pairs of questions; the forms of the others are
//! optimised for the declared tables, given the information from the first. So every pair keeps at least σ times the information that
//! the design for all pairs gives it, whatever is declared, and the problem stays convex: a family with information I_φ
//! counts as (1−σ)·I_φ + σ·I_pairs.

use alloc::vec::Vec;

use super::column::FormColumn;

/// The reserved share, and what a report has from it by number of the kind.
pub(super) struct ReservedShare {
    pub(super) share: f64,
    /// The information that is added to that of every form: σ·I_pairs.
    added: Vec<f64>,
}

impl ReservedShare {
    /// No respondents are reserved.
    pub(super) fn none(kinds: usize) -> Self {
        Self { share: 0.0, added: alloc::vec![0.0; kinds] }
    }

    /// This share of respondents, who answer as in a design with this information.
    pub(super) fn new(share: f64, information: &[f64]) -> Self {
        Self { share, added: information.iter().map(|own| share * own).collect() }
    }

    /// The same for other kinds, of which the places among these are given.
    pub(super) fn among(&self, places: impl Iterator<Item = Option<usize>>) -> Self {
        let added = places.map(|place| place.map_or(0.0, |place| self.added[place])).collect();
        Self { share: self.share, added }
    }

    /// The same where reports have this much more information, whatever they ask.
    pub(super) fn with(&self, more: &[f64]) -> Self {
        Self { share: self.share, added: self.added.iter().zip(more).map(|(own, more)| own + more).collect() }
    }

    /// The column averaged with the design for all pairs.
    pub(super) fn combined_with(&self, mut column: FormColumn) -> FormColumn {
        let both = column.information.iter_mut().zip(&self.added);
        both.for_each(|(own, added)| *own = (1.0 - self.share) * *own + added);
        column
    }

    /// What a form alone must be worth for the combination with the reserved share to be worth `whole`.
    pub(super) fn needed(&self, prices: &[f64], whole: f64) -> f64 {
        (whole - self.worth(prices)) / (1.0 - self.share)
    }

    /// What the combination with the reserved share is worth where a form alone is worth `own`.
    pub(super) fn whole(&self, prices: &[f64], own: f64) -> f64 {
        (1.0 - self.share) * own + self.worth(prices)
    }

    fn worth(&self, prices: &[f64]) -> f64 {
        self.added.iter().zip(prices).map(|(added, price)| added * price).sum()
    }
}

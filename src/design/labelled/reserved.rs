//! A share of the respondents that is reserved for tables that are not declared.
//!
//! A share σ of the respondents answers as in the best design for all pairs of questions; the forms of the others are
//! optimised for the declared tables, given the information from the first. So every pair keeps at least σ times the information that
//! the design for all pairs gives it, whatever is declared, and the problem stays convex: a family with information I_φ
//! counts as (1−σ)·I_φ + σ·I_pairs.

use alloc::vec::Vec;

use super::column::FormColumn;

/// The reserved share, and the information of its design by number of the kind.
pub(super) struct ReservedShare {
    pub(super) share: f64,
    pub(super) information: Vec<f64>,
}

impl ReservedShare {
    /// No respondents are reserved.
    pub(super) fn none(kinds: usize) -> Self {
        Self { share: 0.0, information: alloc::vec![0.0; kinds] }
    }

    /// The column averaged with the design for all pairs.
    pub(super) fn combined_with(&self, mut column: FormColumn) -> FormColumn {
        let both = column.information.iter_mut().zip(&self.information);
        both.for_each(|(own, base)| *own = (1.0 - self.share) * *own + self.share * base);
        column
    }

    /// What a form alone must be worth for the combination with the reserved share to be worth `whole`.
    pub(super) fn needed(&self, prices: &[f64], whole: f64) -> f64 {
        (whole - self.share * self.worth(prices)) / (1.0 - self.share)
    }

    /// What the combination with the reserved share is worth where a form alone is worth `own`.
    pub(super) fn whole(&self, prices: &[f64], own: f64) -> f64 {
        (1.0 - self.share) * own + self.share * self.worth(prices)
    }

    fn worth(&self, prices: &[f64]) -> f64 {
        self.information.iter().zip(prices).map(|(information, price)| information * price).sum()
    }
}

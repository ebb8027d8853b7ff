//! The floor: a share of the respondents that is reserved for tables that are not declared.
//!
//! A share σ of the respondents answers as in the best design for all pairs of questions; the forms of the others are
//! optimised for the declared tables, given the information from the first. So every pair keeps at least σ times the information that
//! the design for all pairs gives it, whatever is declared, and the problem stays convex: a family with information I_φ
//! counts as (1−σ)·I_φ + σ·I_floor.

use alloc::vec::Vec;

use super::column::FormColumn;

/// The reserved share, and the information of its design by number of the kind.
pub(super) struct Floor {
    pub(super) share: f64,
    pub(super) information: Vec<f64>,
}

impl Floor {
    /// No floor.
    pub(super) fn none(kinds: usize) -> Self {
        Self { share: 0.0, information: alloc::vec![0.0; kinds] }
    }

    /// Adds the floor's information to that of a column.
    pub(super) fn under(&self, mut column: FormColumn) -> FormColumn {
        let both = column.information.iter_mut().zip(&self.information);
        both.for_each(|(own, base)| *own = (1.0 - self.share) * *own + self.share * base);
        column
    }

    /// What a form alone must be worth for the combination with the floor to be worth `whole`.
    pub(super) fn needed(&self, prices: &[f64], whole: f64) -> f64 {
        (whole - self.share * self.worth(prices)) / (1.0 - self.share)
    }

    /// What the combination with the floor is worth where a form alone is worth `own`.
    pub(super) fn whole(&self, prices: &[f64], own: f64) -> f64 {
        (1.0 - self.share) * own + self.share * self.worth(prices)
    }

    fn worth(&self, prices: &[f64]) -> f64 {
        self.information.iter().zip(prices).map(|(information, price)| information * price).sum()
    }
}

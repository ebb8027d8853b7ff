//! A part of the respondents that is not for the declared tables.
//!
//! A share σ of the respondents answers as in the best design for all pairs of questions; only the forms of the others are
//! chosen for the declared tables, knowing what the first tell of these too. So every pair keeps at least σ times the information that
//! the design for all pairs gives it, whatever is declared, and the problem stays convex: a family with information I_φ
//! counts as (1−σ)·I_φ + σ·I_floor.

use alloc::vec::Vec;

use super::column::FormColumn;

/// The share, and its information by number of the kind.
pub(super) struct Floor {
    pub(super) share: f64,
    pub(super) information: Vec<f64>,
}

impl Floor {
    /// No floor.
    pub(super) fn none(kinds: usize) -> Self {
        Self { share: 0.0, information: alloc::vec![0.0; kinds] }
    }

    /// The column with what the floor adds.
    pub(super) fn under(&self, mut column: FormColumn) -> FormColumn {
        let both = column.information.iter_mut().zip(&self.information);
        both.for_each(|(own, base)| *own = (1.0 - self.share) * *own + self.share * base);
        column
    }

    /// What a form itself must be worth for the whole to be worth this much.
    pub(super) fn needed(&self, prices: &[f64], whole: f64) -> f64 {
        (whole - self.share * self.worth(prices)) / (1.0 - self.share)
    }

    /// What the whole is worth where a form itself is worth this much.
    pub(super) fn whole(&self, prices: &[f64], own: f64) -> f64 {
        (1.0 - self.share) * own + self.share * self.worth(prices)
    }

    fn worth(&self, prices: &[f64]) -> f64 {
        self.information.iter().zip(prices).map(|(information, price)| information * price).sum()
    }
}

//! A plan that reports are stored for.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::OnceLock;

use candor::plan::Plan;

use crate::document::expectations;

/// A plan, its number in the database, and how many reports its totals are of.
pub struct Published {
    number: i64,
    plan: Plan,
    released: AtomicU64,
    standard_error_ratio: OnceLock<Option<f64>>,
}

impl Published {
    /// A plan as it stands in the database.
    #[must_use]
    pub fn new(number: i64, plan: Plan, released: u64) -> Self {
        Self { number, plan, released: AtomicU64::new(released), standard_error_ratio: OnceLock::new() }
    }

    /// The plan's key in the database; later plans have higher numbers.
    #[must_use]
    pub fn number(&self) -> i64 {
        self.number
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many reports the totals are of.
    #[must_use]
    pub fn released(&self) -> u64 {
        self.released.load(Ordering::Relaxed)
    }

    /// Its expected standard errors beside the bound of any protocol ([`expectations::standard_error_ratio`]), computed once.
    #[must_use]
    pub fn standard_error_ratio(&self) -> Option<f64> {
        *self.standard_error_ratio.get_or_init(|| expectations::standard_error_ratio(&self.plan))
    }

    /// Notes of how many reports totals are told, after that was committed.
    pub fn set_released(&self, reports: u64) {
        self.released.store(reports, Ordering::Relaxed);
    }
}

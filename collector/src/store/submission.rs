//! Submissions to be stored, and their outcomes.

use std::sync::Arc;

use candor::Code;
use candor::report::Report;

use super::admission::Admission;
use super::published::Published;

/// A report that has arrived, checked against its plan.
pub struct Arrival {
    /// The plan it was perturbed under.
    pub published: Arc<Published>,
    /// The report.
    pub report: Report,
    /// The proof of invitation, if it brought one.
    pub admission: Option<Admission>,
    /// The hash of the secret that withdraws it, if its device keeps one.
    pub withdrawal: Option<[u8; 32]>,
}

impl Arrival {
    /// The number of its plan, and its id.
    pub(super) fn key(&self) -> (i64, [u8; 16]) {
        (self.published.number(), *self.report.id())
    }
}

/// The receipt for a submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    /// The number of reports stored.
    pub accepted: u64,
    /// The number of reports that were stored already, with the same record.
    pub repeated: u64,
}

/// A receipt, or why the submission was refused.
pub type Outcome = Result<Receipt, Refusal>;

/// Why nothing of a submission was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The position of the report that caused it.
    pub position: usize,
    /// The reason.
    pub code: Code,
}

//! What authors do to plans, and what comes of it.

use candor::plan::Plan;

/// What is done to plans.
pub enum Edit {
    /// Publishes one.
    Publish {
        /// The plan.
        plan: Box<Plan>,
        /// The hash of its author's token.
        author: String,
    },
    /// Takes no more reports of the plan with this number.
    Close(i64),
    /// Deletes the plan with this number, and its reports.
    Delete(i64),
}

/// What came of it.
pub enum Edited {
    /// It is published for the first time.
    Published,
    /// It is as it was asked to be.
    Done,
    /// It is deleted, with so many reports.
    Deleted(u64),
}

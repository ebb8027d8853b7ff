//! Reads files of plans, answers, reports and counts.

pub mod answers;
mod blank_rows;
pub mod columns;
pub mod margins;
pub mod reports;
pub mod source;
pub mod weighed;

use std::path::Path;

use candor::count::Table;
use candor::plan::{Caps, Plan};
use candor::{Code, Error};

use crate::document::counts;
use crate::failure;

/// Reads a plan, recomputes its promises and checks them against `caps`.
///
/// # Errors
/// The errors of the plan, naming the file; `io`.
pub fn plan(path: &Path, caps: &Caps) -> Result<Plan, Error> {
    Plan::from_json(&failure::text(path, Code::InvalidPlan)?, caps).map_err(|error| error.at(path.display()))
}

/// Reads the tables in a file of counts of `plan`.
///
/// # Errors
/// The errors of [`counts::read`], naming the file; `io`.
pub fn counts(plan: &Plan, path: &Path) -> Result<Vec<Table>, Error> {
    counts::read(&failure::text(path, Code::InvalidCounts)?, plan).map_err(|error| error.at(path.display()))
}

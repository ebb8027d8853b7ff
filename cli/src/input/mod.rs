//! Reads files of plans, answers, reports and counts.

pub mod answers;
mod blank_rows;
pub mod columns;
pub mod margins;
pub mod reports;
pub mod source;
pub mod weighed;

use std::fs;
use std::path::Path;

use candor::Error;
use candor::count::Table;
use candor::plan::{Caps, Plan};

use crate::document::counts;
use crate::failure;

/// Reads a whole text file.
///
/// # Errors
/// `io`, naming the file.
pub fn text(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|cause| failure::file(path, &cause))
}

/// Reads a plan, recomputes its promises and checks them against `caps`.
///
/// # Errors
/// The errors of the plan, naming the file; `io`.
pub fn plan(path: &Path, caps: &Caps) -> Result<Plan, Error> {
    Plan::from_json(&text(path)?, caps).map_err(|error| error.at(path.display()))
}

/// Reads the tables in a file of counts of `plan`.
///
/// # Errors
/// The errors of [`counts::read`], naming the file; `io`.
pub fn counts(plan: &Plan, path: &Path) -> Result<Vec<Table>, Error> {
    counts::read(&text(path)?, plan).map_err(|error| error.at(path.display()))
}

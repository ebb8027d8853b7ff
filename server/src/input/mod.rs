//! What is read from files: plans, answers, reports, counts.

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

/// A whole text file.
///
/// # Errors
/// `io`, naming the file.
pub fn text(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|cause| failure::file(path, &cause))
}

/// A plan, its promises recomputed and held against `caps`.
///
/// # Errors
/// The plan's own faults, naming the file; `io`.
pub fn plan(path: &Path, caps: &Caps) -> Result<Plan, Error> {
    Plan::from_json(&text(path)?, caps).map_err(|error| error.at(path.display()))
}

/// The tables of a file of counts of `plan`.
///
/// # Errors
/// Those of [`counts::read`], naming the file; `io`.
pub fn counts(plan: &Plan, path: &Path) -> Result<Vec<Table>, Error> {
    counts::read(&text(path)?, plan).map_err(|error| error.at(path.display()))
}

//! Reads files of plans, answers, reports and counts, for the `candor` command line and for the packages for Python and R.
//!
//! ```text
//! CSV, JSON lines, Parquet, a collector's database ─ reports → Tally → tables
//!                       the same with other columns ─ weighing → tables of a population
//!                                               CSV ─ answers → records
//! ```
//!
//! * [`reports`]: perturbed reports, counted as they are read.
//! * [`weighing`]: perturbed reports with columns in clear, which weigh differently.
//! * [`answers`]: true answers, and [`columns`] among others.
//! * [`signature`]: signatures of plans, checked.
//! * [`source`]: files as text; a [`Watch`] follows how far they are read, and may end that.
//!
//! Feature `parquet`, on unless said otherwise, reads Parquet files; without it they are refused (`not-included`). Feature `clap` makes chosen
//! columns options of a command.

pub mod answers;
mod blank_rows;
pub mod columns;
pub mod reports;
pub mod signature;
pub mod source;
mod watch;
mod weighed;
pub mod weighing;

use std::path::Path;

use candor::count::Table;
use candor::plan::{Caps, Plan};
use candor::{Code, Error};
use candor_documents::{counts, failure};

pub use watch::{Unwatched, Watch};

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

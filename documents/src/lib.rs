//! The documents that the `candor` command line and the npm entries `candor/design` and `candor/analysis` share: they write the same text, and
//! refuse input for the same reasons, with the same codes.
//!
//! ```text
//! reports ─ reports::Text → counts ─ estimates, test results, model … → JSON, CSV, aligned columns
//! survey, design ─ promises, expectations, power results ───────────────↗
//! ```
//!
//! * [`reports`]: perturbed reports as text, counted as they are read.
//! * [`requests`]: what analysts ask for, as documents.
//! * [`tables`]: the requested contingency tables; [`groups`]: the groups within which shares are estimated.
//! * [`counts`], [`estimates`], [`test_results`], [`model`], [`numbers`], [`rankings`], [`scores`], [`weighted`]: counts and results; [`hypothesis_tests`] computes the tests.
//! * [`margins`] of a population; [`weighing`] computes weighted estimates from counts.
//! * [`statistics`]: what scores and rankings have in common.
//! * [`promises`], [`expectations`], [`guess_expectations`], [`power_results`]: the promises and expected errors of a design; [`power_analysis`] computes the respondents that
//!   a test takes, [`coefficients`] those that a regression takes, [`comparisons`] those that the differences take that a survey names.
//! * [`label`]: the promises of a plan on one page.
//! * [`totals`]: what totals tell of any one person.
//! * [`cells`]: the rows of a table.
//! * [`day`]: days of the calendar.
//! * [`sheet`]: comma-separated values.
//! * [`text`]: aligned columns, whiskers, numbers for people.
//! * [`failure`]: errors of reading and writing; [`not_included`]: of what a program was built without.

pub mod cells;
pub mod coefficients;
pub mod comparisons;
pub mod counts;
pub mod day;
pub mod estimates;
pub mod expectations;
pub mod failure;
pub mod groups;
pub mod guess_expectations;
pub mod hypothesis_tests;
pub mod label;
mod lines;
pub mod margins;
pub mod model;
pub mod not_included;
pub mod numbers;
pub mod power_analysis;
pub mod power_results;
pub mod promises;
pub mod rankings;
pub mod reports;
pub mod requests;
pub mod scores;
pub mod sheet;
pub mod statistics;
pub mod tables;
pub mod test_results;
pub mod test_statistic;
pub mod text;
pub mod totals;
pub mod weighing;
pub mod weighted;
pub mod written;

pub use written::{Csv, Document, Format};

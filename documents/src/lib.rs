//! The documents that the `candor` command line and the npm entries `candor/design` and `candor/analysis` share: what they write is one text, and
//! what they read is refused for the same reasons, with the same codes.
//!
//! ```text
//! reports ─ reports::Text → counts ─ estimates, tested, model … → JSON, CSV, aligned columns
//! survey, design ─ promises, expectations, prospects ───────────────↗
//! ```
//!
//! * [`reports`]: perturbed reports written as text, counted as they are read.
//! * [`tables`]: which contingency tables are asked for.
//! * [`counts`], [`estimates`], [`tested`], [`model`], [`numbers`], [`weighted`]: what is found in them; [`testing`] finds what is tested.
//! * [`promises`], [`expectations`], [`prospects`]: what a design promises, and lets one expect; [`prospecting`] finds what a test takes,
//!   [`coefficients`] what a regression does.
//! * [`label`]: its promises on one page.
//! * [`cells`]: the rows of a table.
//! * [`sheet`]: comma-separated values.
//! * [`text`]: aligned columns, whiskers, numbers for people.
//! * [`failure`]: what reading or writing failed with.

pub mod cells;
pub mod coefficients;
pub mod counts;
pub mod estimates;
pub mod expectations;
pub mod failure;
pub mod hypothesis_tests;
pub mod label;
pub mod model;
pub mod numbers;
pub mod power_analysis;
pub mod power_results;
pub mod promises;
pub mod reports;
pub mod sheet;
pub mod tables;
pub mod test_results;
pub mod test_statistic;
pub mod text;
pub mod weighted;
pub mod written;

pub use written::{Csv, Document, Format};

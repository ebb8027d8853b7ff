//! The `candor` command line and collector.
//!
//! ```text
//! survey ─ design → plan ─ perturb → reports ─ count → counts ─ estimate → tables
//!                     └──── serve: publishes plans, stores reports, answers with tables
//! ```
//!
//! * [`arguments`]: the command line.
//! * [`command`]: one file per command.
//! * [`input`]: plans, answers and reports read from files.
//! * [`tables`]: which contingency tables are asked for.
//! * [`document`]: what is written: promises, counts, estimates, each as table, JSON and CSV.
//! * [`output`]: aligned columns, whiskers, plots, files that appear whole or not at all.
//! * [`invitation`]: what lets somebody send one report.
//! * [`sql`]: queries that count reports where they are.
//! * [`signature`]: keys, and plans signed with them.
//! * [`tokens`]: what lets somebody read totals.
//! * [`store`]: the database, a file or on a server; what is kept of a report, and what is not.
//! * [`collector`]: the HTTP service.
//! * [`failure`]: errors with a place.

pub mod arguments;
pub mod collector;
pub mod command;
pub mod document;
pub mod input;
pub mod invitation;
pub mod output;
pub mod signature;
pub mod sql;
pub mod store;
pub mod tokens;

pub use candor_documents::{failure, tables};

#[cfg(test)]
#[path = "../../tests/common/mod.rs"]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod common;

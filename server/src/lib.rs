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
//! * [`document`]: promises, counts and estimates, written as table, JSON and CSV.
//! * [`output`]: aligned columns, whiskers, plots, and files that appear whole or not at all.
//! * [`invitation`]: invitations, each of which lets somebody send one report.
//! * [`sql`]: queries that count reports in the database that holds them.
//! * [`signature`]: keys, and plans signed with them.
//! * [`tokens`]: bearer tokens for reading totals and publishing plans.
//! * [`store`]: the database, in a file or on a server; what is stored of a report, and what is not.
//! * [`collector`]: the HTTP service.
//! * [`failure`]: errors that name the file or place they concern.

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

//! The `candor` command line.
//!
//! ```text
//! survey ─ design → plan ─ perturb → reports ─ count → counts ─ estimate → tables
//!                     └──── serve: publishes plans, stores reports, answers with tables
//! ```
//!
//! * [`arguments`]: the command line.
//! * [`command`]: one file per command.
//! * [`input`]: plans, answers and reports read from files, by the crate [`candor_input`]; [`reading`]: what the terminal shows of that.
//! * [`tables`]: which contingency tables are asked for.
//! * [`document`]: promises, counts and estimates, written as table, JSON and CSV.
//! * [`output`]: aligned columns, whiskers, plots, and files that appear whole or not at all.
//! * [`sql`]: queries that count reports in the database that holds them.
//! * [`signature`]: keys, and plans signed with them.
//! * [`failure`]: errors that name the file or place they concern.
//!
//! Features, all of them on unless said otherwise: `parquet` reads and writes reports in Parquet files; `postgres` has databases on a PostgreSQL server; `research` has what only
//! researchers use, `candor audit`, `candor reproduce` and the design method `linear-program`. A program without one says so where
//! it is asked for (`not-included`).
//!
//! The collector that `candor serve` runs, and its database, are the crate [`candor_collector`].

pub mod arguments;
pub mod command;
pub mod document;
pub mod output;
pub mod reading;
pub mod signature;
pub mod sql;

pub use candor_documents::{failure, tables};
pub use candor_input as input;

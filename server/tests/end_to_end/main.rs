//! The real binary on real files, sockets and databases.
//!
//! * [`designs`]: `design` and `verify`, and every survey or plan they refuse.
//! * [`signing`]: `sign`, and plans that must be signed.
//! * [`reports`]: `perturb` and `count`, and every broken row.
//! * [`columns`]: reports as Parquet.
//! * [`estimates`]: `estimate` in its formats, from reports and from counts.
//! * [`hypotheses`]: `test` in its formats, of every kind of hypothesis, and what it refuses.
//! * [`prospects`]: `power`, beside other designs and the bound.
//! * [`collecting`]: the collector's routes and their answers.
//! * [`keeping`]: what a collector keeps through a restart, a kill, a crowd.
//! * [`connections`]: slow clients, large bodies, an orderly end.
//! * [`pages`]: static files and headers.
//! * [`notebooks`]: the examples for pandas and R.
//! * [`desk`], [`collector`]: a directory to run commands in, and a collector to talk to.

mod collecting;
mod collector;
mod columns;
#[path = "../../../tests/common/mod.rs"]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod common;
mod connections;
mod designs;
mod desk;
mod estimates;
mod hypotheses;
mod keeping;
mod notebooks;
mod pages;
mod prospects;
mod reports;
mod signing;

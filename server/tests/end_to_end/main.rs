//! The real binary on real files, sockets and databases.
//!
//! * [`designs`]: `design` and `verify`, and every survey or plan they refuse.
//! * [`signing`]: `sign`, and plans that must be signed.
//! * [`reports`]: `perturb` and `count`, and every broken row.
//! * [`columns`]: reports as Parquet.
//! * [`estimates`]: `estimate` in its formats, from reports and from counts.
//! * [`hypotheses`]: `test` in its formats, of every kind of hypothesis, and what it refuses.
//! * [`models`]: `model`, from reports and from counts.
//! * [`prospects`]: `power`, beside other designs and the bound.
//! * [`collecting`]: the collector's routes and their answers.
//! * [`keeping`]: what a collector keeps through a restart, a kill, a crowd.
//! * [`releases`]: totals in steps, and what a poller learns from them.
//! * [`files`]: the database's file, its names, its mode, its neighbours.
//! * [`damage`]: a file that is not what was stored.
//! * [`order`]: what a file and its log tell of the order of arrival.
//! * [`connections`]: slow clients, large bodies, an orderly end.
//! * [`access`], [`authors`]: who may read totals; plans published, closed and deleted.
//! * [`crowds`]: more connections and bodies than there is room for.
//! * [`questions`]: large, repeated, abandoned and too many questions.
//! * [`pages`]: static files and headers.
//! * [`notebooks`]: the examples for pandas and R.
//! * [`desk`], [`collector`]: a directory to run commands in, and a collector to talk to.

mod access;
mod authors;
mod collecting;
mod collector;
mod columns;
#[path = "../../../tests/common/mod.rs"]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod common;
mod connections;
mod crowds;
mod damage;
mod designs;
mod desk;
mod estimates;
mod files;
mod hypotheses;
mod keeping;
mod models;
mod notebooks;
mod order;
mod pages;
mod prospects;
mod questions;
mod releases;
mod reports;
mod signing;

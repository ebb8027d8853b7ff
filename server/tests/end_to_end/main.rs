//! The real binary on real files, sockets and databases.
//!
//! * [`designs`]: `design` and `verify`, and every survey or plan they refuse.
//! * [`pictures`]: the trade-off of a design, drawn.
//! * [`audits`]: `audit`, of promises that are kept.
//! * [`terminal`]: help, and texts from elsewhere in what is told.
//! * [`labels`]: privacy labels.
//! * [`revisions`]: plans that stand for earlier ones.
//! * [`signing`]: `sign`, and plans that must be signed.
//! * [`reports`]: `perturb` and `count`, and every broken row.
//! * [`columns`]: reports as Parquet.
//! * [`estimates`]: `estimate` in its formats, from reports and from counts.
//! * [`shown`]: what people are shown of estimates.
//! * [`hypotheses`]: `test` in its formats, of every kind of hypothesis, and what it refuses.
//! * [`models`]: `model`, from reports and from counts.
//! * [`numbers`]: means and quantiles of numeric questions.
//! * [`weights`]: tables of a population.
//! * [`synthesize`]: records drawn from estimates, and what cannot be drawn.
//! * [`prospects`]: `power`, beside other designs and the bound.
//! * [`reproduce`]: published experiments, a few draws of each.
//! * [`collecting`]: the collector's routes and their answers.
//! * [`keeping`]: what a collector keeps through a restart, a kill, a crowd.
//! * [`power`]: what the [`disk`] holds when the power is cut at any moment.
//! * [`at_rest`]: tables that are counted with the reports.
//! * [`sql`]: reports counted in databases and warehouses.
//! * [`releases`]: totals in steps, and what a poller learns from them.
//! * [`files`]: the database's file, its names, its mode, its neighbours.
//! * [`damage`]: a file that is not what was stored.
//! * [`order`]: what a file and its log tell of the order of arrival.
//! * [`connections`]: slow clients, large bodies, an orderly end.
//! * [`access`], [`authors`]: who may read totals; plans published, closed and deleted.
//! * [`invitations`]: surveys that only the invited may answer.
//! * [`withdrawals`]: reports that their devices take back.
//! * [`periods`]: surveys that open and close.
//! * [`plain`]: what reports carry in clear, from the survey to the estimates.
//! * [`exports`]: reports written out of a database.
//! * [`configuration`]: options, environment and file.
//! * [`tls`]: TLS of the collector's own, and its certificate renewed.
//! * [`deploying`]: what stands before, around and beside a collector.
//! * [`metrics`]: how busy a collector is.
//! * [`crowds`]: more connections and bodies than there is room for.
//! * [`questions`]: large, repeated, abandoned and too many questions.
//! * [`openapi`]: every route and its answers, as the document says.
//! * [`pages`]: static files and headers.
//! * [`notebooks`]: the examples for pandas and R.
//! * [`shared`]: what collectors that share a database do.
//! * [`failing`]: servers that crash, are not whom the address means, or forget.
//! * [`migrating`]: databases moved to a server and back.
//! * [`versions`]: databases that an older version made.
//! * [`server`]: databases on a server; the tests that run on both kinds run there once more.
//! * [`desk`], [`collector`]: a directory to run commands in, and a collector to talk to.

mod access;
mod at_rest;
mod audits;
mod authors;
mod collecting;
mod collector;
mod columns;
#[path = "../../../tests/common/mod.rs"]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod common;
mod configuration;
mod connections;
mod crowds;
mod damage;
mod deploying;
mod designs;
mod desk;
mod disk;
mod estimates;
mod exports;
mod failing;
mod files;
mod hypotheses;
mod invitations;
mod keeping;
mod labels;
mod metrics;
mod migrating;
mod models;
mod notebooks;
mod numbers;
mod openapi;
mod order;
mod pages;
mod periods;
mod pictures;
mod plain;
mod power;
mod power_cuts;
mod questions;
mod releases;
mod reports;
mod reproduce;
mod revisions;
mod server;
mod shared;
mod shown;
mod signing;
mod sql;
mod synthesize;
mod terminal;
mod tls;
mod versions;
mod weights;
mod withdrawals;

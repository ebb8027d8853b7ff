//! Runs the real binary on real files, sockets and databases.
//!
//! * [`designs`]: `design` and `verify`, and every survey or plan that they refuse.
//! * [`pictures`]: plots of the trade-off of a design.
//! * [`audits`]: `audit`, on promises that are kept.
//! * [`texts`]: files that should be text and are not.
//! * [`terminal`]: help, and the printing of text from elsewhere.
//! * [`labels`]: privacy labels.
//! * [`revisions`]: plans that correct earlier ones.
//! * [`signing`]: `sign`, and plans that must be signed.
//! * [`reports`]: `perturb` and `count`, and every broken row.
//! * [`columns`]: reports as Parquet.
//! * [`estimates`]: `estimate` in its formats, from reports and from counts.
//! * [`best_guess`]: the best guess of all tables together.
//! * [`shown`]: how estimates are presented to people.
//! * [`hypotheses`]: `test` in its formats, with every kind of hypothesis, and what it refuses.
//! * [`models`]: `model`, from reports and from counts.
//! * [`numbers`]: means and quantiles of numeric questions.
//! * [`weights`]: `weigh`, `scores` and `rankings` with weights for a population.
//! * [`reported_scores`]: scores that devices report, from the survey to their means.
//! * [`synthesize`]: records drawn from estimates, and what cannot be drawn.
//! * [`power`]: `power`, compared with other designs and the bound.
//! * [`reproduce`]: published experiments, with a few draws each.
//! * [`collecting`]: the collector's routes and their answers.
//! * [`keeping`]: what a collector stores across restarts, kills and concurrent clients.
//! * [`power_cuts`]: the content of the [`disk`] after a power cut at any moment.
//! * [`at_rest`]: tables that are counted when reports are stored.
//! * [`sql`]: reports counted in databases and warehouses.
//! * [`releases`]: totals in steps, and what somebody who polls can learn from them.
//! * [`files`]: the database's file, its names, its permissions, the files beside it.
//! * [`damage`]: databases that are damaged.
//! * [`order`]: what a file and its log reveal about the order of arrival.
//! * [`connections`]: slow clients, large bodies, orderly shutdown.
//! * [`access`], [`authors`]: who may read totals; publishing, closing and deleting plans.
//! * [`names`]: whom the names of surveys belong to.
//! * [`invitations`]: surveys that only the invited may answer.
//! * [`withdrawals`]: withdrawing reports.
//! * [`periods`]: surveys that open and close.
//! * [`plain`]: plain columns, from the survey to the estimates.
//! * [`exports`]: exporting reports from a database.
//! * [`configuration`]: options, environment and file.
//! * [`tls`]: the collector's TLS, and renewing its certificate.
//! * [`deploying`]: the examples for deployment.
//! * [`metrics`]: how busy a collector is.
//! * [`crowds`]: more connections and larger bodies than there is room for.
//! * [`questions`]: large, repeated, abandoned and too many requests for estimates.
//! * [`openapi`]: every route and its responses, compared with `openapi.json`.
//! * [`pages`]: static files and headers.
//! * [`notebooks`]: the examples for pandas and R.
//! * [`shared`]: collectors that share a database.
//! * [`failing`]: database servers that crash, are impostors, or lose what they committed.
//! * [`migrating`]: moving databases to a server and back.
//! * [`versions`]: databases of older versions.
//! * [`server`]: databases on a server; tests that run on both kinds of database run there again.
//! * [`desk`], [`collector`], [`waiting`]: a directory to run commands in, a collector to talk to, and waiting for what it does.

mod access;
mod at_rest;
mod audits;
mod authors;
mod best_guess;
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
mod designs_best_guess;
mod desk;
mod disk;
mod estimates;
mod exports;
mod failing;
mod files;
mod follow_ups;
mod hypotheses;
mod invitations;
mod keeping;
mod labels;
mod metrics;
mod migrating;
mod models;
mod names;
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
mod rankings;
mod releases;
mod reported_scores;
mod reports;
mod reproduce;
mod retention;
mod revisions;
mod server;
mod several_choices;
mod shared;
mod shown;
mod signing;
mod sql;
mod synthesize;
mod terminal;
mod texts;
mod tls;
mod versions;
mod waiting;
mod weights;
mod withdrawals;

//! The collector: publishes plans, stores reports, and answers with estimated tables. Routes for [axum], in a program of one's own or in `candor serve`.
//!
//! ```no_run
//! use axum::Router;
//! use axum::routing::get;
//! use candor::plan::{Caps, Plan};
//! use candor_collector::{Collector, Readers, store::Location};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let plan = Plan::from_json(&std::fs::read_to_string("plan.json")?, &Caps::default())?;
//! let database = Location::of("health.db".as_ref())?;
//! let collector = Collector::builder(database).plans([plan]).readers(Readers::Everybody).start().await?;
//! let program = Router::new().route("/imprint", get("Ada Lovelace, London")).merge(collector.router());
//! axum::serve(tokio::net::TcpListener::bind("127.0.0.1:8787").await?, program)
//!     .with_graceful_shutdown(async { drop(tokio::signal::ctrl_c().await) })
//!     .await?;
//! collector.shut_down().await?;
//! # Ok(())
//! # }
//! ```
//!
//! ```text
//! POST /reports ─ decode ─ writer thread ─ COMMIT ─ 201
//!                               │ a step after enough reports and minutes
//! GET /estimates ─ answers ─ tally thread ─ tables of the step ─ estimates
//! ```
//!
//! * [`Collector`]: a collector that runs inside another program; [`Builder`] configures it.
//! * [`serve()`]: the same on an address of its own, with TLS, timeouts and a limit of connections.
//! * [`store`]: the database, in a file or on a server; what is stored of a report, and what is not.
//! * [`invitation`]: invitations, each of which lets somebody send one report.
//! * [`tokens`]: bearer tokens for reading totals and publishing plans.
//!
//! Inside:
//!
//! * `writer`: the only thread that writes; acknowledges after COMMIT.
//! * `tally`: the only thread that counts; caches tables in memory until the next step.
//! * `answers`, `guesses`, `statistics`: estimates, best guesses, scores and rankings, made a few at a time and cached until the next step.
//! * `catalogue`, `edit`: the plans that accept reports; publishing, closing and deleting them.
//! * `pairs`: pairs of questions that a plan makes impossible to estimate.
//! * `metrics`, `load`, `observer`, `health`: counters that are not about persons, the load, the health, and the log.
//! * `http`: routes and documents.
//! * `listener`, `client`, `tls`, `slots`, `room`: connections, timeouts, orderly shutdown; which connection is closed if there are too many.
//!
//! The feature `postgres`, on unless said otherwise, has databases on a PostgreSQL server.
//!
//! It deliberately has no rate limits (a proxy's task), no accounts, no access logs, and nothing else that would show when or from where a
//! report came.
//!
//! [axum]: https://docs.rs/axum

mod answers;
mod catalogue;
mod client;
mod collector;
mod edit;
mod guesses;
mod health;
mod http;
pub mod invitation;
mod listener;
mod load;
mod metrics;
mod observer;
mod pairs;
mod room;
mod serve;
mod slots;
mod statistics;
pub mod store;
mod tally;
mod tls;
pub mod tokens;
mod writer;

pub use collector::{Builder, Collector};
pub use http::Readers;
pub use serve::{Addresses, serve};
pub use tls::TlsFiles;

#[cfg(test)]
#[path = "../../tests/common/mod.rs"]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod common;

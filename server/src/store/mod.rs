//! The database: what is kept of a report, and nothing else.
//!
//! A report is its plan, its random id, its perturbed record and a day. Reports have no row number; reading them tells nothing about who came
//! first, but for which of them came since totals were last told. Of the tables that are counted with the reports ([`AtRest`]) the database
//! holds sums alone.
//!
//! It is a file (`sqlite`), which one collector has alone, or on a server (`postgres`), where several share one ([`Location`]). Statements are
//! the same for both, but for those of `session`. Where rows lie, and logs, tell more: how that is ended stands there.

mod accept;
mod admission;
mod at_rest;
mod checksum;
mod compared;
mod counts;
mod database;
mod invitations;
mod judged;
mod location;
mod migration;
mod packed;
mod plans;
mod postgres;
mod published;
mod refusal;
mod release;
mod row;
mod session;
mod snapshot;
mod sqlite;
mod steps;
mod submission;
mod withdrawal;

pub use accept::Accepted;
pub use admission::Admission;
pub use at_rest::AtRest;
pub use compared::Moment;
pub use database::Store;
pub use location::Location;
pub use plans::Standing;
pub use published::Published;
pub use refusal::not_taken;
pub use session::Interrupt;
pub use snapshot::{Content, Snapshot, Stored};
pub use sqlite::log_bytes;
pub use steps::Release;
pub use submission::{Arrival, Outcome, Receipt, Refusal};

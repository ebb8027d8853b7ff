//! The database: what is kept of a report, and nothing else.
//!
//! A report is its plan, its random id, its perturbed record and a day. Reports have no row number and
//! are kept in the order of their ids, which are random: reading them tells nothing about who came
//! first, but for which of them came since totals were last told. The log holds the transactions of at most the last minute or
//! so, one after the other, and is empty then; where a row lies within its page can tell whether it came later than
//! its neighbours. Of the tables that are counted with the reports ([`AtRest`]) the file holds sums alone. At an orderly end, and at the start after a crash, the file is rewritten in the order of ids, and the log is gone.
//!
//! Durability: WAL with synchronous=FULL; a COMMIT that returned has reached the disk. One process
//! writes, over one connection, to a file that is its alone (`claim.rs`).

mod accept;
mod admission;
mod at_rest;
mod checksum;
mod claim;
mod compared;
mod counts;
mod database;
mod invitations;
mod judged;
mod packed;
mod plans;
mod pragmas;
mod published;
mod refusal;
mod release;
mod snapshot;
mod steps;
mod submission;
mod withdrawal;

pub use accept::Accepted;
pub use admission::Admission;
pub use at_rest::AtRest;
pub use claim::log_bytes;
pub use compared::Moment;
pub use database::Store;
pub use published::Published;
pub use refusal::not_taken;
pub use snapshot::{Content, Snapshot, Stored};
pub use steps::Release;
pub use submission::{Arrival, Outcome, Receipt, Refusal};

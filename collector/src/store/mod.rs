//! The database, which keeps of a report only what is described here.
//!
//! A report is stored as its plan, its random id, its perturbed record, a day and the hash of the secret that withdraws it, if it came with
//! one. It is *pending* until totals include it (`steps`), and *released* from then on; if it is withdrawn then, only its record stays until
//! the next step (`withdrawal`). Reports have no row number; apart from which of
//! them are pending, reading them shows nothing about the order in which they arrived. Of the tables that are counted as reports are stored
//! ([`AtRest`]), the database holds only sums.
//!
//! A database is either a file (`sqlite`), which one collector uses alone, or on a server (`postgres`), where several collectors may share
//! it ([`Location`]). Both use the same statements, except for those in `session`. The physical order of rows, and logs, could show more
//! about order; `sqlite` and `postgres` describe how that is erased.

mod accept;
mod admission;
mod at_rest;
mod checksum;
mod compared;
mod copy;
mod counts;
mod database;
mod expiry;
mod invitations;
mod judged;
mod keeping;
mod location;
mod owners;
mod packed;
mod plans;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(not(feature = "postgres"))]
#[path = "without_postgres.rs"]
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
mod totals;
mod withdrawal;

pub use accept::Accepted;
pub use admission::Admission;
pub use at_rest::AtRest;
pub use compared::Moment;
pub use database::Store;
pub use keeping::Keeping;
pub use location::Location;
pub use plans::Standing;
pub use published::Published;
pub use refusal::not_taken;
pub use session::Interrupt;
pub use snapshot::{Content, Snapshot};
pub use sqlite::log_bytes;
pub use steps::Release;
pub use submission::{Arrival, Outcome, Receipt, Refusal};
pub use totals::{Growth, Totals};

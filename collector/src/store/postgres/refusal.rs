//! Converts a server's errors to errors of this program.

use candor::{Code, Error};
use candor_documents::failure;
use tokio_postgres::error::SqlState;

use crate::store::refusal::damaged;

/// Classes of SQLSTATE that are transient: connections, resources, operator intervention, and conflicts between transactions.
const PASSING: [&str; 5] = ["08", "40", "53", "55", "57"];

/// Converts a server's error (`database-unavailable`, `damaged-database`, `stopped`, `io`), leaving out the values that the server quotes
/// in its details.
pub(super) fn refused(cause: &tokio_postgres::Error) -> Error {
    let Some(told) = cause.as_db_error() else { return unavailable(&with_cause(cause)) };
    match told.code() {
        &SqlState::QUERY_CANCELED => Error::new(Code::Stopped, "reading the database was interrupted"),
        &SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED => damaged(told.message()),
        state if PASSING.iter().any(|class| state.code().starts_with(class)) => unavailable(told.message()),
        state => failure::io("database", &format!("{} ({})", told.message(), state.code())),
    }
}

/// The error for a server that cannot be reached, or that ended the work.
pub(super) fn unavailable(why: &str) -> Error {
    Error::new(Code::DatabaseUnavailable, format!("the database's server: {why}"))
}

/// The message with that of its cause.
fn with_cause(cause: &tokio_postgres::Error) -> String {
    match core::error::Error::source(cause) {
        Some(source) => format!("{cause}: {source}"),
        None => cause.to_string(),
    }
}

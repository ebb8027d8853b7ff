//! What the database refuses, and what it does not hold any more, as errors of this program.

use candor::{Code, Error};
use rusqlite::ErrorCode;

use crate::failure;

/// An error of the database as this program reports it (`damaged-database`, `stopped`, `io`).
pub(super) fn refused(cause: &rusqlite::Error) -> Error {
    let is_damage = match cause.sqlite_error_code() {
        Some(code) => matches!(code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase),
        None => matches!(
            cause,
            rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
        ),
    };
    if cause.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) {
        return Error::new(Code::Stopped, "the collector is shutting down");
    }
    if is_damage { damaged(&cause.to_string()) } else { failure::io("database", cause) }
}

/// What was read is not what was stored.
pub(super) fn damaged(what: &str) -> Error {
    let message = format!("database: {what}; go back to a copy of the file from before the damage");
    Error::new(Code::DamagedDatabase, message)
}

//! Errors of the database, as errors of this program.

use candor::{Code, Error};
use candor_documents::failure;
use rusqlite::ErrorCode;

/// Converts an error of SQLite (`damaged-database`, `stopped`, `disk-full`, `io`).
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
    match cause.sqlite_error_code() {
        Some(ErrorCode::OperationInterrupted) => Error::new(Code::Stopped, "the collector is shutting down"),
        Some(ErrorCode::DiskFull) => Error::new(
            Code::DiskFull,
            "the disk of the collector's database is full; send the same again later",
        ),
        _ if is_damage => damaged(&cause.to_string()),
        _ => failure::io("database", cause),
    }
}

/// The error if what was read is not what was stored.
pub(super) fn damaged(what: &str) -> Error {
    let message = format!("database: {what}; restore a copy from before the damage");
    Error::new(Code::DamagedDatabase, message)
}

/// The error that says why a report, or an invitation, is refused.
#[must_use]
pub fn not_taken(code: Code) -> Error {
    let sentence = match code {
        Code::IdConflict => "a report with this id and another record is stored already; the first one stays",
        Code::PlanClosed => "this survey is closed: its plan takes no more reports",
        Code::PlanNotOpen => "this survey is not open yet: its plan says when it opens",
        Code::InvitationUsed => "this invitation was used before; each is for one report",
        _ => {
            "only the invited may answer this survey: send each report by itself, with an invitation of its plan"
        }
    };
    Error::new(code, sentence)
}

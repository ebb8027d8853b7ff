//! Checks a server before anything is written to it: that it keeps what it commits, that it records no more than that, and that the
//! database is a collector's. Creates and upgrades the schema.

use candor::{Code, Error};
use tokio_postgres::error::SqlState;

use super::connection::Connection;
use super::refusal::refused;
use super::url::ServerUrl;
use crate::store::row::Row;

/// The statements that make each version of the schema from the one before.
const STEPS: [&str; 6] = [
    include_str!("schema.sql"),
    include_str!("../published.sql"),
    include_str!("owners.sql"),
    include_str!("../withdrawn.sql"),
    include_str!("stepped.sql"),
    include_str!("kept.sql"),
];

/// The first number of this program's advisory locks: "Cndr".
const APPLICATION: u32 = 0x436e_6472;

/// Creates the schema if there is none. IF NOT EXISTS would require the privilege to create it even where it exists.
const SCHEMA: &str =
    "DO $$ BEGIN IF to_regnamespace('candor') IS NULL THEN CREATE SCHEMA candor; END IF; END $$";

/// Settings of every connection.
const SETTINGS: &str = "SET search_path = candor; SET idle_in_transaction_session_timeout = '30s';
    SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";

/// Server settings that are refused, and why.
const REFUSED: [(&str, &[&str], &str); 6] = [
    ("fsync", &["off"], "it does not synchronise what it commits"),
    ("full_page_writes", &["off"], "it may lose what it committed when the power is cut"),
    ("server_encoding", &[], "its texts are not UTF8"),
    ("track_commit_timestamp", &["on"], "it records when every report came"),
    ("log_statement", &["mod", "all"], "its log would keep every report, and when it came"),
    ("log_min_duration_statement", &["0"], "its log would keep every report, and when it came"),
];

/// Initialises a connection.
pub(super) async fn begin(connection: &Connection) -> Result<(), tokio_postgres::Error> {
    connection.run(SETTINGS).await
}

/// Refuses a server that does not keep what it commits, or that records more than it should.
///
/// # Errors
/// `invalid-configuration`; `database-unavailable`.
pub(super) async fn check(connection: &Connection, url: &ServerUrl) -> Result<(), Error> {
    let query = "SELECT name, setting FROM pg_settings";
    let settings = connection.all(query, &[vec![]]).await.map_err(|cause| refused(&cause))?;
    for row in settings.into_iter().flatten() {
        let (name, value): (String, String) = (row.get(0)?, row.get(1)?);
        let found = REFUSED.iter().find(|(refused, values, _)| {
            *refused == name && if values.is_empty() { value != "UTF8" } else { values.contains(&&*value) }
        });
        if let Some((_, _, why)) = found {
            let message = format!("{url}: the server is not fit: {why} ({name} is {value:?})");
            return Err(Error::new(Code::InvalidConfiguration, message));
        }
    }
    // remote_apply is stricter than on.
    let commit = "SELECT set_config('synchronous_commit', 'on', FALSE)
        WHERE current_setting('synchronous_commit') <> 'remote_apply'";
    connection.all(commit, &[vec![]]).await.map(drop).map_err(|cause| refused(&cause))
}

/// Checks that the database is a collector's, of this version or of an older one. Only readers meet an older one, as writers upgrade it.
///
/// # Errors
/// `io`; `database-unavailable`.
pub(super) async fn recognise(connection: &Connection, url: &ServerUrl) -> Result<(), Error> {
    match version(connection, url).await? {
        Some(version) if version <= STEPS.len() => Ok(()),
        Some(_) => Err(other_version(url)),
        None => Err(foreign(url)),
    }
}

/// Creates the schema, or upgrades one of an older version. If several collectors start at once, one of them does this.
///
/// # Errors
/// The errors of [`recognise`]; `invalid-configuration` if another role owns the tables and they need an upgrade.
pub(super) async fn make(connection: &Connection, url: &ServerUrl) -> Result<(), Error> {
    let run = async |statements: &str| connection.run(statements).await.map_err(|cause| refused(&cause));
    run(&format!("BEGIN; SELECT pg_advisory_xact_lock({APPLICATION}, 1); SET LOCAL lock_timeout = '5s'"))
        .await?;
    let found = version(connection, url).await?;
    if found.is_some_and(|version| version > STEPS.len()) {
        return Err(other_version(url));
    }
    if found.is_none() {
        run(SCHEMA).await?;
    }
    for (number, step) in STEPS.iter().enumerate().skip(found.unwrap_or_default()) {
        connection.run(step).await.map_err(|cause| unchanged(&cause, url))?;
        run(&format!("UPDATE collector SET version = {}", number + 1)).await?;
    }
    run("COMMIT").await
}

/// The version of the database's schema; `None` if it has nothing of a collector yet.
async fn version(connection: &Connection, url: &ServerUrl) -> Result<Option<usize>, Error> {
    let tables = "SELECT relname::TEXT FROM pg_class WHERE relnamespace = to_regnamespace('candor')";
    let columns = "SELECT column_name::TEXT FROM information_schema.columns
        WHERE table_schema = 'candor' AND table_name = 'collector' ORDER BY column_name";
    let ask = async |query: &str| -> Result<Vec<Row>, Error> {
        let found = connection.all(query, &[vec![]]).await.map_err(|cause| refused(&cause))?;
        Ok(found.into_iter().flatten().collect())
    };
    if ask(tables).await?.is_empty() {
        return Ok(None);
    }
    let names: Vec<String> = ask(columns).await?.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    if names != ["is_in_order", "version"] {
        return Err(foreign(url));
    }
    let rows = ask("SELECT version FROM collector").await?;
    rows.first().ok_or_else(|| foreign(url))?.get(0).map(Some)
}

fn foreign(url: &ServerUrl) -> Error {
    Error::new(Code::Io, format!("{url}: this is not a collector's database"))
}

fn other_version(url: &ServerUrl) -> Error {
    Error::new(Code::Io, format!("{url}: this database was made by another version"))
}

/// The error if tables of an older version could not be upgraded.
fn unchanged(cause: &tokio_postgres::Error, url: &ServerUrl) -> Error {
    if cause.code() != Some(&SqlState::INSUFFICIENT_PRIVILEGE) {
        return refused(cause);
    }
    let message =
        format!("{url}: the role lacks privileges: ownership of the tables, which this version changes once");
    Error::new(Code::InvalidConfiguration, message)
}

/// Takes the shared lock that every writing program holds.
pub(super) fn join() -> String {
    format!("SELECT pg_advisory_lock_shared({APPLICATION}, 2)")
}

/// Takes the exclusive lock if no other program writes; until [`open`], none can begin to write.
pub(super) fn alone() -> String {
    format!("SELECT pg_try_advisory_lock({APPLICATION}, 2)")
}

/// Releases the exclusive lock, so that others may write.
pub(super) fn open() -> String {
    format!("SELECT pg_advisory_unlock({APPLICATION}, 2)")
}

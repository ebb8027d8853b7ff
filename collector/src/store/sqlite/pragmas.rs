//! Settings of SQLite connections. Those that durability depends on are set and then read back, because SQLite silently ignores what it
//! cannot do.

use std::path::Path;

use candor::{Code, Error};
use candor_documents::failure;
use rusqlite::Connection;

/// The application id in the file's header: "Cndr".
const APPLICATION: u32 = 0x436e_6472;

/// The statements that make each version of the schema from the one before. The first starts from nothing, as older versions are not
/// supported.
const STEPS: [(u32, &str); 6] = [
    (4, include_str!("schema.sql")),
    (5, include_str!("../published.sql")),
    (6, include_str!("owners.sql")),
    (7, include_str!("../withdrawn.sql")),
    (8, include_str!("stepped.sql")),
    (9, include_str!("kept.sql")),
];

/// The length in bytes of what SQLite's file format calls the database header.
pub(super) const HEADER: u64 = 100;

/// Versions before this one can lose a committed transaction when one connection writes while another
/// resets the write-ahead log.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Refuses versions of SQLite that can lose committed transactions.
pub(super) fn check_version() -> Result<(), Error> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        let message = format!("SQLite 3.51.3 or later is needed, this is {}", rusqlite::version());
        return Err(Error::new(Code::Io, message));
    }
    Ok(())
}

/// Refuses a file with this header if it is neither empty nor a collector's.
pub(super) fn check_header(header: &[u8], path: &Path) -> Result<(), Error> {
    if header.iter().all(|byte| *byte == 0) {
        return Ok(());
    }
    let number =
        |at: usize| header.get(at..).and_then(<[u8]>::first_chunk).map(|bytes| u32::from_be_bytes(*bytes));
    let magic = header.starts_with(b"SQLite format 3\0");
    expect(path, magic.then(|| number(68)).flatten(), number(60))
}

/// Refuses a database that is not a collector's.
pub(super) fn recognise(connection: &Connection, path: &Path) -> Result<(), Error> {
    let read = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    let read = |name| read(name).map_err(|cause| failure::io(path.display(), &cause));
    expect(path, Some(read("application_id")?), Some(read("user_version")?))
}

fn expect(path: &Path, application: Option<u32>, schema: Option<u32>) -> Result<(), Error> {
    let refused = |why: &str| Err(Error::new(Code::Io, format!("{}: {why}", path.display())));
    match (application, schema) {
        (Some(APPLICATION), Some(schema)) if STEPS.iter().any(|(version, _)| *version == schema) => Ok(()),
        (Some(APPLICATION), _) => refused("this database was made by another version"),
        _ => refused("this is not a collector's database"),
    }
}

/// Creates the tables, or upgrades those of an older version. This runs before a new database has a log, so that its header identifies it
/// from then on.
pub(super) fn make(connection: &Connection) -> rusqlite::Result<()> {
    let found: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let step = |(version, statements): &(u32, &str)| {
        connection.execute_batch(&format!(
            "PRAGMA synchronous = FULL; BEGIN IMMEDIATE; {statements}
             PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {version}; COMMIT;"
        ))
    };
    STEPS.iter().filter(|(version, _)| *version > found).try_for_each(step)
}

/// Creates a view, for this connection alone, of every report with whether totals include it.
pub(super) fn view(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TEMP VIEW stored AS SELECT r.plan, r.id, r.perturbed, r.day, r.withdrawal, p.id IS NULL AS is_released
         FROM reports r LEFT JOIN pending p ON p.plan = r.plan AND p.id = r.id",
    )
}

/// Sets what applies to every connection that writes.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA trusted_schema = OFF;
         PRAGMA secure_delete = ON;
         PRAGMA journal_size_limit = 0;",
    )
}

/// Reads the settings back, and refuses a database where one did not take effect.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<(), Error> {
    let read = |name: &str| {
        let read = connection.pragma_query_value(None, name, |row| {
            row.get::<_, i64>(0).map_or_else(|_| row.get(0), |number| Ok(number.to_string()))
        });
        read.map_err(|cause| failure::io(path.display(), &cause))
    };
    let expected = [
        ("journal_mode", "wal", "the file system does not allow write-ahead logging"),
        ("synchronous", "2", "SQLite does not synchronise every commit"),
        ("foreign_keys", "1", "SQLite does not check foreign keys"),
    ];
    for (name, value, otherwise) in expected {
        let found = read(name)?;
        if found != value {
            let message = format!("{}: {otherwise} ({name} is {found:?}, not {value:?})", path.display());
            return Err(Error::new(Code::Io, message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_are_those_that_were_set() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("candor.db");
        let connection = Connection::open(&path).expect("done");
        make(&connection).expect("done");
        prepare(&connection).expect("done");
        check(&connection, &path).expect("done");
        recognise(&connection, &path).expect("done");
        connection.pragma_update(None, "synchronous", "NORMAL").expect("done");
        assert!(check(&connection, &path).expect_err("refused").message().contains("synchronous is \"1\""));
    }

    #[test]
    fn a_database_is_known_by_its_header() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("candor.db");
        let header = || std::fs::read(&path).expect("a file").into_iter().take(100).collect::<Vec<_>>();
        let connection = Connection::open(&path).expect("done");
        check_header(&header(), &path).expect("new");
        make(&connection).expect("done");
        check_header(&header(), &path).expect("known");
        let refused = |header: &[u8]| check_header(header, &path).expect_err("refused").message().to_owned();
        for other in [3, 10] {
            connection.pragma_update(None, "user_version", other).expect("done");
            assert!(refused(&header()).contains("another version"));
        }
        connection.pragma_update(None, "application_id", 0).expect("done");
        for foreign in [&header()[..], b"SQLite format 3\0", b"diary"] {
            assert!(refused(foreign).contains("not a collector's database"));
        }
    }
}

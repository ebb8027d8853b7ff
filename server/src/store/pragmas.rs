//! How the database is opened: settings that durability rests on are set and then read back, because
//! SQLite ignores what it cannot do.

use std::path::Path;

use candor::{Code, Error};
use rusqlite::Connection;

use crate::failure;

/// "Cndr", in the file's header.
const APPLICATION: i64 = 0x436e_6472;

/// The version of `schema.sql`.
const SCHEMA: i64 = 1;

/// Versions before this one can lose a committed transaction when one connection writes while another
/// resets the write-ahead log.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Refuses a SQLite that can lose what was committed.
pub(super) fn check_version() -> Result<(), Error> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        let message = format!("SQLite 3.51.3 or later is needed, this is {}", rusqlite::version());
        return Err(Error::new(Code::Io, message));
    }
    Ok(())
}

/// Makes the tables of a new database, and sets what holds for every connection.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON;
         PRAGMA trusted_schema = OFF;
         PRAGMA secure_delete = ON;
         PRAGMA journal_size_limit = 0;",
    )?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        let schema = include_str!("schema.sql");
        connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; {schema}
             PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA}; COMMIT;"
        ))?;
    }
    Ok(())
}

/// Reads the settings back.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<(), Error> {
    let read = |name: &str| {
        let read = connection.pragma_query_value(None, name, |row| {
            row.get::<_, i64>(0).map_or_else(|_| row.get(0), |number| Ok(number.to_string()))
        });
        read.map_err(|cause| failure::io(path.display(), &cause))
    };
    let (application, schema) = (APPLICATION.to_string(), SCHEMA.to_string());
    let expected = [
        ("application_id", application.as_str(), "this is not a collector's database"),
        ("user_version", &schema, "this database was made by another version"),
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
        prepare(&connection).expect("done");
        check(&connection, &path).expect("done");
        connection.pragma_update(None, "synchronous", "NORMAL").expect("done");
        assert!(check(&connection, &path).expect_err("refused").message().contains("synchronous is \"1\""));
    }

    #[test]
    fn a_foreign_database_is_refused() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("other.db");
        let connection = Connection::open(&path).expect("done");
        connection.execute_batch("CREATE TABLE friends (name TEXT)").expect("done");
        prepare(&connection).expect("done");
        assert!(
            check(&connection, &path).expect_err("refused").message().contains("not a collector's database")
        );
    }
}

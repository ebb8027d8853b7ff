//! A database in a SQLite file.
//!
//! Durability: WAL with synchronous=FULL; a COMMIT that returned has reached the disk. One process writes, over one connection, to a file
//! that it has claimed for itself ([`claim`]).

mod claim;
mod pragmas;

use core::cell::Cell;
use core::time::Duration;
use std::path::Path;

use candor::{Code, Error};
use candor_documents::failure;
use rusqlite::config::DbConfig;
use rusqlite::types::Value;
use rusqlite::{Connection, InterruptHandle, OpenFlags, Transaction, TransactionBehavior, params_from_iter};

use self::claim::Claim;
pub use self::claim::log_bytes;
use super::refusal::{damaged, refused};
use super::row::{ReportRow, Row};

/// How long a writer waits for another program that holds the database.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection to a file.
pub(super) struct Sqlite {
    connection: Connection,
    /// Present if the connection writes.
    claim: Option<Claim>,
    /// Whether the log may hold anything.
    is_logged: Cell<bool>,
}

impl Sqlite {
    /// Opens a connection that writes, for this program alone. Creates the file if there is none, and rewrites it after a crash.
    ///
    /// # Errors
    /// `io`: not a collector's database, in use by another collector, or SQLite is older than 3.51.3; `damaged-database`.
    pub(super) fn writing(path: &Path) -> Result<Self, Error> {
        pragmas::check_version()?;
        let claim = Claim::new(path)?;
        let open = || {
            let connection = Connection::open(claim.path())?;
            pragmas::make(&connection)?;
            pragmas::prepare(&connection)?;
            Ok(connection)
        };
        let connection = open().map_err(|cause: rusqlite::Error| refused(&cause).at(path.display()))?;
        pragmas::check(&connection, path)?;
        // Reads for the first time, which creates the log.
        let mut sqlite = Self::recognised(connection, path)?;
        if claim.had_log() {
            sqlite.rewrite()?;
        }
        sqlite.claim = Some(claim.beside()?);
        Ok(sqlite)
    }

    /// Opens a connection that only reads a file, which must exist.
    ///
    /// # Errors
    /// `io`, also if it is not a collector's.
    pub(super) fn reading(path: &Path) -> Result<Self, Error> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .map_err(|cause| failure::io(path.display(), &cause))?;
        Self::recognised(connection, path)
    }

    fn recognised(connection: Connection, path: &Path) -> Result<Self, Error> {
        pragmas::recognise(&connection, path)?;
        pragmas::view(&connection).map_err(|cause| refused(&cause))?;
        // Keeps SQLite from recompiling statements for other values.
        let stable = DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG;
        connection.set_db_config(stable, true).map_err(|cause| refused(&cause))?;
        Ok(Self { connection, claim: None, is_logged: Cell::new(true) })
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.claim.as_ref().map(Claim::path)
    }

    pub(super) fn interrupt(&self) -> InterruptHandle {
        self.connection.get_interrupt_handle()
    }

    pub(super) fn rows(&self, statement: &str, values: &[Value]) -> Result<Vec<Row>, Error> {
        let read = || {
            let mut statement = self.connection.prepare_cached(statement)?;
            let columns = statement.column_count();
            let row = |found: &rusqlite::Row<'_>| {
                (0..columns).map(|column| found.get(column)).collect::<rusqlite::Result<_>>().map(Row)
            };
            statement.query_map(params_from_iter(values), row)?.collect::<rusqlite::Result<Vec<Row>>>()
        };
        read().map_err(|cause: rusqlite::Error| refused(&cause))
    }

    pub(super) fn each(
        &self,
        query: &str,
        plan: i64,
        mut read: impl FnMut(ReportRow<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let sqlite = |cause: rusqlite::Error| refused(&cause);
        let mut query = self.connection.prepare_cached(query).map_err(sqlite)?;
        let mut rows = query.query([plan]).map_err(sqlite)?;
        while let Some(row) = rows.next().map_err(sqlite)? {
            let perturbed = row.get_ref(1).map_err(sqlite)?.as_blob();
            let day = row.get_ref(2).map_err(sqlite)?.as_str();
            let withdrawal = row.get_ref(3).map_err(sqlite)?.as_blob_or_null();
            read(ReportRow {
                id: row.get(0).map_err(sqlite)?,
                perturbed: perturbed.map_err(|_| damaged("a report has no record"))?,
                day: day.map_err(|_| damaged("a report has no day"))?,
                withdrawal: withdrawal.map_err(|_| damaged("a report has no withdrawal"))?,
                is_released: row.get(4).map_err(sqlite)?,
            })?;
        }
        Ok(())
    }

    /// Runs a transaction and commits it, but only to the file that was claimed.
    pub(super) fn transaction<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let transaction = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|cause| refused(&cause))?;
        let done = work()?;
        self.claim.iter().try_for_each(Claim::check)?;
        transaction.commit().map_err(|cause| refused(&cause))?;
        self.is_logged.set(true);
        Ok(done)
    }

    pub(super) fn moment<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let _transaction = self.connection.unchecked_transaction().map_err(|cause| refused(&cause))?;
        work()
    }

    /// Checks the structure of the file.
    pub(super) fn check(&self) -> Result<(), Error> {
        let found = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        let found = found.map_err(|cause| refused(&cause))?;
        if found == "ok" { Ok(()) } else { Err(damaged(&found)) }
    }

    /// Writes a copy of one snapshot to an empty file, with reports in the order of their ids.
    pub(super) fn copy_to(&self, path: &Path) -> Result<(), Error> {
        let name = path.to_str().ok_or_else(|| failure::io(path.display(), &"the name is not UTF-8"))?;
        self.connection.execute("VACUUM INTO ?1", [name]).map(drop).map_err(|cause| refused(&cause))
    }

    /// Empties the log, which shows the order of its transactions. If somebody is reading from it, it is emptied later.
    pub(super) fn empty_log(&self) -> Result<(), Error> {
        if !self.is_logged.get() {
            return Ok(());
        }
        let emptied = || {
            self.connection.busy_timeout(Duration::ZERO)?;
            let busy = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
            self.connection.busy_timeout(PATIENCE)?;
            Ok(busy)
        };
        self.is_logged.set(emptied().map_err(|cause| refused(&cause))?);
        Ok(())
    }

    fn rewrite(&self) -> Result<(), Error> {
        let rewritten = self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
        rewritten.map_err(|cause| refused(&cause))
    }

    /// Rewrites the file without deleted rows.
    pub(super) fn rewrite_deleted(&self) -> Result<(), Error> {
        self.rewrite()?;
        if self.claim.as_ref().is_some_and(Claim::has_log) {
            let message =
                "the plan is deleted, but the log keeps it until another program stops reading the database";
            return Err(Error::new(Code::Io, message));
        }
        Ok(())
    }

    /// Closes the database, rewriting the file so that its pages do not show which reports came last.
    pub(super) fn close(self) -> Result<(), Error> {
        self.rewrite()?;
        let Self { connection, claim, .. } = self;
        connection.close().map_err(|(_, cause)| refused(&cause))?;
        if let Some(claim) = claim.filter(Claim::has_log) {
            let path = claim.path().display();
            let message = format!(
                "{path}: its log, which shows the order of reports, remains: another program is reading it"
            );
            return Err(Error::new(Code::Io, message));
        }
        Ok(())
    }
}

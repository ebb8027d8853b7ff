//! A connection to a database of either kind. Both use the same statements, except for those in this file.

use std::path::Path;
use std::time::Instant;

use candor::Error;
use rusqlite::InterruptHandle;
use rusqlite::types::Value;

use super::location::Location;
use super::postgres::{self, Server};
use super::row::{ReportRow, Row, values};
use super::sqlite::Sqlite;

/// A connection.
pub(super) enum Session {
    /// To a file.
    File(Sqlite),
    /// To a server.
    Server(Box<Server>),
}

/// Interrupts the reading of a session from another thread.
pub enum Interrupt {
    /// For a file.
    File(InterruptHandle),
    /// For a server.
    Server(postgres::Cancellation),
}

impl Interrupt {
    /// Interrupts the reading.
    pub fn interrupt(&self) {
        match self {
            Self::File(handle) => handle.interrupt(),
            Self::Server(cancellation) => cancellation.cancel(),
        }
    }
}

impl Session {
    /// Opens a session that writes, creating the database if there is none.
    pub(super) fn writing(location: &Location) -> Result<Self, Error> {
        match location {
            Location::File(path) => Sqlite::writing(path).map(Self::File),
            Location::Server(url) => Server::writing(url).map(|server| Self::Server(Box::new(server))),
        }
    }

    /// Opens a session that only reads a database, which must exist.
    pub(super) fn reading(location: &Location) -> Result<Self, Error> {
        match location {
            Location::File(path) => Sqlite::reading(path).map(Self::File),
            Location::Server(url) => Server::reading(url).map(|server| Self::Server(Box::new(server))),
        }
    }

    /// Runs a statement once for each list of values, and returns the rows of each.
    pub(super) fn all(&self, statement: &str, lists: &[Vec<Value>]) -> Result<Vec<Vec<Row>>, Error> {
        match self {
            Self::File(sqlite) => lists.iter().map(|values| sqlite.rows(statement, values)).collect(),
            Self::Server(server) => server.all(statement, lists),
        }
    }

    /// Runs a statement, and returns its rows.
    pub(super) fn rows(&self, statement: &str, values: &[Value]) -> Result<Vec<Row>, Error> {
        match self {
            Self::File(sqlite) => sqlite.rows(statement, values),
            Self::Server(server) => {
                Ok(server.all(statement, &[values.to_vec()])?.into_iter().flatten().collect())
            }
        }
    }

    /// Runs a statement, and returns its first row.
    pub(super) fn row(&self, statement: &str, values: &[Value]) -> Result<Option<Row>, Error> {
        Ok(self.rows(statement, values)?.into_iter().next())
    }

    /// Runs `work` in a transaction, which is committed if it returns `Ok` and rolled back otherwise.
    pub(super) fn transaction<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        match self {
            Self::File(sqlite) => sqlite.transaction(work),
            Self::Server(server) => server.transaction(work),
        }
    }

    /// Runs `work` on one snapshot of the database.
    pub(super) fn moment<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        match self {
            Self::File(sqlite) => sqlite.moment(work),
            Self::Server(server) => server.moment(work),
        }
    }

    /// Makes a query of `plans` lock the rows it reads until the transaction ends.
    pub(super) fn locking(&self, query: &str) -> String {
        match self {
            // A writer to a file has locked all of it.
            Self::File(_) => query.to_owned(),
            Self::Server(_) => format!("{query} FOR UPDATE"),
        }
    }

    /// The current time by the database's clock, in UTC, to the second.
    pub(super) fn now(&self) -> Result<String, Error> {
        let query = match self {
            Self::File(_) => "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')",
            Self::Server(_) => {
                "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
            }
        };
        self.row(query, &[])?.map_or_else(|| Ok(String::new()), |row| row.get(0))
    }

    /// The current day by the database's clock, in UTC.
    pub(super) fn today(&self) -> Result<String, Error> {
        self.now().map(|now| day(&now).to_owned())
    }

    /// Stores new reports as pending, each given as plan, id, record, day and withdrawal.
    pub(super) fn insert_pending(&self, reports: Vec<Vec<Value>>) -> Result<(), Error> {
        let whole = "(plan, id, perturbed, day, withdrawal) VALUES (?1, ?2, ?3, ?4, ?5)";
        match self {
            Self::File(_) => {
                self.all(&format!("INSERT INTO reports {whole}"), &reports)?;
                let ids: Vec<_> = reports.into_iter().map(|mut report| report.drain(..2).collect()).collect();
                self.all("INSERT INTO pending (plan, id) VALUES (?1, ?2)", &ids).map(drop)
            }
            Self::Server(_) => self.all(&format!("INSERT INTO pending {whole}"), &reports).map(drop),
        }
    }

    /// Marks all reports of a plan as released.
    pub(super) fn release(&self, plan: i64) -> Result<(), Error> {
        if let Self::Server(server) = self {
            server.release(plan)?;
        }
        self.rows("DELETE FROM pending WHERE plan = ?1", &values![plan]).map(drop)
    }

    /// Reads every report of a plan, in the order of their random ids.
    pub(super) fn each(
        &self,
        plan: i64,
        read: impl FnMut(ReportRow<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let query =
            "SELECT id, perturbed, day, withdrawal, is_released FROM stored WHERE plan = ?1 ORDER BY id";
        match self {
            Self::File(sqlite) => sqlite.each(query, plan, read),
            Self::Server(server) => server.each(query, plan, read),
        }
    }

    /// The number of reports of all plans, not counting those that were withdrawn.
    pub(super) fn reports(&self) -> Result<u64, Error> {
        let query = match self {
            // SQLite counts a table by its pages, without reading the view.
            Self::File(_) => {
                "SELECT (SELECT count(*) FROM reports) - (SELECT count(*) FROM reports WHERE day = '0000-00-00')"
            }
            Self::Server(_) => "SELECT count(*) FROM stored WHERE day <> '0000-00-00'",
        };
        self.row(query, &[])?.map_or(Ok(0), |row| row.get(0))
    }

    /// Checks that the file's structure is sound.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self {
            Self::File(sqlite) => sqlite.check(),
            // The server checks its own files.
            Self::Server(_) => Ok(()),
        }
    }

    /// A handle that interrupts reading from another thread.
    pub(super) fn interrupt(&self) -> Interrupt {
        match self {
            Self::File(sqlite) => Interrupt::File(sqlite.interrupt()),
            Self::Server(server) => Interrupt::Server(server.cancellation()),
        }
    }

    /// Erases traces of the order in which recent transactions came, or does so later if somebody is reading.
    pub(super) fn forget_order(&self) -> Result<(), Error> {
        match self {
            Self::File(sqlite) => sqlite.empty_log(),
            Self::Server(server) => server.rewrite_small(Instant::now()),
        }
    }

    /// Rewrites the database in the order of ids, without what was deleted.
    pub(super) fn rewrite(&self) -> Result<(), Error> {
        match self {
            Self::File(sqlite) => sqlite.rewrite_deleted(),
            Self::Server(server) => server.rewrite_deleted(),
        }
    }

    /// Ends the session, leaving what was written in the order of ids.
    pub(super) fn close(self) -> Result<(), Error> {
        match self {
            Self::File(sqlite) => sqlite.close(),
            Self::Server(server) => server.close(),
        }
    }

    /// The path of the database's file, if it is one.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(sqlite) => sqlite.path(),
            Self::Server(_) => None,
        }
    }

    /// Whether no other program writes to it; if so, none can begin to before this session ends.
    pub(super) fn is_alone(&self) -> Result<bool, Error> {
        match self {
            Self::File(_) => Ok(true),
            Self::Server(server) => server.is_alone(),
        }
    }

    /// Whether other collectors may write to it at the same time.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, Self::Server(_))
    }
}

/// The day of a time, which is all of it that is stored.
pub(super) fn day(moment: &str) -> &str {
    moment.split_at(10).0
}

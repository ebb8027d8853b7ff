//! A connection to a database of either kind. Statements are the same for both, but for those that are here.

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

/// What ends the reading of a session from another thread.
pub enum Interrupt {
    /// Of a file.
    File(InterruptHandle),
    /// Of a server.
    Server(postgres::Cancellation),
}

impl Interrupt {
    /// Ends it.
    pub fn interrupt(&self) {
        match self {
            Self::File(handle) => handle.interrupt(),
            Self::Server(cancellation) => cancellation.cancel(),
        }
    }
}

impl Session {
    /// One that writes; the database is made where there is none.
    pub(super) fn writing(location: &Location) -> Result<Self, Error> {
        match location {
            Location::File(path) => Sqlite::writing(path).map(Self::File),
            Location::Server(url) => Server::writing(url).map(|server| Self::Server(Box::new(server))),
        }
    }

    /// One that only reads a database that exists.
    pub(super) fn reading(location: &Location) -> Result<Self, Error> {
        match location {
            Location::File(path) => Sqlite::reading(path).map(Self::File),
            Location::Server(url) => Server::reading(url).map(|server| Self::Server(Box::new(server))),
        }
    }

    /// What a statement gives for each of several lists of values.
    pub(super) fn all(&self, statement: &str, lists: &[Vec<Value>]) -> Result<Vec<Vec<Row>>, Error> {
        match self {
            Self::File(sqlite) => lists.iter().map(|values| sqlite.rows(statement, values)).collect(),
            Self::Server(server) => server.all(statement, lists),
        }
    }

    /// What a statement gives.
    pub(super) fn rows(&self, statement: &str, values: &[Value]) -> Result<Vec<Row>, Error> {
        match self {
            Self::File(sqlite) => sqlite.rows(statement, values),
            Self::Server(server) => {
                Ok(server.all(statement, &[values.to_vec()])?.into_iter().flatten().collect())
            }
        }
    }

    /// The first row that a statement gives.
    pub(super) fn row(&self, statement: &str, values: &[Value]) -> Result<Option<Row>, Error> {
        Ok(self.rows(statement, values)?.into_iter().next())
    }

    /// Does what belongs together: all of it is committed when this returns well, and nothing otherwise.
    pub(super) fn transaction<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        match self {
            Self::File(sqlite) => sqlite.transaction(work),
            Self::Server(server) => server.transaction(work),
        }
    }

    /// Reads what is of one moment.
    pub(super) fn moment<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        match self {
            Self::File(sqlite) => sqlite.moment(work),
            Self::Server(server) => server.moment(work),
        }
    }

    /// A query of rows of `plans` that nobody else changes until the transaction ends.
    pub(super) fn locking(&self, query: &str) -> String {
        match self {
            // Who writes to a file has all of it.
            Self::File(_) => query.to_owned(),
            Self::Server(_) => format!("{query} FOR UPDATE"),
        }
    }

    /// This moment by the database's clock, to the second.
    pub(super) fn now(&self) -> Result<String, Error> {
        let query = match self {
            Self::File(_) => "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')",
            Self::Server(_) => {
                "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
            }
        };
        self.row(query, &[])?.map_or_else(|| Ok(String::new()), |row| row.get(0))
    }

    /// This day by the database's clock.
    pub(super) fn today(&self) -> Result<String, Error> {
        self.now().map(|now| day(&now).to_owned())
    }

    /// Keeps reports of which no total is told yet, each given by plan, id, record, day and withdrawal.
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

    /// Totals are told of all reports of a plan.
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

    /// How many reports there are of all plans.
    pub(super) fn reports(&self) -> Result<u64, Error> {
        let query = match self {
            // Without the view SQLite counts by pages.
            Self::File(_) => "SELECT count(*) FROM reports",
            Self::Server(_) => "SELECT count(*) FROM stored",
        };
        self.row(query, &[])?.map_or(Ok(0), |row| row.get(0))
    }

    /// Goes on where the database has the structure of one.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self {
            Self::File(sqlite) => sqlite.check(),
            // The server does that for itself.
            Self::Server(_) => Ok(()),
        }
    }

    /// What ends its reading from another thread.
    pub(super) fn interrupt(&self) -> Interrupt {
        match self {
            Self::File(sqlite) => Interrupt::File(sqlite.interrupt()),
            Self::Server(server) => Interrupt::Server(server.cancellation()),
        }
    }

    /// Takes away what tells in which order the last transactions came, unless somebody is reading: then later.
    pub(super) fn forget_order(&self) -> Result<(), Error> {
        match self {
            Self::File(sqlite) => sqlite.empty_log(),
            Self::Server(server) => server.rewrite_small(Instant::now()),
        }
    }

    /// Writes the database anew, without what was deleted, in the order of ids.
    pub(super) fn rewrite(&self) -> Result<(), Error> {
        match self {
            Self::File(sqlite) => sqlite.rewrite_deleted(),
            Self::Server(server) => server.rewrite_deleted(),
        }
    }

    /// Ends it; what was written lies in the order of ids then.
    pub(super) fn close(self) -> Result<(), Error> {
        match self {
            Self::File(sqlite) => sqlite.close(),
            Self::Server(server) => server.close(),
        }
    }

    /// The database's file, where it has one.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(sqlite) => sqlite.path(),
            Self::Server(_) => None,
        }
    }

    /// Whether no other program writes to it, nor begins to before this session ends.
    pub(super) fn is_alone(&self) -> Result<bool, Error> {
        match self {
            Self::File(_) => Ok(true),
            Self::Server(server) => server.is_alone(),
        }
    }

    /// Whether other collectors may write to it meanwhile.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, Self::Server(_))
    }
}

/// The day of a moment, all of it that is kept.
pub(super) fn day(moment: &str) -> &str {
    moment.split_at(10).0
}

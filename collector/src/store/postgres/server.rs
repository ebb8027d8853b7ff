//! A session with a server. It reconnects between transactions if the connection was cut.

use core::cell::{Cell, RefCell};
use core::time::Duration;
use std::time::Instant;

use candor::{Code, Error};
use rusqlite::types::Value;
use tokio::runtime::Runtime;

use super::connection::{self, Cancellation, Connection};
use super::opening::opened;
use super::order::{self, Pace};
use super::refusal::refused;
use super::schema;
use super::url::ServerUrl;
use crate::store::refusal::damaged;
use crate::store::row::{ReportRow, Row, values};

/// A session with a server.
pub struct Server {
    url: ServerUrl,
    writes: bool,
    runtime: Runtime,
    connection: RefCell<Connection>,
    cancellation: Cancellation,
    in_transaction: Cell<bool>,
    /// Whether this session has written anything.
    has_written: Cell<bool>,
    /// Whether the database has recorded that. After the connection was cut, other collectors may have assumed that this session ended.
    is_noted: Cell<bool>,
    /// Whether it has written since the small tables were rewritten, and when they are due next.
    is_in_disorder: Cell<bool>,
    pace: Cell<Pace>,
}

impl Server {
    /// Opens a session that writes. Creates the schema if there is none, and rewrites tables after a crash if no other collector is
    /// connected.
    ///
    /// # Errors
    /// `database-unavailable`; `invalid-configuration` where the server is not fit; `io`: not a collector's database.
    pub(in crate::store) fn writing(url: &ServerUrl) -> Result<Self, Error> {
        let server = Self::new(url, true)?;
        let row = server.all("SELECT is_in_order FROM collector", &[vec![]])?.into_iter().flatten().next();
        if !row.map_or(Ok(true), |row| row.get(0))? {
            server.in_order()?;
        }
        Ok(server)
    }

    /// Opens a session that only reads a database, which must exist.
    ///
    /// # Errors
    /// `database-unavailable`; `io`: not a collector's database.
    pub(in crate::store) fn reading(url: &ServerUrl) -> Result<Self, Error> {
        Self::new(url, false)
    }

    fn new(url: &ServerUrl, writes: bool) -> Result<Self, Error> {
        let runtime = connection::runtime()?;
        let connection = runtime.block_on(opened(url, writes, true))?;
        let cancellation = Cancellation::new(&connection, url)?;
        let [in_transaction, has_written, is_noted, is_in_disorder] = [false; 4].map(Cell::new);
        let (url, connection, pace) =
            (url.clone(), RefCell::new(connection), Cell::new(Pace::after(Instant::now(), Duration::ZERO)));
        Ok(Self {
            url,
            writes,
            runtime,
            connection,
            cancellation,
            in_transaction,
            has_written,
            is_noted,
            is_in_disorder,
            pace,
        })
    }

    pub(in crate::store) fn cancellation(&self) -> Cancellation {
        self.cancellation.clone()
    }

    /// Runs `work`, again on a new connection if the old one was cut outside a transaction.
    fn attempt<T>(
        &self,
        work: impl AsyncFn(&Connection) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, Error> {
        let done = self.runtime.block_on(work(&self.connection.borrow()));
        if done.is_ok() || self.in_transaction.get() || !self.connection.borrow().is_closed() {
            return done.map_err(|cause| refused(&cause));
        }
        let connection = self.runtime.block_on(opened(&self.url, self.writes, false))?;
        self.cancellation.renew(&connection);
        self.connection.replace(connection);
        self.is_noted.set(false);
        self.runtime.block_on(work(&self.connection.borrow())).map_err(|cause| refused(&cause))
    }

    fn run(&self, statements: &str) -> Result<(), Error> {
        self.attempt(async |connection| connection.run(statements).await)
    }

    pub(in crate::store) fn all(
        &self,
        statement: &str,
        lists: &[Vec<Value>],
    ) -> Result<Vec<Vec<Row>>, Error> {
        if lists.is_empty() {
            return Ok(Vec::new());
        }
        self.attempt(async |connection| connection.all(statement, lists).await)
    }

    pub(in crate::store) fn each(
        &self,
        query: &str,
        plan: i64,
        mut read: impl FnMut(ReportRow<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut stream = self.attempt(async |connection| connection.stream(query, &plan.into()).await)?;
        let read = self.read_rows(&mut stream, &mut read);
        if read.is_err() {
            // Stops the server from sending the remaining rows. If it cannot be stopped, the next statement runs on a new connection.
            self.cancellation.cancel();
            self.runtime.block_on(self.connection.borrow_mut().cut());
        }
        read
    }

    fn read_rows(
        &self,
        stream: &mut connection::Rows,
        read: &mut impl FnMut(ReportRow<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        loop {
            let rows = self.runtime.block_on(connection::next(stream)).map_err(|cause| refused(&cause))?;
            if rows.is_empty() {
                return Ok(());
            }
            for row in &rows {
                let id: &[u8] = row.try_get(0).map_err(|_| damaged("a report has no id"))?;
                read(ReportRow {
                    id: id.try_into().map_err(|_| damaged("a report's id has another length"))?,
                    perturbed: row.try_get(1).map_err(|_| damaged("a report has no record"))?,
                    day: row.try_get(2).map_err(|_| damaged("a report has no day"))?,
                    withdrawal: row.try_get(3).map_err(|_| damaged("a report has no withdrawal"))?,
                    is_released: row.try_get(4).map_err(|_| damaged("a report has no step"))?,
                })?;
            }
        }
    }

    /// Runs a transaction. It sees what others commit meanwhile, unless it has read it before.
    pub(in crate::store) fn transaction<T>(
        &self,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.within("BEGIN", || {
            if !self.is_noted.get() {
                self.run(order::DISTURBED)?;
            }
            work()
        })
        .inspect(|_| {
            [&self.has_written, &self.is_noted, &self.is_in_disorder]
                .iter()
                .for_each(|written| written.set(true))
        })
    }

    /// Runs a transaction that reads one snapshot; tables are not rewritten meanwhile.
    pub(in crate::store) fn moment<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        self.within(order::READING, work)
    }

    fn within<T>(&self, begin: &str, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        self.run(begin)?;
        self.in_transaction.set(true);
        let done = work().and_then(|done| self.run("COMMIT").map(|()| done));
        if done.is_err() {
            // If the connection was cut, the server rolls back by itself.
            drop(self.run("ROLLBACK"));
        }
        self.in_transaction.set(false);
        done
    }

    /// Moves all pending reports of a plan to the released ones, in the order of their ids.
    pub(in crate::store) fn release(&self, plan: i64) -> Result<(), Error> {
        let moved = "INSERT INTO reports SELECT * FROM pending WHERE plan = ?1 ORDER BY id";
        self.all(moved, &[values![plan].to_vec()]).map(drop)
    }

    /// Rewrites the tables that every report writes to if that is due. If somebody is reading, they are rewritten later.
    pub(in crate::store) fn rewrite_small(&self, now: Instant) -> Result<(), Error> {
        if !self.is_in_disorder.get() || !self.pace.get().is_due(now) {
            return Ok(());
        }
        let began = Instant::now();
        self.is_in_disorder.set(!self.rewritten(&order::SMALL, "100ms")?);
        let took = began.elapsed();
        self.pace.set(Pace::after(now + took, took));
        Ok(())
    }

    /// Rewrites tables. Returns false if others use them for longer than `patience`.
    fn rewritten(&self, tables: &[&str], patience: &str) -> Result<bool, Error> {
        self.run("BEGIN")?;
        self.in_transaction.set(true);
        let statements = order::rewriting(tables, patience);
        let rewritten = self.runtime.block_on(self.connection.borrow().run(&statements));
        if rewritten.is_err() {
            drop(self.run("ROLLBACK"));
        }
        self.in_transaction.set(false);
        match rewritten {
            Ok(()) => Ok(true),
            Err(cause) if order::is_in_use(&cause) => Ok(false),
            Err(cause) => Err(refused(&cause)),
        }
    }

    /// Rewrites all tables, after a plan was deleted.
    pub(in crate::store) fn rewrite_deleted(&self) -> Result<(), Error> {
        if self.rewritten(&order::ALL, "5s")? {
            return Ok(());
        }
        let message = "the plan is deleted, but its rows remain in the tables' files until no other program reads them and the last \
            collector ends";
        Err(Error::new(Code::Io, message))
    }

    /// Whether no other program writes; if so, none can begin to until [`schema::open`].
    pub(in crate::store) fn is_alone(&self) -> Result<bool, Error> {
        let row = self.all(&schema::alone(), &[vec![]])?.into_iter().flatten().next();
        row.map_or(Ok(false), |row| row.get(0))
    }

    /// Rewrites all tables if no other program writes.
    fn in_order(&self) -> Result<(), Error> {
        if !self.is_alone()? {
            return Ok(());
        }
        let rewritten = self.rewritten(&order::ALL, "5s");
        if let Ok(true) = rewritten {
            self.run(order::IN_ORDER)?;
        }
        self.run(&schema::open())?;
        if rewritten? {
            return Ok(());
        }
        let message = format!(
            "{}: the tables still show in which release reports came: another program is reading the database",
            self.url
        );
        Err(Error::new(Code::Io, message))
    }

    /// Ends the session. The last collector to do so rewrites all tables.
    pub(in crate::store) fn close(self) -> Result<(), Error> {
        if self.has_written.get() { self.in_order() } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Opens a session with a new database of a test on the server that the environment names; the database is not removed afterwards.
    fn on_new_database(test: &str) -> Server {
        let server = std::env::var("CANDOR_POSTGRES").expect("CANDOR_POSTGRES names a server");
        let name = format!("candor_{}_{test}", std::process::id());
        let runtime = connection::runtime().expect("a runtime");
        runtime.block_on(async {
            let connection =
                Connection::new(&ServerUrl::parse(&server).expect("an address")).await.expect("a server");
            connection.run(&format!("DROP DATABASE IF EXISTS {name}")).await.expect("there is none");
            connection.run(&format!("CREATE DATABASE {name}")).await.expect("a database");
        });
        let (before, _) = server.rsplit_once('/').expect("a name");
        Server::writing(&ServerUrl::parse(&format!("{before}/{name}")).expect("an address"))
            .expect("a session")
    }

    /// A cancellation may reach the server when it already runs another query.
    #[test]
    #[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names"]
    fn on_postgres_what_is_asked_after_reading_was_broken_off_is_answered() {
        let writer = on_new_database("broken_off");
        let server = Server::reading(&writer.url).expect("a reader");
        let reports = "SELECT decode(repeat('00', 16), 'hex'), ''::BYTEA, '', NULL::BYTEA, TRUE
            FROM generate_series(1, 1000) WHERE ?1::BIGINT = 7";
        for _ in 0..20 {
            let gone = || Err(Error::new(Code::Stopped, "nobody waits for it"));
            let stopped = server.moment(|| server.each(reports, 7, |_| gone())).expect_err("broken off");
            assert_eq!(stopped.code(), Code::Stopped);
            server.all("SELECT pg_sleep(0.02)::TEXT", &[vec![]]).expect("an answer");
        }
    }

    #[test]
    #[ignore = "needs a PostgreSQL server that CANDOR_POSTGRES names"]
    fn on_postgres_small_tables_are_rewritten_every_minute_unless_somebody_reads() {
        let server = on_new_database("rewritten");
        let insert = "INSERT INTO pending (plan, id, perturbed, day) VALUES (?1, ?2, ?3, ?4)";
        let row = |id: u8| values![7, vec![id; 16], vec![id], "2026-01-01".to_owned()].to_vec();
        for id in [3, 1, 2] {
            server.transaction(|| server.all(insert, &[row(id)])).expect("stored");
        }
        let found = |query: &str| -> Vec<i64> {
            let rows = server.all(query, &[vec![]]).expect("rows");
            rows.into_iter().flatten().map(|row| row.get(0).expect("a number")).collect()
        };
        let marks = || found("SELECT count(DISTINCT xmin::TEXT) FROM pending");
        let places = || found("SELECT get_byte(id, 0)::BIGINT FROM pending");
        let as_they_came = (vec![3], vec![3, 1, 2]);
        assert_eq!((marks(), places()), as_they_came);
        let after = |seconds| Instant::now() + Duration::from_secs(seconds);
        server.rewrite_small(after(50)).expect("later");
        let reader = Server::reading(&server.url).expect("a reader");
        reader.moment(|| server.rewrite_small(after(70))).expect("later");
        assert_eq!((marks(), places()), as_they_came);
        // A minute after it was postponed.
        server.rewrite_small(after(100)).expect("later");
        assert_eq!((marks(), places()), as_they_came);
        server.rewrite_small(after(150)).expect("done");
        assert_eq!((marks(), places()), (vec![1], vec![1, 2, 3]));
        // Reports that come afterwards wait for another minute.
        server.transaction(|| server.all(insert, &[row(0)])).expect("stored");
        server.rewrite_small(after(200)).expect("later");
        assert_eq!((marks(), places()), (vec![2], vec![1, 2, 3, 0]));
        server.rewrite_small(after(230)).expect("done");
        assert_eq!((marks(), places()), (vec![1], vec![0, 1, 2, 3]));
        server.close().expect("closed");
    }
}

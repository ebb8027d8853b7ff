//! The database that is written: opened, closed, its plans and its log.

use core::time::Duration;
use std::path::Path;

use candor::plan::{Caps, Plan};
use candor::{Code, Error};
use rusqlite::{Connection, params};

use super::claim::Claim;
use super::pragmas;
use super::published::Published;
use super::refusal::refused;
use super::steps::{Release, Steps};

/// How long a writer waits for another program that holds the database.
const PATIENCE: Duration = Duration::from_secs(5);

/// The writing connection.
pub struct Store {
    pub(super) connection: Connection,
    pub(super) file: Claim,
    pub(super) steps: Steps,
    /// Whether there may be something in the log.
    pub(super) is_logged: bool,
}

impl Store {
    /// Opens a database, making it when there is none; after a crash it is rewritten.
    ///
    /// # Errors
    /// `io`: not a collector's database, in use by another collector, or SQLite is older than 3.51.3; `damaged-database`.
    pub fn open(path: &Path, release: Release) -> Result<Self, Error> {
        pragmas::check_version()?;
        let file = Claim::new(path)?;
        let open = || {
            let connection = Connection::open(file.path())?;
            if file.is_new() {
                pragmas::create(&connection)?;
            }
            pragmas::prepare(&connection)?;
            Ok(connection)
        };
        let connection = open().map_err(|cause: rusqlite::Error| refused(&cause).at(path.display()))?;
        pragmas::check(&connection, path)?;
        // The first to be read: from here on there is a log.
        pragmas::recognise(&connection, path)?;
        let mut store = Self { connection, file, steps: Steps::new(release), is_logged: true };
        if store.file.had_log() {
            store.rewrite()?;
        }
        store.file.note_beside()?;
        Ok(store)
    }

    /// The file's name, without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Keeps a plan; one that is kept already stays as it is.
    ///
    /// # Errors
    /// `io`.
    pub fn publish(&mut self, plan: &Plan) -> Result<(), Error> {
        let insert = "INSERT INTO plans (fingerprint, document) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        let row = params![plan.fingerprint().to_string(), plan.json()];
        self.connection.execute(insert, row).map(drop).map_err(|cause| refused(&cause))
    }

    /// All plans in the order they were first published; each is verified again.
    ///
    /// # Errors
    /// `io`; a plan's own faults, when the file was tampered with.
    pub fn plans(&mut self) -> Result<Vec<Published>, Error> {
        let read = || {
            let columns = "SELECT number, document, released, reports FROM plans ORDER BY number";
            let mut query = self.connection.prepare(columns)?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
            rows.collect::<rusqlite::Result<Vec<(i64, String, u64, u64)>>>()
        };
        let rows = read().map_err(|cause| refused(&cause))?;
        let published = |(number, document, released, reports): (i64, String, u64, u64)| {
            self.steps.enter(number, released, reports);
            Ok(Published::new(number, Plan::from_json(&document, &Caps::default())?, released))
        };
        rows.into_iter().map(published).collect()
    }

    /// Empties the log, which holds the order of the transactions in it, unless somebody is reading from it: then later.
    ///
    /// # Errors
    /// `io`; every report is kept then, too.
    pub fn empty_log(&mut self) -> Result<(), Error> {
        if !self.is_logged {
            return Ok(());
        }
        let emptied = || {
            self.connection.busy_timeout(Duration::ZERO)?;
            let busy = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
            self.connection.busy_timeout(PATIENCE)?;
            Ok(busy)
        };
        self.is_logged = emptied().map_err(|cause| refused(&cause))?;
        Ok(())
    }

    /// Closes the database, rewriting the file so that its pages do not tell which reports came last.
    ///
    /// # Errors
    /// `io`, also where a log remains because another program reads the database; every report is kept then, too.
    pub fn close(self) -> Result<(), Error> {
        self.rewrite()?;
        self.connection.close().map_err(|(_, cause)| refused(&cause))?;
        if self.file.has_log() {
            let path = self.file.path().display();
            let message = format!(
                "{path}: its log, which holds the order of reports, remains: another program is reading it"
            );
            return Err(Error::new(Code::Io, message));
        }
        Ok(())
    }

    fn rewrite(&self) -> Result<(), Error> {
        let rewritten = self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
        rewritten.map_err(|cause| refused(&cause))
    }
}

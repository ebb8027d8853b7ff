//! The database that is written: opened, closed, and its log.

use core::time::Duration;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use candor::{Code, Error};
use rusqlite::Connection;

use super::at_rest::AtRest;
use super::claim::Claim;
use super::pragmas;
use super::refusal::refused;
use super::steps::{Release, Steps};
use crate::failure;

/// How long a writer waits for another program that holds the database.
const PATIENCE: Duration = Duration::from_secs(5);

/// The writing connection.
pub struct Store {
    pub(super) connection: Connection,
    pub(super) file: Claim,
    pub(super) steps: Steps,
    /// What is counted of every plan, by number.
    pub(super) at_rest: BTreeMap<i64, Arc<AtRest>>,
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
        let (steps, at_rest) = (Steps::new(release), BTreeMap::new());
        let mut store = Self { connection, file, steps, at_rest, is_logged: true };
        if store.file.had_log() {
            store.rewrite()?;
        }
        store.file.note_beside()?;
        Ok(store)
    }

    /// Opens a database that is there.
    ///
    /// # Errors
    /// Those of [`Store::open`]; `io` where it is not there.
    pub fn open_existing(path: &Path, release: Release) -> Result<Self, Error> {
        match path.metadata() {
            Ok(_) => Self::open(path, release),
            Err(cause) => Err(failure::file(path, &cause)),
        }
    }

    /// The file's name, without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
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

    pub(super) fn rewrite(&self) -> Result<(), Error> {
        let rewritten = self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
        rewritten.map_err(|cause| refused(&cause))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use candor::design::Survey;
    use candor::report::Report;

    use super::*;
    use crate::common::plan_of;
    use crate::store::Arrival;

    #[test]
    fn the_log_is_emptied_as_soon_as_no_other_program_reads_it() {
        let survey = r#"{"survey":"s","attributes":[{"name":"a","categories":["no","yes"],"epsilon":1}]}"#;
        let plan = plan_of(&Survey::from_json(survey).expect("a survey"));
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("candor.db");
        let release = Release { after: 1, reports: 1, pause: Duration::ZERO };
        let mut store = Store::open(&path, release).expect("a store");
        let published = Arc::new(store.publish(&plan, None).expect("a plan"));
        let logged = || fs::metadata(directory.path().join("candor.db-wal")).expect("a log").len();
        let accept = |store: &mut Store, id| {
            let report = Report::from_perturbed(&plan, [id; 16], vec![1]).expect("a report");
            let arrival =
                Arrival { published: Arc::clone(&published), report, admission: None, withdrawal: None };
            store.accept(&[vec![arrival]]).expect("stored");
        };
        accept(&mut store, 1);
        assert!(logged() > 0);
        store.empty_log().expect("done");
        assert_eq!(logged(), 0);
        accept(&mut store, 2);
        let reader = Connection::open(&path).expect("a reader");
        reader.execute_batch("BEGIN; SELECT * FROM plans").expect("reading");
        accept(&mut store, 3);
        store.empty_log().expect("later");
        assert!(logged() > 0 && store.is_logged);
        drop(reader);
        store.empty_log().expect("done");
        assert_eq!((logged(), store.is_logged), (0, false));
    }
}

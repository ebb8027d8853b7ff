//! The writing side of the database: opening, closing, and erasing traces of the order of writes.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use candor::Error;
use candor_documents::failure;

use super::at_rest::AtRest;
use super::keeping::Keeping;
use super::location::Location;
use super::session::Session;
use super::steps::{Release, Steps};

/// The writing connection.
pub struct Store {
    location: Location,
    pub(super) session: Session,
    pub(super) steps: Steps,
    /// Which tables are counted, by plan number.
    pub(super) at_rest: BTreeMap<i64, Arc<AtRest>>,
    /// Until when reports are kept, by plan number.
    pub(super) keeping: BTreeMap<i64, Keeping>,
}

impl Store {
    /// Opens a database, creating it if there is none. After a crash it is rewritten.
    ///
    /// # Errors
    /// `io`: not a collector's database, or a file in use by another collector; `damaged-database`; `database-unavailable`;
    /// `invalid-configuration` where a server does not keep what it commits, or the role lacks privileges.
    pub fn open(location: &Location, release: Release) -> Result<Self, Error> {
        let session = Session::writing(location)?;
        let (at_rest, keeping) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self { location: location.clone(), session, steps: Steps::new(release), at_rest, keeping })
    }

    /// Opens a database that must exist.
    ///
    /// # Errors
    /// The errors of [`Store::open`]; `io` if there is no database.
    pub fn open_existing(location: &Location, release: Release) -> Result<Self, Error> {
        match location {
            Location::File(path) => path.metadata().map(drop).map_err(|cause| failure::file(path, &cause))?,
            Location::Server(_) => drop(Session::reading(location)?),
        }
        Self::open(location, release)
    }

    /// Where the database is, with symbolic links resolved.
    #[must_use]
    pub fn location(&self) -> Location {
        match self.path() {
            Some(path) => Location::File(path.to_owned()),
            None => self.location.clone(),
        }
    }

    /// The path of the file, with symbolic links resolved, if the database is a file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.session.path()
    }

    /// The number of reports of all plans.
    ///
    /// # Errors
    /// `io`; `database-unavailable`.
    pub fn reports(&self) -> Result<u64, Error> {
        self.session.reports()
    }

    /// Erases traces of the order in which recent transactions came: the log of a file, or the physical order of rows on a server.
    ///
    /// # Errors
    /// `io`, `database-unavailable`; every report is still kept.
    pub fn forget_order(&mut self) -> Result<(), Error> {
        self.session.forget_order()
    }

    /// Rewrites the database without what was deleted.
    ///
    /// # Errors
    /// `io`, also if the log of a file cannot be emptied yet because another program reads the database: what was deleted disappears from the log when that
    /// program has ended; `database-unavailable`.
    pub fn rewrite(&mut self) -> Result<(), Error> {
        self.session.rewrite()
    }

    /// Closes the database, rewriting it so that the physical order of rows does not show which reports came last.
    ///
    /// # Errors
    /// `io`, also if the log of a file remains because another program reads it; `database-unavailable`. Every report is still kept.
    pub fn close(self) -> Result<(), Error> {
        self.session.close()
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;
    use std::fs;

    use candor::design::Survey;
    use candor::report::Report;
    use rusqlite::Connection;

    use super::*;
    use crate::common::plan_of;
    use crate::store::Arrival;

    #[test]
    fn the_log_is_emptied_as_soon_as_no_other_program_reads_it() {
        let survey = r#"{"survey":"s","attributes":[{"name":"a","categories":["no","yes"],"epsilon":1}]}"#;
        let plan = plan_of(&Survey::from_json(survey).expect("a survey"));
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("candor.db");
        let release = Release { after: 1, reports: 1, pause: Duration::ZERO, ..Release::default() };
        let mut store = Store::open(&Location::File(path.clone()), release).expect("a store");
        let published = Arc::new(store.publish(&plan, None, None).expect("a plan"));
        let logged = || fs::metadata(directory.path().join("candor.db-wal")).expect("a log").len();
        let accept = |store: &mut Store, id| {
            let report = Report::from_perturbed(&plan, [id; 16], vec![1]).expect("a report");
            let arrival =
                Arrival { published: Arc::clone(&published), report, admission: None, withdrawal: None };
            store.accept(&[vec![arrival]]).expect("stored");
        };
        accept(&mut store, 1);
        assert!(logged() > 0);
        store.forget_order().expect("done");
        assert_eq!(logged(), 0);
        accept(&mut store, 2);
        let reader = Connection::open(&path).expect("a reader");
        reader.execute_batch("BEGIN; SELECT * FROM plans").expect("reading");
        accept(&mut store, 3);
        store.forget_order().expect("later");
        assert!(logged() > 0);
        drop(reader);
        store.forget_order().expect("done");
        assert_eq!(logged(), 0);
    }
}

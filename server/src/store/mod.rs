//! The database: what is kept of a report, and nothing else.
//!
//! A report is its plan, its random id, its perturbed record and a day. Reports have no row number and
//! are kept in the order of their ids, which are random: reading them tells nothing about who came
//! first. The bytes of the file and of its log do tell while the collector runs, to whoever can read the
//! disk; at an orderly end the file is rewritten in the order of ids and the log is gone.
//!
//! Durability: WAL with synchronous=FULL; a COMMIT that returned has reached the disk. One process
//! writes, over one connection.

mod accept;
mod packed;
mod pragmas;
mod published;
mod snapshot;

pub use accept::{Accepted, Arrival, Outcome, Receipt};
pub use published::Published;
pub use snapshot::Snapshot;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use candor::plan::{Caps, Plan};
use candor::{Code, Error};
use rusqlite::{Connection, params};

use crate::failure;

/// The writing connection.
pub struct Store {
    connection: Connection,
    // Held, not read: the operating system releases it with the process.
    _lock: File,
}

/// An error of the database as this program reports it (`io`).
pub(crate) fn refused(cause: &rusqlite::Error) -> Error {
    failure::io("database", cause)
}

impl Store {
    /// Opens a database, making it when there is none.
    ///
    /// # Errors
    /// `io`: not a collector's database, in use by another collector, or SQLite is older than 3.51.3.
    pub fn open(path: &Path) -> Result<Self, Error> {
        pragmas::check_version()?;
        let lock = lock(path)?;
        let open = || {
            let connection = Connection::open(path)?;
            pragmas::prepare(&connection)?;
            Ok(connection)
        };
        let connection = open().map_err(|cause: rusqlite::Error| failure::io(path.display(), &cause))?;
        pragmas::check(&connection, path)?;
        Ok(Self { connection, _lock: lock })
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
    pub fn plans(&self) -> Result<Vec<Published>, Error> {
        let read = || {
            let mut query =
                self.connection.prepare("SELECT number, document, reports FROM plans ORDER BY number")?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect::<rusqlite::Result<Vec<(i64, String, u64)>>>()
        };
        let published = |(number, document, reports): (i64, String, u64)| {
            Ok(Published::new(number, Plan::from_json(&document, &Caps::default())?, reports))
        };
        read().map_err(|cause| refused(&cause))?.into_iter().map(published).collect()
    }

    /// Closes the database, rewriting the file so that its pages do not tell which reports came last.
    ///
    /// # Errors
    /// `io`; every report is kept then, too.
    pub fn close(self) -> Result<(), Error> {
        let rewritten = self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
        rewritten.map_err(|cause| refused(&cause))
    }
}

/// Two collectors on one database would each count only their own reports: the second is refused.
fn lock(database: &Path) -> Result<File, Error> {
    let path = beside(database, "lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|cause| failure::file(&path, &cause))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let message = format!("{}: another collector is using this database", database.display());
            Err(Error::new(Code::Io, message))
        }
        Err(TryLockError::Error(cause)) => Err(failure::file(&path, &cause)),
    }
}

fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-");
    name.push(suffix);
    name.into()
}

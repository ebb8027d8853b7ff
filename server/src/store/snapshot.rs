//! Reading: the reports of one moment, while others are being written.

use std::path::Path;

use candor::Error;
use candor::plan::{Fingerprint, Plan};
use candor::report::Report;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use super::{packed, refused};
use crate::failure;

/// A connection that only reads.
pub struct Snapshot {
    connection: Connection,
}

impl Snapshot {
    /// Opens a database that exists.
    ///
    /// # Errors
    /// `io`.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .map_err(|cause| failure::io(path.display(), &cause))?;
        Ok(Self { connection })
    }

    /// Reads every report of a plan, in the order of their random ids, and returns how many reports the
    /// plan had at that moment.
    ///
    /// # Errors
    /// `io`; what `read` fails with.
    pub fn reports(
        &self,
        plan: &Plan,
        mut read: impl FnMut(Report) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        let transaction = self.connection.unchecked_transaction().map_err(|cause| refused(&cause))?;
        let Some((number, total)) = numbered(&transaction, plan.fingerprint())? else { return Ok(0) };
        each(&transaction, number, |id, perturbed| {
            read(Report::from_perturbed(plan, id, packed::unpack(plan.law(), perturbed)?)?)
        })?;
        Ok(total)
    }

    /// How many reports of any plan there are.
    ///
    /// # Errors
    /// `io`.
    pub fn total(&self) -> Result<u64, Error> {
        let query = "SELECT ifnull(sum(reports), 0) FROM plans";
        self.connection.query_row(query, [], |row| row.get(0)).map_err(|cause| refused(&cause))
    }
}

fn numbered(connection: &Connection, fingerprint: Fingerprint) -> Result<Option<(i64, u64)>, Error> {
    let query = "SELECT number, reports FROM plans WHERE fingerprint = ?1";
    let row = connection.query_row(query, [fingerprint.to_string()], |row| Ok((row.get(0)?, row.get(1)?)));
    row.optional().map_err(|cause| refused(&cause))
}

fn each(
    connection: &Connection,
    plan: i64,
    mut read: impl FnMut([u8; 16], &[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let sqlite = |cause: rusqlite::Error| refused(&cause);
    let mut query =
        connection.prepare_cached("SELECT id, perturbed FROM reports WHERE plan = ?1").map_err(sqlite)?;
    let mut rows = query.query([plan]).map_err(sqlite)?;
    while let Some(row) = rows.next().map_err(sqlite)? {
        let perturbed = row.get_ref(1).map_err(sqlite)?;
        let perturbed = perturbed.as_blob().map_err(|cause| failure::io("database", &cause))?;
        read(row.get(0).map_err(sqlite)?, perturbed)?;
    }
    Ok(())
}

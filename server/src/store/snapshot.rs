//! Reading: the reports of one moment, while others are being written, compared with what was stored.

use std::path::Path;

use candor::Error;
use candor::plan::{Caps, Fingerprint, Plan};
use candor::report::Report;
use rusqlite::{Connection, InterruptHandle, OpenFlags, OptionalExtension, Row};

use super::checksum::{Checksum, Key};
use super::refusal::{damaged, refused};
use super::{packed, pragmas};
use crate::failure;

/// A connection that only reads.
pub struct Snapshot {
    connection: Connection,
}

/// A report that was stored.
pub struct Stored {
    /// The report.
    pub report: Report,
    /// Whether totals are told of it.
    pub is_released: bool,
}

/// What a plan has at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// How many reports are stored.
    pub reports: u64,
    /// How many of them totals are told of.
    pub released: u64,
    /// How often that has changed.
    pub step: i64,
}

/// What a database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    /// How many plans.
    pub plans: u64,
    /// How many reports of all of them.
    pub reports: u64,
}

/// A plan's row.
struct Kept {
    number: i64,
    moment: Moment,
    key: Key,
    checksum: Checksum,
}

impl Snapshot {
    /// Opens a database that exists.
    ///
    /// # Errors
    /// `io`, also where it is not a collector's.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .map_err(|cause| failure::io(path.display(), &cause))?;
        pragmas::recognise(&connection, path)?;
        Ok(Self { connection })
    }

    /// What ends its reading from another thread; what is being read is `stopped` then.
    #[must_use]
    pub fn interrupt(&self) -> InterruptHandle {
        self.connection.get_interrupt_handle()
    }

    /// Reads every report of a plan, in the order of their random ids, and returns what the plan had at that moment.
    ///
    /// # Errors
    /// `damaged-database` where these are not the reports that were stored; `io`; what `read` fails with.
    pub fn reports(
        &self,
        plan: &Plan,
        mut read: impl FnMut(Stored) -> Result<(), Error>,
    ) -> Result<Moment, Error> {
        let transaction = self.connection.unchecked_transaction().map_err(|cause| refused(&cause))?;
        let Some(kept) = kept(&transaction, plan.fingerprint())? else { return Ok(Moment::default()) };
        each(&transaction, &kept, |id, perturbed, is_released| {
            let report = Report::from_perturbed(plan, id, packed::unpack(plan.law(), perturbed)?);
            read(Stored { report: report.map_err(|_| damaged("a report is none of its plan"))?, is_released })
        })?;
        Ok(kept.moment)
    }

    /// What a plan has, without reading its reports.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn moment(&self, plan: &Plan) -> Result<Moment, Error> {
        Ok(kept(&self.connection, plan.fingerprint())?.map_or_else(Moment::default, |kept| kept.moment))
    }

    /// How many reports of other plans there are. Every plan is verified: one that is not what was stored might be the one asked for.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn of_other_plans(&self, plan: &Plan) -> Result<u64, Error> {
        let fingerprint = plan.fingerprint();
        let transaction = self.connection.unchecked_transaction().map_err(|cause| refused(&cause))?;
        let others = verified(&transaction)?.into_iter().filter(|(found, _)| *found != fingerprint);
        Ok(others.map(|(_, reports)| reports).sum())
    }

    /// Compares everything with what was stored: the file's own structure, then the reports of every plan.
    ///
    /// # Errors
    /// `damaged-database`, saying where; `io`.
    pub fn check(&self) -> Result<Content, Error> {
        let transaction = self.connection.unchecked_transaction().map_err(|cause| refused(&cause))?;
        let found = transaction.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        let found = found.map_err(|cause| refused(&cause))?;
        if found != "ok" {
            return Err(damaged(&found));
        }
        let plans = verified(&transaction)?;
        all(&transaction)?.iter().try_for_each(|kept| each(&transaction, kept, |_, _, _| Ok(())))?;
        let reports = plans.iter().map(|(_, reports)| reports).sum();
        Ok(Content { plans: plans.len() as u64, reports })
    }

    /// Writes a copy of one moment to a file that is empty, its reports in the order of their ids.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn copy_to(&self, path: &Path) -> Result<(), Error> {
        let name = path.to_str().ok_or_else(|| failure::io(path.display(), &"the name is not UTF-8"))?;
        self.connection.execute("VACUUM INTO ?1", [name]).map(drop).map_err(|cause| refused(&cause))
    }
}

const COLUMNS: &str = "SELECT number, reports, released, step, key, checksum FROM plans";

fn row(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let moment = Moment { reports: row.get(1)?, released: row.get(2)?, step: row.get(3)? };
    let (key, checksum) = (Key(row.get(4)?), Checksum::from_bytes(row.get(5)?));
    Ok(Kept { number: row.get(0)?, moment, key, checksum })
}

fn kept(connection: &Connection, fingerprint: Fingerprint) -> Result<Option<Kept>, Error> {
    // Not by the index, of which nothing tells whether it holds every plan.
    let query = format!("{COLUMNS} WHERE +fingerprint = ?1");
    let found = connection.query_row(&query, [fingerprint.to_string()], row);
    found.optional().map_err(|cause| refused(&cause))
}

fn all(connection: &Connection) -> Result<Vec<Kept>, Error> {
    let read = || connection.prepare(COLUMNS)?.query_map([], row)?.collect::<rusqlite::Result<_>>();
    read().map_err(|cause| refused(&cause))
}

/// The fingerprint of every plan, computed anew, and how many reports it has, which are all there are.
fn verified(connection: &Connection) -> Result<Vec<(Fingerprint, u64)>, Error> {
    let read = || {
        let mut query = connection.prepare("SELECT fingerprint, document, reports FROM plans")?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.collect::<rusqlite::Result<Vec<(String, String, u64)>>>()
    };
    let verified = |(stated, document, reports): (String, String, u64)| {
        let plan = Plan::from_json(&document, &Caps::default()).ok();
        let fingerprint = plan.map(|plan| plan.fingerprint()).filter(|found| found.to_string() == stated);
        Ok((fingerprint.ok_or_else(|| damaged("a plan is not what its fingerprint says"))?, reports))
    };
    let plans: Vec<_> =
        read().map_err(|cause| refused(&cause))?.into_iter().map(verified).collect::<Result<_, Error>>()?;
    let found = connection.query_row("SELECT count(*) FROM reports", [], |row| row.get::<_, u64>(0));
    let found = found.map_err(|cause| refused(&cause))?;
    let stored: u64 = plans.iter().map(|(_, reports)| reports).sum();
    if found == stored {
        return Ok(plans);
    }
    Err(damaged(&format!("of {stored} reports the file holds {found}")))
}

/// Reads every report of a plan; their number and their checksum have to be those stored.
fn each(
    connection: &Connection,
    kept: &Kept,
    mut read: impl FnMut([u8; 16], &[u8], bool) -> Result<(), Error>,
) -> Result<(), Error> {
    let sqlite = |cause: rusqlite::Error| refused(&cause);
    let query = "SELECT r.id, r.perturbed, r.day, p.id IS NULL FROM reports r
        LEFT JOIN pending p ON p.plan = r.plan AND p.id = r.id WHERE r.plan = ?1";
    let mut query = connection.prepare_cached(query).map_err(sqlite)?;
    let mut rows = query.query([kept.number]).map_err(sqlite)?;
    let (mut found, mut checksum) =
        (Moment { step: kept.moment.step, ..Moment::default() }, Checksum::default());
    while let Some(row) = rows.next().map_err(sqlite)? {
        let id = row.get(0).map_err(sqlite)?;
        let perturbed = row.get_ref(1).map_err(sqlite)?.as_blob();
        let perturbed = perturbed.map_err(|_| damaged("a report has no record"))?;
        let day = row.get_ref(2).map_err(sqlite)?.as_str();
        let day = day.map_err(|_| damaged("a report has no day"))?;
        let is_released = row.get(3).map_err(sqlite)?;
        checksum.add(&kept.key, &id, day, perturbed);
        (found.reports, found.released) = (found.reports + 1, found.released + u64::from(is_released));
        read(id, perturbed, is_released)?;
    }
    if found == kept.moment && checksum == kept.checksum {
        return Ok(());
    }
    let (read, stored) = (found.reports, kept.moment.reports);
    Err(damaged(&format!(
        "of {stored} reports of plan {} the file gives {read}, or changed ones",
        kept.number
    )))
}

//! Rows as they are read, compared with what was stored.

use candor::Error;
use candor::plan::{Caps, Fingerprint, Plan};
use rusqlite::{Connection, OptionalExtension, Row};

use super::checksum::{Checksum, Key};
use super::refusal::{damaged, refused};

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

/// A plan's row.
pub(super) struct Kept {
    pub(super) number: i64,
    pub(super) moment: Moment,
    key: Key,
    checksum: Checksum,
}

const COLUMNS: &str = "SELECT number, reports, released, step, key, checksum FROM plans";

fn row(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let moment = Moment { reports: row.get(1)?, released: row.get(2)?, step: row.get(3)? };
    let (key, checksum) = (Key(row.get(4)?), Checksum::from_bytes(row.get(5)?));
    Ok(Kept { number: row.get(0)?, moment, key, checksum })
}

/// The row of a plan.
pub(super) fn kept(connection: &Connection, fingerprint: Fingerprint) -> Result<Option<Kept>, Error> {
    // Not by the index, of which nothing tells whether it holds every plan.
    let query = format!("{COLUMNS} WHERE +fingerprint = ?1");
    let found = connection.query_row(&query, [fingerprint.to_string()], row);
    found.optional().map_err(|cause| refused(&cause))
}

/// Every plan, its fingerprint computed anew, and how many reports it has, which are all there are.
pub(super) fn verified(connection: &Connection) -> Result<Vec<(Plan, u64)>, Error> {
    let read = || {
        let mut query = connection.prepare("SELECT fingerprint, document, reports FROM plans")?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.collect::<rusqlite::Result<Vec<(String, String, u64)>>>()
    };
    let verified = |(stated, document, reports): (String, String, u64)| {
        let plan = Plan::from_json(&document, &Caps::default()).ok();
        let plan = plan.filter(|plan| plan.fingerprint().to_string() == stated);
        Ok((plan.ok_or_else(|| damaged("a plan is not what its fingerprint says"))?, reports))
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
pub(super) fn each(
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

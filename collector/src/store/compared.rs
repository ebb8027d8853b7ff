//! Reads rows and compares them with the checksums and totals that were stored.

use std::collections::BTreeMap;

use candor::plan::{Caps, Fingerprint, Plan};
use candor::{Code, Error};

use super::checksum::{Checksum, Key};
use super::refusal::damaged;
use super::row::{ReportRow, Row, number, values};
use super::session::Session;

/// The state of a plan's reports at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// How many reports are stored, not counting those that were withdrawn.
    pub reports: u64,
    /// How many reports are released, which means that totals include them; also those that were withdrawn since.
    pub released: u64,
    /// How often `released` has changed.
    pub step: i64,
}

/// A plan's row.
pub(super) struct StoredPlan {
    pub(super) number: i64,
    pub(super) moment: Moment,
    pub(super) is_closed: bool,
    pub(super) key: Key,
    pub(super) checksum: Checksum,
}

const COLUMNS: &str = "SELECT number, reports, released, step, is_closed, key, checksum FROM plans";

impl StoredPlan {
    fn read(row: &Row) -> Result<Self, Error> {
        let moment = Moment { reports: row.get(1)?, released: row.get(2)?, step: row.get(3)? };
        let (key, checksum) = (Key(row.get(5)?), Checksum::from_bytes(row.get(6)?));
        Ok(Self { number: row.get(0)?, moment, is_closed: row.get(4)?, key, checksum })
    }

    /// Saves the columns that change.
    pub(super) fn write(&self, session: &Session) -> Result<(), Error> {
        let Moment { reports, released, step } = self.moment;
        let update =
            "UPDATE plans SET reports = ?2, released = ?3, step = ?4, checksum = ?5 WHERE number = ?1";
        let checksum = self.checksum.to_bytes().to_vec();
        let row = values![self.number, number(reports), number(released), step, checksum];
        session.rows(update, &row).map(drop)
    }
}

/// Reads the row of a plan.
pub(super) fn stored_plan(session: &Session, fingerprint: Fingerprint) -> Result<Option<StoredPlan>, Error> {
    // Does not use the index, because nothing shows whether the index holds every plan.
    let query = format!("{COLUMNS} WHERE fingerprint || '' = ?1");
    session.row(&query, &values![fingerprint.to_string()])?.as_ref().map(StoredPlan::read).transpose()
}

/// Reads the rows of plans, in the order of their numbers, and locks them until the transaction ends. A deleted plan has no row.
pub(super) fn locked(
    session: &Session,
    plans: impl IntoIterator<Item = i64>,
) -> Result<BTreeMap<i64, StoredPlan>, Error> {
    let query = session.locking(&format!("{COLUMNS} WHERE number = ?1"));
    let plans: Vec<_> = plans.into_iter().map(|plan| values![plan].to_vec()).collect();
    let rows = session.all(&query, &plans)?.into_iter().flatten();
    rows.map(|row| StoredPlan::read(&row).map(|kept| (kept.number, kept))).collect()
}

/// Like [`locked`], for one plan that must exist.
pub(super) fn locked_one(session: &Session, plan: i64) -> Result<StoredPlan, Error> {
    let absent = || Error::new(Code::NotFound, "the database has no such plan");
    locked(session, [plan])?.remove(&plan).ok_or_else(absent)
}

/// Reads the rows of all plans, in the order of their numbers.
pub(super) fn standing(session: &Session) -> Result<Vec<StoredPlan>, Error> {
    session.rows(&format!("{COLUMNS} ORDER BY number"), &[])?.iter().map(StoredPlan::read).collect()
}

/// Reads every plan and its number of reports. Recomputes each fingerprint, and checks that no other reports exist.
pub(super) fn verified(session: &Session) -> Result<Vec<(Plan, u64)>, Error> {
    let verified = |row: Row| {
        let (stated, document): (String, String) = (row.get(0)?, row.get(1)?);
        let plan = Plan::from_json(&document, &Caps::default()).ok();
        let plan = plan.filter(|plan| plan.fingerprint().to_string() == stated);
        Ok((plan.ok_or_else(|| damaged("a plan does not match its fingerprint"))?, row.get(2)?))
    };
    let rows = session.rows("SELECT fingerprint, document, reports FROM plans", &[])?;
    let plans: Vec<(Plan, u64)> = rows.into_iter().map(verified).collect::<Result<_, Error>>()?;
    let (found, stored) = (session.reports()?, plans.iter().map(|(_, reports)| reports).sum::<u64>());
    if found == stored {
        return Ok(plans);
    }
    Err(damaged(&format!("of {stored} reports the database holds {found}")))
}

/// Reads every report of a plan, and checks their number and checksum against those stored.
pub(super) fn each(
    session: &Session,
    kept: &StoredPlan,
    mut read: impl FnMut(ReportRow<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let (mut found, mut checksum) =
        (Moment { step: kept.moment.step, ..Moment::default() }, Checksum::default());
    session.each(kept.number, |report| {
        checksum.add(&kept.key, &report.id, report.day, report.perturbed);
        found.reports += u64::from(!report.is_withdrawn());
        found.released += u64::from(report.is_released);
        read(report)
    })?;
    if found == kept.moment && checksum == kept.checksum {
        return Ok(());
    }
    let (read, stored) = (found.reports, kept.moment.reports);
    Err(damaged(&format!(
        "of {stored} reports of plan {}, the database returns {read}, or changed ones",
        kept.number
    )))
}

//! Copies one database to another: all of it, verified plan by plan against what was stored, or nothing.

use candor::estimate::Stop;
use candor::{Code, Error};
use rusqlite::types::Value;

use super::compared::{StoredPlan, each, standing};
use super::database::Store;
use super::owners;
use super::row::{Row, values};
use super::session::Session;
use super::snapshot::{Content, whole};

/// How many reports are written at a time.
const TOGETHER: usize = 1000;

/// The columns of a plan's row without its number, which the other database assigns.
const PLAN: &str = "fingerprint, document, survey, is_closed, signing_key, reports, key, checksum, released, step, published, stepped, released_before, \
    kept, is_expired";

/// The other tables that belong to a plan, apart from reports, and their columns.
const BESIDE: [(&str, &str); 3] =
    [("counts", "is_released, numbers, hash"), ("invitations", "hash, used"), ("spent", "hash")];

impl Store {
    /// Copies everything to another database that has no plan yet, calling `copied` for every report. Returns what the other database then
    /// holds.
    ///
    /// # Errors
    /// `io` if the other database has plans, or a collector uses either of them; `damaged-database` if what is read, or was written, is not
    /// what was stored; `database-unavailable`.
    pub fn migrate(&self, to: &Self, copied: impl Fn()) -> Result<Content, Error> {
        for store in [self, to] {
            if !store.session.is_alone()? {
                let message =
                    format!("{}: a collector is using this database: stop it first", store.location());
                return Err(Error::new(Code::Io, message));
            }
        }
        to.session.transaction(|| {
            if !standing(&to.session)?.is_empty() {
                let message = format!(
                    "{}: this database already has plans: migrate to one that has none",
                    to.location()
                );
                return Err(Error::new(Code::Io, message));
            }
            self.session.moment(|| {
                let plans = standing(&self.session)?;
                owners::copy(&self.session, &to.session)?;
                plans.iter().try_for_each(|kept| copy(&self.session, kept, &to.session, &copied))
            })?;
            whole(&to.session, &Stop::default())
        })
    }
}

fn copy(from: &Session, kept: &StoredPlan, to: &Session, copied: &impl Fn()) -> Result<(), Error> {
    let own = values![kept.number];
    let row = from
        .row(&format!("SELECT {PLAN} FROM plans WHERE number = ?1"), &own)?
        .map_or(Vec::new(), |row| row.0);
    let placed = to.row(&format!("{} RETURNING number", insert("plans", PLAN)), &row)?;
    let number: i64 = placed.map_or(Ok(0), |row| row.get(0))?;
    for (table, columns) in BESIDE {
        let rows = from.rows(&format!("SELECT {columns} FROM {table} WHERE plan = ?1 ORDER BY 1"), &own)?;
        let rows: Vec<_> = rows.into_iter().map(|Row(row)| [vec![number.into()], row].concat()).collect();
        to.all(&insert(table, &format!("plan, {columns}")), &rows)?;
    }
    let mut waiting = [Vec::new(), Vec::new()];
    each(from, kept, |report| {
        let withdrawal = report.withdrawal.map(<[u8]>::to_vec);
        let row =
            values![number, report.id.to_vec(), report.perturbed.to_vec(), report.day.to_owned(), withdrawal];
        let own = &mut waiting[usize::from(report.is_released)];
        own.push(row.to_vec());
        copied();
        if own.len() < TOGETHER { Ok(()) } else { write(to, core::mem::take(own), report.is_released) }
    })?;
    let [pending, released] = waiting;
    write(to, pending, false)?;
    write(to, released, true)
}

fn write(to: &Session, reports: Vec<Vec<Value>>, are_released: bool) -> Result<(), Error> {
    match are_released {
        true => to.all(&insert("reports", "plan, id, perturbed, day, withdrawal"), &reports).map(drop),
        false => to.insert_pending(reports),
    }
}

fn insert(table: &str, columns: &str) -> String {
    let places: Vec<String> = (1..=columns.split(", ").count()).map(|place| format!("?{place}")).collect();
    format!("INSERT INTO {table} ({columns}) VALUES ({})", places.join(", "))
}

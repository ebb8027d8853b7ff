//! Storing submissions: many share one transaction, each is stored whole or not at all.
//!
//! What is new is known before anything is written, and is then written in the order of ids: neither the file nor its log tells
//! in which order the reports of a transaction came.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor::Error;
use candor::report::Report;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::checksum::{Checksum, Key};
use super::database::Store;
use super::published::Published;
use super::refusal::refused;
use super::{packed, release};

/// A report that has arrived, checked against its plan.
pub struct Arrival {
    /// The plan it was perturbed under.
    pub published: Arc<Published>,
    /// The report.
    pub report: Report,
}

/// What became of a submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    /// Reports stored.
    pub accepted: u64,
    /// Reports that were stored already, with the same record.
    pub repeated: u64,
}

/// A receipt; or why there is none.
pub type Outcome = Result<Receipt, Refusal>;

/// Why nothing of a submission was stored, with the position of the report that it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It comes again with another record.
    Conflict(usize),
    /// Its plan takes no more reports, or is gone.
    Closed(usize),
}

/// What a transaction stored.
pub struct Accepted {
    /// One outcome per submission.
    pub outcomes: Vec<Outcome>,
    /// The plans whose totals are told anew, by number, and of how many reports they are.
    pub released: Vec<(i64, u64)>,
}

/// New reports, packed, by plan number and id.
type New = BTreeMap<(i64, [u8; 16]), Vec<u8>>;

impl Store {
    /// Stores submissions in one transaction, and returns after it is committed.
    ///
    /// # Errors
    /// `io`; `damaged-database`. Nothing is stored then.
    pub fn accept(&mut self, submissions: &[Vec<Arrival>]) -> Result<Accepted, Error> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|cause| refused(&cause))?;
        let mut new = New::new();
        let is_open = |plan| self.steps.is_open(plan);
        let judge = |submission: &Vec<Arrival>| judge(&transaction, is_open, submission, &mut new);
        let outcomes = submissions.iter().map(judge);
        let outcomes = outcomes.collect::<rusqlite::Result<_>>().map_err(|cause| refused(&cause))?;
        let plans = insert(&transaction, &new).map_err(|cause| refused(&cause))?;
        let is_due = |(plan, reports): &&(i64, u64)| self.steps.are_due(*plan, *reports);
        let released: Vec<_> = plans.iter().filter(is_due).copied().collect();
        let telling = released.iter().try_for_each(|(plan, _)| release::release(&transaction, *plan));
        telling.map_err(|cause| refused(&cause))?;
        self.file.check()?;
        transaction.commit().map_err(|cause| refused(&cause))?;
        for (plan, reports) in &plans {
            self.steps.note(*plan, *reports, released.iter().any(|(told, _)| told == plan));
        }
        self.is_logged |= !plans.is_empty();
        Ok(Accepted { outcomes, released })
    }
}

/// What becomes of a submission, whose new reports join those that are `new`; none do where one contradicts another.
fn judge(
    connection: &Connection,
    is_open: impl Fn(i64) -> bool,
    submission: &[Arrival],
    new: &mut New,
) -> rusqlite::Result<Outcome> {
    let mut own = New::new();
    for (position, arrival) in submission.iter().enumerate() {
        let key = (arrival.published.number(), *arrival.report.id());
        let perturbed = packed::pack(arrival.published.plan().law(), arrival.report.perturbed());
        let earlier = match own.get(&key).or_else(|| new.get(&key)) {
            Some(earlier) => Some(*earlier == perturbed),
            None => stored(connection, key, &perturbed)?,
        };
        match earlier {
            None if is_open(key.0) => drop(own.insert(key, perturbed)),
            None => return Ok(Err(Refusal::Closed(position))),
            Some(true) => {}
            Some(false) => return Ok(Err(Refusal::Conflict(position))),
        }
    }
    let (accepted, all) = (own.len() as u64, submission.len() as u64);
    new.append(&mut own);
    Ok(Ok(Receipt { accepted, repeated: all - accepted }))
}

/// Whether a stored report has this record; none where none has the id.
fn stored(
    connection: &Connection,
    (plan, id): (i64, [u8; 16]),
    perturbed: &[u8],
) -> rusqlite::Result<Option<bool>> {
    let select = "SELECT perturbed = ?3 FROM reports WHERE plan = ?1 AND id = ?2";
    connection.prepare_cached(select)?.query_row(params![plan, id, perturbed], |row| row.get(0)).optional()
}

/// Writes new reports in the order of their ids; the plans that have any, and how many reports each has with them.
fn insert(connection: &Connection, new: &New) -> rusqlite::Result<Vec<(i64, u64)>> {
    let mut plans: BTreeMap<i64, Sum> = BTreeMap::new();
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let day: String = connection.query_row("SELECT date('now')", [], |row| row.get(0))?;
    let mut report = connection
        .prepare_cached("INSERT INTO reports (plan, id, perturbed, day) VALUES (?1, ?2, ?3, ?4)")?;
    let mut pending = connection.prepare_cached("INSERT INTO pending (plan, id) VALUES (?1, ?2)")?;
    for ((plan, id), perturbed) in new {
        report.execute(params![plan, id, perturbed, day])?;
        pending.execute(params![plan, id])?;
        let sum = match plans.entry(*plan) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => entry.insert(Sum::of(connection, *plan)?),
        };
        sum.checksum.add(&sum.key, id, &day, perturbed);
        sum.new += 1;
    }
    plans.into_iter().map(|(plan, sum)| Ok((plan, sum.keep(connection, plan)?))).collect()
}

/// A plan's checksum with the new reports, and how many these are.
struct Sum {
    key: Key,
    checksum: Checksum,
    new: u64,
}

impl Sum {
    fn of(connection: &Connection, plan: i64) -> rusqlite::Result<Self> {
        let mut query = connection.prepare_cached("SELECT key, checksum FROM plans WHERE number = ?1")?;
        query.query_row([plan], |row| {
            Ok(Self { key: Key(row.get(0)?), checksum: Checksum::from_bytes(row.get(1)?), new: 0 })
        })
    }

    fn keep(&self, connection: &Connection, plan: i64) -> rusqlite::Result<u64> {
        let update =
            "UPDATE plans SET reports = reports + ?2, checksum = ?3 WHERE number = ?1 RETURNING reports";
        let row = params![plan, self.new, self.checksum.to_bytes()];
        connection.prepare_cached(update)?.query_row(row, |row| row.get(0))
    }
}

//! Storing submissions: many share one transaction, each is stored whole or not at all.
//!
//! What is new is known before anything is written, and is then written in the order of ids: neither the file nor its log tells
//! in which order the reports of a transaction came.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor::Error;
use rusqlite::{Connection, TransactionBehavior, params};

use super::at_rest::AtRest;
use super::checksum::{Checksum, Key};
use super::counts::Counts;
use super::database::Store;
use super::judged::{Entry, Judge, New};
use super::refusal::refused;
use super::release;
use super::submission::{Arrival, Outcome};

/// What a transaction stored.
pub struct Accepted {
    /// One outcome per submission.
    pub outcomes: Vec<Outcome>,
    /// The plans whose totals are told anew, by number, and of how many reports they are.
    pub released: Vec<(i64, u64)>,
}

impl Store {
    /// Stores submissions in one transaction, and returns after it is committed.
    ///
    /// # Errors
    /// `io`; `damaged-database`. Nothing is stored then.
    pub fn accept(&mut self, submissions: &[Vec<Arrival>]) -> Result<Accepted, Error> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|cause| refused(&cause))?;
        let mut new = New::default();
        let now = now(&transaction).map_err(|cause| refused(&cause))?;
        let judge = Judge { connection: &transaction, is_open: &|plan| self.steps.is_open(plan), now: &now };
        let outcomes = submissions.iter().map(|submission| judge.judge(submission, &mut new));
        let outcomes = outcomes.collect::<rusqlite::Result<_>>().map_err(|cause| refused(&cause))?;
        let plans = insert(&transaction, &new, &now, &self.at_rest)?;
        let is_due = |(plan, reports): &&(i64, u64)| self.steps.are_due(*plan, *reports);
        let released: Vec<_> = plans.iter().filter(is_due).copied().collect();
        released.iter().try_for_each(|(plan, _)| release::release(&transaction, *plan, &self.at_rest))?;
        self.file.check()?;
        transaction.commit().map_err(|cause| refused(&cause))?;
        for (plan, reports) in &plans {
            self.steps.note(*plan, *reports, released.iter().any(|(told, _)| told == plan));
        }
        self.is_logged |= !plans.is_empty();
        Ok(Accepted { outcomes, released })
    }
}

/// This moment by the clock, which may be set while the collector runs: asked anew for every transaction, and nothing of it is kept
/// but the day.
fn now(connection: &Connection) -> rusqlite::Result<String> {
    let query = "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";
    connection.prepare_cached(query)?.query_row([], |row| row.get(0))
}

/// Writes new reports in the order of their ids; the plans that have any, and how many reports each has with them.
fn insert(
    connection: &Connection,
    new: &New,
    now: &str,
    at_rest: &BTreeMap<i64, Arc<AtRest>>,
) -> Result<Vec<(i64, u64)>, Error> {
    let (day, _) = now.split_at(10);
    write(connection, new, day).map_err(|cause| refused(&cause))?;
    let reports: Vec<_> = new.reports.iter().collect();
    let of_plan = |own: &[(&(i64, [u8; 16]), &Entry)]| {
        let plan = own[0].0.0;
        let records = own.iter().map(|(_, entry)| &entry.perturbed[..]);
        Counts::of(connection, plan, at_rest)?.add(records)?;
        Ok((plan, sum(connection, plan, own, day).map_err(|cause| refused(&cause))?))
    };
    reports.chunk_by(|((plan, _), _), ((next, _), _)| plan == next).map(of_plan).collect()
}

fn write(connection: &Connection, new: &New, day: &str) -> rusqlite::Result<()> {
    new.admissions.iter().try_for_each(|(plan, admission)| admission.spend(connection, *plan))?;
    let mut report = connection.prepare_cached(
        "INSERT INTO reports (plan, id, perturbed, day, withdrawal) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let mut pending = connection.prepare_cached("INSERT INTO pending (plan, id) VALUES (?1, ?2)")?;
    for ((plan, id), Entry { perturbed, withdrawal }) in &new.reports {
        report.execute(params![plan, id, perturbed, day, withdrawal])?;
        pending.execute(params![plan, id])?;
    }
    Ok(())
}

/// Adds new reports of a plan to its checksum and to their number, which is then this.
fn sum(
    connection: &Connection,
    plan: i64,
    new: &[(&(i64, [u8; 16]), &Entry)],
    day: &str,
) -> rusqlite::Result<u64> {
    let mut query = connection.prepare_cached("SELECT key, checksum FROM plans WHERE number = ?1")?;
    let kept = query.query_row([plan], |row| Ok((Key(row.get(0)?), Checksum::from_bytes(row.get(1)?))));
    let (key, mut checksum) = kept?;
    new.iter().for_each(|((_, id), entry)| checksum.add(&key, id, day, &entry.perturbed));
    let update = "UPDATE plans SET reports = reports + ?2, checksum = ?3 WHERE number = ?1 RETURNING reports";
    let row = params![plan, new.len(), checksum.to_bytes()];
    connection.prepare_cached(update)?.query_row(row, |row| row.get(0))
}

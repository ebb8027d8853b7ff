//! Storing submissions: many share one transaction, each is stored whole or not at all.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor::Error;
use candor::report::Report;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::{Published, Store, packed, refused};

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

/// A receipt; or the position of the report that comes again with another record.
pub type Outcome = Result<Receipt, usize>;

/// What a transaction stored.
pub struct Accepted {
    /// One outcome per submission.
    pub outcomes: Vec<Outcome>,
    /// Per plan number the perturbed records stored, and how many reports the plan now has.
    pub stored: BTreeMap<i64, (Vec<Vec<u32>>, u64)>,
}

impl Store {
    /// Stores submissions in one transaction, and returns after it is committed.
    ///
    /// # Errors
    /// `io`; nothing is stored then.
    pub fn accept(&mut self, submissions: &[Vec<Arrival>]) -> Result<Accepted, Error> {
        self.accept_all(submissions).map_err(|cause| refused(&cause))
    }

    fn accept_all(&mut self, submissions: &[Vec<Arrival>]) -> rusqlite::Result<Accepted> {
        let mut transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut outcomes = Vec::with_capacity(submissions.len());
        let mut new: BTreeMap<i64, Vec<Vec<u32>>> = BTreeMap::new();
        for submission in submissions {
            // Dropped without a commit, a savepoint takes the submission back.
            let savepoint = transaction.savepoint()?;
            let inserted = insert_all(&savepoint, submission)?;
            if let Ok(fresh) = &inserted {
                savepoint.commit()?;
                for arrival in fresh {
                    let perturbed = arrival.report.perturbed().to_vec();
                    new.entry(arrival.published.number()).or_default().push(perturbed);
                }
            }
            outcomes.push(inserted.map(|fresh| receipt(submission.len(), fresh.len())));
        }
        let mut stored = BTreeMap::new();
        for (plan, perturbed) in new {
            let total = add_to_total(&transaction, plan, perturbed.len())?;
            stored.insert(plan, (perturbed, total));
        }
        transaction.commit()?;
        Ok(Accepted { outcomes, stored })
    }
}

fn receipt(arrived: usize, new: usize) -> Receipt {
    Receipt { accepted: new as u64, repeated: (arrived - new) as u64 }
}

/// The reports that are new; or the position of the first that contradicts a stored one.
fn insert_all<'a>(
    connection: &Connection,
    submission: &'a [Arrival],
) -> rusqlite::Result<Result<Vec<&'a Arrival>, usize>> {
    let mut new = Vec::with_capacity(submission.len());
    for (position, arrival) in submission.iter().enumerate() {
        match insert(connection, arrival)? {
            Inserted::New => new.push(arrival),
            Inserted::Same => {}
            Inserted::Conflict => return Ok(Err(position)),
        }
    }
    Ok(Ok(new))
}

enum Inserted {
    New,
    Same,
    Conflict,
}

fn insert(connection: &Connection, arrival: &Arrival) -> rusqlite::Result<Inserted> {
    let plan = arrival.published.number();
    let id = *arrival.report.id();
    let perturbed = packed::pack(arrival.published.plan().law(), arrival.report.perturbed());
    let mut insert = connection.prepare_cached(
        "INSERT INTO reports (plan, id, perturbed, day) VALUES (?1, ?2, ?3, date('now')) ON CONFLICT DO NOTHING",
    )?;
    if insert.execute(params![plan, id, perturbed])? == 1 {
        return Ok(Inserted::New);
    }
    let mut select =
        connection.prepare_cached("SELECT perturbed = ?3 FROM reports WHERE plan = ?1 AND id = ?2")?;
    let same = select.query_row(params![plan, id, perturbed], |row| row.get(0)).optional()?;
    Ok(if same == Some(true) { Inserted::Same } else { Inserted::Conflict })
}

fn add_to_total(connection: &Connection, plan: i64, new: usize) -> rusqlite::Result<u64> {
    let update = "UPDATE plans SET reports = reports + ?2 WHERE number = ?1 RETURNING reports";
    connection.prepare_cached(update)?.query_row(params![plan, new], |row| row.get(0))
}

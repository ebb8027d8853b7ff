//! Telling totals of the reports that have come, when their time has come ([`super::steps`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use candor::Error;
use rusqlite::{Connection, TransactionBehavior, params};

use super::at_rest::AtRest;
use super::counts::Counts;
use super::database::Store;
use super::refusal::refused;

impl Store {
    /// Tells of the reports of every plan for which the time has come; the plans, and of how many reports their totals are.
    ///
    /// # Errors
    /// `io`; nothing is told then.
    pub fn release(&mut self) -> Result<Vec<(i64, u64)>, Error> {
        let due = self.steps.due();
        if due.is_empty() {
            return Ok(due);
        }
        self.file.check()?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|cause| refused(&cause))?;
        due.iter().try_for_each(|(plan, _)| release(&transaction, *plan, &self.at_rest))?;
        transaction.commit().map_err(|cause| refused(&cause))?;
        self.is_logged = true;
        due.iter().for_each(|(plan, reports)| self.steps.note(*plan, *reports, true));
        Ok(due)
    }
}

/// All reports of a plan are those that totals are told of, and so are its counts.
pub(super) fn release(
    connection: &Connection,
    plan: i64,
    at_rest: &BTreeMap<i64, Arc<AtRest>>,
) -> Result<(), Error> {
    Counts::of(connection, plan, at_rest)?.release()?;
    let released = || {
        connection.prepare_cached("DELETE FROM pending WHERE plan = ?1")?.execute(params![plan])?;
        let update = "UPDATE plans SET released = reports, step = step + 1 WHERE number = ?1";
        connection.prepare_cached(update)?.execute(params![plan])
    };
    released().map(drop).map_err(|cause| refused(&cause))
}

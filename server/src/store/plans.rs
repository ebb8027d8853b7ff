//! Plans in the database: published, closed, deleted.

use std::sync::Arc;

use candor::plan::{Caps, Fingerprint, Plan};
use candor::{Code, Error};
use rusqlite::{OptionalExtension, Row, TransactionBehavior, params};

use super::database::Store;
use super::published::Published;
use super::refusal::refused;
use crate::invitation::SigningKey;

/// A plan's row.
struct Kept {
    number: i64,
    document: String,
    author: Option<String>,
    is_closed: bool,
    signing_key: Option<Vec<u8>>,
    released: u64,
    reports: u64,
}

const COLUMNS: &str = "SELECT number, document, author, is_closed, signing_key, released, reports FROM plans";

fn row(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let (number, document, author, is_closed) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
    let (signing_key, released, reports) = (row.get(4)?, row.get(5)?, row.get(6)?);
    Ok(Kept { number, document, author, is_closed, signing_key, released, reports })
}

impl Store {
    /// Keeps a plan, by an author whose token has this hash, and gives it back; one that is kept already stays as it is.
    ///
    /// # Errors
    /// `io`.
    pub fn publish(&mut self, plan: &Plan, author: Option<&str>) -> Result<Published, Error> {
        self.file.check()?;
        let insert =
            "INSERT INTO plans (fingerprint, document, author) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
        let row = params![plan.fingerprint().to_string(), plan.json(), author];
        self.connection.execute(insert, row).map_err(|cause| refused(&cause))?;
        self.is_logged = true;
        self.find(plan.fingerprint())
    }

    /// The plan with a fingerprint.
    ///
    /// # Errors
    /// `not-found`; `io`.
    pub fn find(&mut self, fingerprint: Fingerprint) -> Result<Published, Error> {
        let query = format!("{COLUMNS} WHERE +fingerprint = ?1");
        let found = self.connection.query_row(&query, [fingerprint.to_string()], row).optional();
        let absent = || Error::new(Code::NotFound, format!("the database has no plan {fingerprint}"));
        self.published(found.map_err(|cause| refused(&cause))?.ok_or_else(absent)?)
    }

    /// All plans in the order they were first published; each is verified again.
    ///
    /// # Errors
    /// `io`; a plan's own faults, when the file was tampered with.
    pub fn plans(&mut self) -> Result<Vec<Published>, Error> {
        let read = || {
            let mut query = self.connection.prepare(&format!("{COLUMNS} ORDER BY number"))?;
            query.query_map([], row)?.collect::<rusqlite::Result<Vec<Kept>>>()
        };
        let rows = read().map_err(|cause| refused(&cause))?;
        rows.into_iter().map(|kept| self.published(kept)).collect()
    }

    fn published(&mut self, kept: Kept) -> Result<Published, Error> {
        let Kept { number, document, author, is_closed, signing_key, released, reports } = kept;
        let published = Published::new(number, Plan::from_json(&document, &Caps::default())?).by(author);
        published.set_released(released);
        if let Some(key) = signing_key {
            published.set_signing_key(SigningKey::from_der(&key)?);
        }
        if is_closed {
            published.close();
        }
        self.at_rest.insert(number, Arc::clone(published.at_rest()));
        self.steps.enter(number, released, reports, is_closed);
        Ok(published)
    }

    /// Takes no more reports of a plan; those it has stay, and so do its totals.
    ///
    /// # Errors
    /// `io`.
    pub fn close_plan(&mut self, plan: i64) -> Result<(), Error> {
        self.file.check()?;
        let closed = self.connection.execute("UPDATE plans SET is_closed = 1 WHERE number = ?1", [plan]);
        closed.map_err(|cause| refused(&cause))?;
        self.is_logged = true;
        self.steps.close(plan);
        Ok(())
    }

    /// Deletes a plan with all its reports: the file is rewritten without them and the log emptied. How many they were.
    ///
    /// # Errors
    /// `io`, also where the log cannot be emptied yet because another program reads the database: it is deleted then, and gone
    /// from the log when that has ended.
    pub fn delete_plan(&mut self, plan: i64) -> Result<u64, Error> {
        self.file.check()?;
        let mut deleted = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute("DELETE FROM pending WHERE plan = ?1", [plan])?;
            let reports = transaction.execute("DELETE FROM reports WHERE plan = ?1", [plan])?;
            transaction.execute("DELETE FROM counts WHERE plan = ?1", [plan])?;
            transaction.execute("DELETE FROM invitations WHERE plan = ?1", [plan])?;
            transaction.execute("DELETE FROM spent WHERE plan = ?1", [plan])?;
            transaction.execute("DELETE FROM plans WHERE number = ?1", [plan])?;
            transaction.commit()?;
            Ok(reports as u64)
        };
        let reports = deleted().map_err(|cause| refused(&cause))?;
        self.is_logged = true;
        self.steps.forget(plan);
        self.at_rest.remove(&plan);
        self.rewrite()?;
        if self.file.has_log() {
            let message =
                "the plan is deleted, but the log holds it until another program ends reading the database";
            return Err(Error::new(Code::Io, message));
        }
        Ok(reports)
    }
}

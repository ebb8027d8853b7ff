//! Plans in the database: publishing, closing and deleting them.

use std::sync::Arc;

use candor::plan::{Caps, Fingerprint, Plan};
use candor::{Code, Error};
use candor_documents::day::Day;

use super::compared::{Moment, locked};
use super::database::Store;
use super::keeping::{Keeping, keep};
use super::owners;
use super::published::Published;
use super::row::{Row, values};
use super::session::Session;
use super::steps::End;
use super::totals::Totals;
use crate::invitation::SigningKey;

const COLUMNS: &str =
    "SELECT number, document, author, is_closed, signing_key, released, reports, step, published, stepped, released_before,
    kept, is_expired
    FROM plans LEFT JOIN surveys ON name = survey";

/// The tables that have rows of a plan beside its own.
const KEEPING: [&str; 5] = ["pending", "reports", "counts", "invitations", "spent"];

/// The state of a plan.
pub struct Standing {
    /// Its number.
    pub number: i64,
    /// The hash of the token of the author to whom its survey's name belongs.
    pub author: Option<String>,
    /// Its totals.
    pub totals: Totals,
    /// Until when its reports are kept.
    pub keeping: Keeping,
    /// Whether it takes no more reports.
    pub is_closed: bool,
    /// Whether it has a key that signs for its blind invitations.
    pub has_signing_key: bool,
}

impl Store {
    /// Stores a plan with the current day, and returns it. A plan that is stored already stays unchanged. Its survey's name then belongs to
    /// the author, given by the hash of a token, or without one to whoever runs the collector, who may take any name. Its reports are kept until the end of
    /// the day `kept`, if there is one, also those of a plan that is stored already.
    ///
    /// # Errors
    /// `name-taken` if the name belongs to somebody else; `forbidden` for the day of somebody else's plan; `invalid-day` for a day that is over, and
    /// `retention-fixed` for a later day than before; `io`.
    pub fn publish(
        &mut self,
        plan: &Plan,
        author: Option<&str>,
        kept: Option<&Day>,
    ) -> Result<Published, Error> {
        let (name, fingerprint) = (plan.survey(), plan.fingerprint().to_string());
        self.session.transaction(|| {
            let stored = "SELECT 1 FROM plans WHERE fingerprint = ?1";
            if self.session.row(stored, &values![fingerprint.clone()])?.is_none() {
                match author {
                    Some(author) => owners::claim(&self.session, name, author)?,
                    None => owners::assign(&self.session, name, None)?,
                }
                let insert =
                    "INSERT INTO plans (fingerprint, document, survey, published) VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT DO NOTHING";
                let today = self.session.today()?;
                let row = values![fingerprint.clone(), plan.json().to_owned(), name.to_owned(), today];
                self.session.rows(insert, &row)?;
            }
            let Some(until) = kept else { return Ok(()) };
            if let Some(author) = author {
                owners::check(&self.session, name, author)?;
            }
            keep(&self.session, &fingerprint, until)
        })?;
        self.find(plan.fingerprint())
    }

    /// Returns the plan with this fingerprint.
    ///
    /// # Errors
    /// `not-found`; `io`.
    pub fn find(&mut self, fingerprint: Fingerprint) -> Result<Published, Error> {
        let query = format!("{COLUMNS} WHERE fingerprint || '' = ?1");
        let found = self.session.row(&query, &values![fingerprint.to_string()])?;
        let absent = || Error::new(Code::NotFound, format!("the database has no plan {fingerprint}"));
        self.published(&found.ok_or_else(absent)?)
    }

    /// Returns all plans in the order they were first published, verifying each again.
    ///
    /// # Errors
    /// `io`; the errors of an invalid plan, if the file was tampered with.
    pub fn plans(&mut self) -> Result<Vec<Published>, Error> {
        let rows = self.session.rows(&format!("{COLUMNS} ORDER BY number"), &[])?;
        rows.iter().map(|row| self.published(row)).collect()
    }

    /// Returns the plan with this number, if there is one.
    ///
    /// # Errors
    /// The errors of [`Store::plans`].
    pub fn numbered(&mut self, number: i64) -> Result<Option<Published>, Error> {
        let row = self.session.row(&format!("{COLUMNS} WHERE number = ?1"), &values![number])?;
        row.map(|row| self.published(&row)).transpose()
    }

    /// Returns the state of all plans, in the order of their numbers; `None` if no other collector can have changed it.
    ///
    /// # Errors
    /// `io`; `database-unavailable`.
    pub fn changed_by_others(&mut self) -> Result<Option<Vec<Standing>>, Error> {
        if !self.session.is_shared() {
            return Ok(None);
        }
        let query = "SELECT number, reports, released, step, is_closed, signing_key IS NOT NULL, author, stepped, released_before,
            kept, is_expired
            FROM plans LEFT JOIN surveys ON name = survey ORDER BY number";
        let standing = |row: &Row| {
            let moment = Moment { reports: row.get(1)?, released: row.get(2)?, step: row.get(3)? };
            let number = row.get(0)?;
            let totals = Totals::new(self.steps.release(), moment.released, row.get(7)?, row.get(8)?);
            self.steps.see(number, moment);
            let (is_closed, has_signing_key, keeping) = (row.get(4)?, row.get(5)?, Keeping::read(row, 9)?);
            if is_closed {
                self.steps.close(number);
            }
            self.keeping.insert(number, keeping.clone());
            Ok(Standing { number, author: row.get(6)?, totals, keeping, is_closed, has_signing_key })
        };
        self.session.rows(query, &[])?.iter().map(standing).collect::<Result<_, _>>().map(Some)
    }

    /// Forgets a plan that another collector deleted.
    pub fn forget_plan(&mut self, plan: i64) {
        self.steps.forget(plan);
        self.at_rest.remove(&plan);
        self.keeping.remove(&plan);
    }

    fn published(&mut self, row: &Row) -> Result<Published, Error> {
        let number = row.get(0)?;
        let document: String = row.get(1)?;
        let plan = Plan::from_json(&document, &Caps::default())?;
        let published = Published::new(number, plan).on(row.get(8)?);
        published.set_author(row.get(2)?);
        let moment = Moment { released: row.get(5)?, reports: row.get(6)?, step: row.get(7)? };
        let totals = Totals::new(self.steps.release(), moment.released, row.get(9)?, row.get(10)?);
        published.set_totals(totals);
        if let Some(key) = row.get::<Option<Vec<u8>>>(4)? {
            published.set_signing_key(SigningKey::from_der(&key)?);
        }
        let (is_closed, keeping) = (row.get(3)?, Keeping::read(row, 11)?);
        if is_closed {
            published.close();
        }
        published.set_keeping(keeping.clone());
        self.keeping.insert(number, keeping);
        self.at_rest.insert(number, Arc::clone(published.at_rest()));
        self.steps.see(number, moment);
        let closes = published.plan().period().closes().map(str::to_owned);
        self.steps.set_end(number, End { is_closed, closes });
        Ok(published)
    }

    /// Closes a plan to new reports. Its reports and totals stay; if totals are released at the close, they are due now.
    ///
    /// # Errors
    /// `io`; `database-unavailable`.
    pub fn close_plan(&mut self, plan: i64) -> Result<(), Error> {
        let close = "UPDATE plans SET is_closed = TRUE WHERE number = ?1";
        self.session.transaction(|| self.session.rows(close, &values![plan]))?;
        self.steps.close(plan);
        Ok(())
    }

    /// Deletes a plan with all its reports, rewrites the database without them, and returns how many they were.
    ///
    /// # Errors
    /// `io`, also if the log of a file cannot be emptied yet because another program reads the database: the plan is deleted even so, and
    /// disappears from the log when that program has ended; `database-unavailable`.
    pub fn delete_plan(&mut self, plan: i64) -> Result<u64, Error> {
        let reports = self.session.transaction(|| {
            let kept = locked(&self.session, [plan])?;
            delete_reports(&self.session, plan)?;
            self.session.rows("DELETE FROM plans WHERE number = ?1", &values![plan])?;
            Ok(kept.get(&plan).map_or(0, |kept| kept.moment.reports))
        })?;
        self.forget_plan(plan);
        self.session.rewrite()?;
        Ok(reports)
    }
}

/// Deletes the reports of a plan, and whatever else the database keeps of it beside its own row.
pub(super) fn delete_reports(session: &Session, plan: i64) -> Result<(), Error> {
    KEEPING.iter().try_for_each(|table| {
        session.rows(&format!("DELETE FROM {table} WHERE plan = ?1"), &values![plan]).map(drop)
    })
}

//! Deletes the reports of a plan when the last day is over on which they are kept, in UTC, with their counts and invitations. The plan stays and takes no more
//! reports: published anew, it would ask again what people were told had ended.

use candor::Error;

use super::checksum::Checksum;
use super::compared::{Moment, StoredPlan, locked};
use super::database::Store;
use super::keeping::Keeping;
use super::plans::delete_reports;
use super::row::values;
use super::session::Session;

impl Store {
    /// Deletes the reports of every plan whose last day is over, of those that were read ([`Store::plans`]), and closes them. Returns these plans, each with the
    /// number of its reports. [`Store::rewrite`] erases them from the database's files.
    ///
    /// # Errors
    /// `io`; `database-unavailable`.
    pub fn expire(&mut self) -> Result<Vec<(i64, u64)>, Error> {
        let today = self.session.today()?;
        let is_due = |(_, keeping): &(&i64, &Keeping)| !keeping.is_over && keeping.has_ended(&today);
        let due: Vec<i64> = self.keeping.iter().filter(is_due).map(|(plan, _)| *plan).collect();
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let ended = self.session.transaction(|| {
            let ended = locked(&self.session, due)?.into_values();
            ended
                .map(|kept| Ok((kept.moment.reports, end(&self.session, kept)?)))
                .collect::<Result<Vec<_>, _>>()
        })?;
        for (_, kept) in &ended {
            self.steps.see(kept.number, kept.moment);
            self.steps.close(kept.number);
            self.keeping.entry(kept.number).and_modify(|keeping| keeping.is_over = true);
        }
        Ok(ended.into_iter().map(|(reports, kept)| (kept.number, reports)).collect())
    }
}

/// Deletes what a plan keeps but its own row.
fn end(session: &Session, mut kept: StoredPlan) -> Result<StoredPlan, Error> {
    delete_reports(session, kept.number)?;
    let update = "UPDATE plans SET is_closed = TRUE, is_expired = TRUE, signing_key = NULL, stepped = NULL, released_before = 0
        WHERE number = ?1";
    session.rows(update, &values![kept.number])?;
    (kept.moment, kept.checksum) =
        (Moment { step: kept.moment.step + 1, ..Moment::default() }, Checksum::default());
    kept.write(session)?;
    Ok(kept)
}

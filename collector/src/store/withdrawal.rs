//! Withdrawing a report: deletes it for whoever has the secret whose hash it was sent with.
//!
//! A pending report is deleted at once. A released one loses its id, its day and its secret at once, and its record stays in the totals
//! until the next step: totals never change but in steps, so that no difference of two of them is a withdrawn report alone. A step needs
//! so many more reports that stay than the totals before it had ([`super::steps`]); a withdrawn report has to be replaced first.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor::{Code, Error};
use rand_core::Rng;
use subtle::ConstantTimeEq;

use super::at_rest::AtRest;
use super::compared::{StoredPlan, locked};
use super::counts::{Counts, Part};
use super::database::Store;
use super::row::{NO_DAY, Row, values};
use super::session::Session;

impl Store {
    /// Withdraws a report, given the hash of its secret.
    ///
    /// # Errors
    /// `not-found`, whether there is no such report, it was sent without a secret, or with another one; `entropy-unavailable`; `io`;
    /// `database-unavailable`.
    pub fn withdraw(&mut self, plan: i64, id: &[u8; 16], secret: &[u8; 32]) -> Result<(), Error> {
        let absent = || Error::new(Code::NotFound, "no report of this id can be withdrawn with this secret");
        let moment = self.session.transaction(|| {
            let mut plans = locked(&self.session, [plan])?;
            let kept = plans.get_mut(&plan).ok_or_else(absent)?;
            let query = "SELECT withdrawal, day, perturbed FROM stored WHERE plan = ?1 AND id = ?2";
            let found = self.session.row(query, &values![plan, id.to_vec()])?.ok_or_else(absent)?;
            // A report that was sent without a secret is compared with a hash that no secret has.
            let own = found.get::<Option<[u8; 32]>>(0)?.unwrap_or_default();
            if !bool::from(own.ct_eq(secret)) {
                return Err(absent());
            }
            self.take_out(kept, id, &found)?;
            Ok(kept.moment)
        })?;
        self.steps.see(plan, moment);
        Ok(())
    }

    /// Deletes a report that was found, if it is pending, and otherwise what identifies it; updates the plan's counts and row.
    fn take_out(&self, kept: &mut StoredPlan, id: &[u8; 16], found: &Row) -> Result<(), Error> {
        let (day, perturbed): (String, Vec<u8>) = (found.get(1)?, found.get(2)?);
        let row = values![kept.number, id.to_vec()];
        kept.checksum.remove(&kept.key, id, &day, &perturbed);
        kept.moment.reports -= 1;
        let pending =
            self.session.rows("DELETE FROM pending WHERE plan = ?1 AND id = ?2 RETURNING 1", &row)?;
        if pending.is_empty() {
            let mut fresh = [0; 16];
            candor::perturb::generator()?.fill_bytes(&mut fresh);
            let withdraw =
                "UPDATE reports SET id = ?3, day = ?4, withdrawal = NULL WHERE plan = ?1 AND id = ?2";
            let [plan, id] = row;
            self.session.rows(withdraw, &[plan, id, fresh.to_vec().into(), NO_DAY.to_owned().into()])?;
            kept.checksum.add(&kept.key, &fresh, NO_DAY, &perturbed);
        } else {
            self.session.rows("DELETE FROM reports WHERE plan = ?1 AND id = ?2", &row)?;
            let counts = Counts::of(&self.session, kept, &self.at_rest)?;
            counts.remove(Part::Pending, [&perturbed[..]].into_iter())?;
        }
        kept.write(&self.session)
    }
}

/// Deletes the reports that were withdrawn since the last step, and takes them out of the plan's released counts.
pub(super) fn delete_withdrawn(
    session: &Session,
    kept: &mut StoredPlan,
    at_rest: &BTreeMap<i64, Arc<AtRest>>,
) -> Result<(), Error> {
    // The day is in the text, so that the index of these rows is used.
    let delete = format!("DELETE FROM reports WHERE plan = ?1 AND day = '{NO_DAY}' RETURNING id, perturbed");
    let rows = session.rows(&delete, &values![kept.number])?;
    if rows.is_empty() {
        return Ok(());
    }
    let read = |row: Row| Ok((row.get(0)?, row.get(1)?));
    let withdrawn: Vec<([u8; 16], Vec<u8>)> = rows.into_iter().map(read).collect::<Result<_, Error>>()?;
    for (id, perturbed) in &withdrawn {
        kept.checksum.remove(&kept.key, id, NO_DAY, perturbed);
    }
    let records = withdrawn.iter().map(|(_, perturbed)| &perturbed[..]);
    Counts::of(session, kept, at_rest)?.remove(Part::Released, records)
}

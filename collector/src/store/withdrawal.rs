//! Withdrawing a report: deletes it for whoever has the secret whose hash it was sent with.
//!
//! If totals included the report, they include one report fewer from then on, in a step of its own: no other report is released by that,
//! and all tables still cover the same reports. Whoever has the totals from before can compute the difference, which is the withdrawn
//! report.

use candor::{Code, Error};
use subtle::ConstantTimeEq;

use super::compared::{StoredPlan, locked};
use super::counts::{Counts, Part};
use super::database::Store;
use super::row::{Row, values};

impl Store {
    /// Deletes a report, given the hash of its secret. Returns how many reports the totals include afterwards.
    ///
    /// # Errors
    /// `not-found`, whether there is no such report, it was sent without a secret, or with another one; `io`; `database-unavailable`.
    pub fn withdraw(&mut self, plan: i64, id: &[u8; 16], secret: &[u8; 32]) -> Result<u64, Error> {
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
            self.delete(kept, id, &found)?;
            Ok(kept.moment)
        })?;
        self.steps.see(plan, moment);
        Ok(moment.released)
    }

    /// Deletes a report that was found, and updates the plan's counts and row.
    fn delete(&self, kept: &mut StoredPlan, id: &[u8; 16], found: &Row) -> Result<(), Error> {
        let (day, perturbed): (String, Vec<u8>) = (found.get(1)?, found.get(2)?);
        let row = values![kept.number, id.to_vec()];
        self.session.rows("DELETE FROM reports WHERE plan = ?1 AND id = ?2", &row)?;
        let pending =
            self.session.rows("DELETE FROM pending WHERE plan = ?1 AND id = ?2 RETURNING 1", &row)?;
        let part = if pending.is_empty() { Part::Released } else { Part::Pending };
        Counts::of(&self.session, kept, &self.at_rest)?.remove(part, &perturbed)?;
        kept.checksum.remove(&kept.key, id, &day, &perturbed);
        kept.moment.reports -= 1;
        if part == Part::Released {
            (kept.moment.released, kept.moment.step) = (kept.moment.released - 1, kept.moment.step + 1);
        }
        kept.write(&self.session)
    }
}

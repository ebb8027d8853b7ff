//! Releases totals of the reports that have come, once they are due ([`super::steps`]).

use candor::Error;

use super::compared::{StoredPlan, locked};
use super::counts::Counts;
use super::database::Store;
use super::session::day;
use super::totals::{Totals, begin_step};
use super::withdrawal::delete_withdrawn;

impl Store {
    /// Releases the pending reports of every plan that is due. Returns those plans with their new totals.
    ///
    /// # Errors
    /// `io`, `database-unavailable`; then nothing is released.
    pub fn release(&mut self) -> Result<Vec<(i64, Totals)>, Error> {
        let now = self.session.now()?;
        let due = self.steps.due(&now);
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let Self { session, steps, .. } = &*self;
        let (plans, released) = session.transaction(|| {
            let mut plans = locked(session, due)?;
            let mut released = Vec::new();
            // Another collector may have released them, or one of them was withdrawn.
            for kept in plans.values_mut().filter(|kept| steps.are_due(kept.number, kept.moment, &now)) {
                released.push((kept.number, self.release_plan(kept, day(&now))?));
                kept.write(session)?;
            }
            Ok((plans, released))
        })?;
        plans.values().for_each(|kept| self.steps.see(kept.number, kept.moment));
        Ok(released)
    }

    /// Marks all pending reports of a plan, and their counts, as released on this day, and deletes those that were withdrawn since the last
    /// step; the caller saves the plan's row.
    pub(super) fn release_plan(&self, kept: &mut StoredPlan, day: &str) -> Result<Totals, Error> {
        let Self { session, steps, at_rest, .. } = self;
        Counts::of(session, kept, at_rest)?.release()?;
        session.release(kept.number)?;
        delete_withdrawn(session, kept, at_rest)?;
        let before = begin_step(session, kept.number, day)?;
        (kept.moment.released, kept.moment.step) = (kept.moment.reports, kept.moment.step + 1);
        Ok(Totals::new(steps.release(), kept.moment.released, Some(day.to_owned()), before))
    }
}

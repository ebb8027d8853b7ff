//! Releases totals of the reports that have come, once they are due ([`super::steps`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use candor::Error;

use super::at_rest::AtRest;
use super::compared::{StoredPlan, locked};
use super::counts::Counts;
use super::database::Store;
use super::session::Session;
use super::withdrawal::delete_withdrawn;

impl Store {
    /// Releases the pending reports of every plan that is due. Returns those plans, and how many reports their totals now include.
    ///
    /// # Errors
    /// `io`, `database-unavailable`; then nothing is released.
    pub fn release(&mut self) -> Result<Vec<(i64, u64)>, Error> {
        let now = self.session.now()?;
        let due = self.steps.due(&now);
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let Self { session, steps, at_rest, .. } = &*self;
        let (plans, released) = session.transaction(|| {
            let mut plans = locked(session, due)?;
            let mut released = Vec::new();
            // Another collector may have released them, or one of them was withdrawn.
            for kept in plans.values_mut().filter(|kept| steps.are_due(kept.number, kept.moment, &now)) {
                release(session, kept, at_rest)?;
                kept.write(session)?;
                released.push((kept.number, kept.moment.released));
            }
            Ok((plans, released))
        })?;
        plans.values().for_each(|kept| self.steps.see(kept.number, kept.moment));
        Ok(released)
    }
}

/// Marks all pending reports of a plan, and their counts, as released, and deletes those that were withdrawn since the last step; the
/// caller saves the plan's row.
pub(super) fn release(
    session: &Session,
    kept: &mut StoredPlan,
    at_rest: &BTreeMap<i64, Arc<AtRest>>,
) -> Result<(), Error> {
    Counts::of(session, kept, at_rest)?.release()?;
    session.release(kept.number)?;
    delete_withdrawn(session, kept, at_rest)?;
    (kept.moment.released, kept.moment.step) = (kept.moment.reports, kept.moment.step + 1);
    Ok(())
}

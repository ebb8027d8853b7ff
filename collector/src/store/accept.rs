//! Stores submissions. Many share one transaction; each is stored as a whole or not at all.
//!
//! Everything new is decided before anything is written, and is then written in the order of report ids, so that neither the file nor its
//! log shows in which order the reports of a transaction arrived.

use std::collections::{BTreeMap, BTreeSet};

use candor::Error;

use super::admission::spend;
use super::compared::{StoredPlan, locked};
use super::counts::Counts;
use super::database::Store;
use super::judged::{Entry, Judge, New};
use super::row::values;
use super::session::day;
use super::submission::{Arrival, Outcome};
use super::totals::Totals;

/// The outcome of one transaction.
pub struct Accepted {
    /// One outcome per submission.
    pub outcomes: Vec<Outcome>,
    /// The plans whose totals were released anew, by number, with these totals.
    pub released: Vec<(i64, Totals)>,
}

impl Store {
    /// Stores submissions in one transaction, and returns after it is committed.
    ///
    /// # Errors
    /// `io`; `damaged-database`; `database-unavailable`. Then nothing was stored, or it is unknown whether the commit succeeded.
    pub fn accept(&mut self, submissions: &[Vec<Arrival>]) -> Result<Accepted, Error> {
        let Self { session, steps, .. } = &*self;
        let plans: BTreeSet<i64> = submissions.iter().flatten().map(|arrival| arrival.key().0).collect();
        let (accepted, plans) = session.transaction(|| {
            let mut plans = locked(session, plans)?;
            let now = session.now()?;
            let judge = Judge::new(session, &plans, &now, submissions)?;
            let mut new = New::default();
            let outcomes = submissions.iter().map(|submission| judge.judge(submission, &mut new)).collect();
            let mut released = Vec::new();
            for kept in self.insert(&new, &now, &mut plans)? {
                if steps.are_due(kept.number, kept.moment, &now) {
                    released.push((kept.number, self.release_plan(kept, day(&now))?));
                }
                kept.write(session)?;
            }
            Ok((Accepted { outcomes, released }, plans))
        })?;
        plans.values().for_each(|kept| self.steps.see(kept.number, kept.moment));
        Ok(accepted)
    }

    /// Writes new reports in the order of their ids. Returns the plans that got any, updated in memory; the caller saves their rows.
    fn insert<'p>(
        &self,
        new: &New,
        now: &str,
        plans: &'p mut BTreeMap<i64, StoredPlan>,
    ) -> Result<Vec<&'p mut StoredPlan>, Error> {
        let day = day(now);
        spend(&self.session, &new.admissions)?;
        let row = |((plan, id), entry): (&(i64, [u8; 16]), &Entry)| {
            let withdrawal = entry.withdrawal.map(|hash| hash.to_vec());
            values![*plan, id.to_vec(), entry.perturbed.clone(), day.to_owned(), withdrawal].to_vec()
        };
        self.session.insert_pending(new.reports.iter().map(row).collect())?;
        let of_plan = |kept: &'p mut StoredPlan| {
            let own = || new.reports.range((kept.number, [0; 16])..=(kept.number, [0xff; 16]));
            let added = own().count() as u64;
            if added > 0 {
                Counts::of(&self.session, kept, &self.at_rest)?
                    .add(own().map(|(_, entry)| &entry.perturbed[..]))?;
            }
            let StoredPlan { key, checksum, .. } = kept;
            own().for_each(|((_, id), entry)| checksum.add(key, id, day, &entry.perturbed));
            kept.moment.reports += added;
            Ok((added > 0).then_some(kept))
        };
        plans.values_mut().filter_map(|kept| of_plan(kept).transpose()).collect()
    }
}

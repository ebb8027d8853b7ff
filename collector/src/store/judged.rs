//! Decides the outcome of submissions before anything of their transaction is written.

use std::collections::{BTreeMap, BTreeSet};

use candor::{Code, Error};

use super::admission::{Admission, NotAdmitted, not_admitted};
use super::compared::StoredPlan;
use super::packed;
use super::row::values;
use super::session::{Session, day};
use super::submission::{Arrival, Outcome, Receipt, Refusal};

/// What a transaction will store: reports by plan number and id, and the admissions they use.
#[derive(Default)]
pub(super) struct New {
    pub(super) reports: BTreeMap<(i64, [u8; 16]), Entry>,
    pub(super) admissions: BTreeSet<(i64, Admission)>,
}

/// A report as it is stored.
pub(super) struct Entry {
    pub(super) perturbed: Vec<u8>,
    pub(super) withdrawal: Option<[u8; 32]>,
}

/// Everything that outcomes are decided by.
pub(super) struct Judge<'j> {
    /// The plans that exist.
    plans: &'j BTreeMap<i64, StoredPlan>,
    /// The current time.
    now: &'j str,
    /// The stored records whose ids occur in the submissions.
    stored: BTreeMap<(i64, [u8; 16]), Vec<u8>>,
    not_admitted: NotAdmitted,
}

impl<'j> Judge<'j> {
    /// Reads what is needed to judge these submissions.
    pub(super) fn new(
        session: &Session,
        plans: &'j BTreeMap<i64, StoredPlan>,
        now: &'j str,
        submissions: &[Vec<Arrival>],
    ) -> Result<Self, Error> {
        let arrivals = || submissions.iter().flatten();
        let ids: BTreeSet<_> = arrivals().map(Arrival::key).collect();
        let rows: Vec<_> = ids.iter().map(|(plan, id)| values![*plan, id.to_vec()].to_vec()).collect();
        let found = session.all("SELECT perturbed FROM stored WHERE plan = ?1 AND id = ?2", &rows)?;
        let found =
            ids.into_iter().zip(found).filter_map(|(key, rows)| Some((key, rows.into_iter().next()?)));
        let stored = found.map(|(key, row)| Ok((key, row.get(0)?))).collect::<Result<_, Error>>()?;
        let admissions =
            arrivals().filter_map(|arrival| Some((arrival.published.number(), arrival.admission?)));
        let not_admitted = not_admitted(session, &admissions.collect())?;
        Ok(Self { plans, now, stored, not_admitted })
    }

    /// Returns the outcome of a submission and adds its new reports to `new`; if one report is refused, none is added.
    pub(super) fn judge(&self, submission: &[Arrival], new: &mut New) -> Outcome {
        let mut own = New::default();
        for (position, arrival) in submission.iter().enumerate() {
            let key = arrival.key();
            let perturbed = packed::pack(arrival.published.plan().table_law(), &arrival.report.numbers());
            let earlier =
                own.reports.get(&key).or_else(|| new.reports.get(&key)).map(|entry| &entry.perturbed);
            let refused = match earlier.or_else(|| self.stored.get(&key)) {
                Some(earlier) if *earlier == perturbed => continue,
                Some(_) => Some(Code::IdConflict),
                None => self.not_taken(arrival, &[&own, new]),
            };
            if let Some(code) = refused {
                return Err(Refusal { position, code });
            }
            own.admissions.extend(arrival.admission.map(|admission| (key.0, admission)));
            own.reports.insert(key, Entry { perturbed, withdrawal: arrival.withdrawal });
        }
        let (accepted, all) = (own.reports.len() as u64, submission.len() as u64);
        new.reports.append(&mut own.reports);
        new.admissions.append(&mut own.admissions);
        Ok(Receipt { accepted, repeated: all - accepted })
    }

    /// Why a new report is refused, if it is.
    fn not_taken(&self, arrival: &Arrival, before: &[&New]) -> Option<Code> {
        let (number, plan) = (arrival.published.number(), arrival.published.plan());
        let is_open = self.plans.get(&number).is_some_and(|kept| !kept.is_closed);
        let is_over = arrival.published.keeping().has_ended(day(self.now));
        if !is_open || is_over || plan.period().has_closed(self.now) {
            return Some(Code::PlanClosed);
        }
        if !plan.period().has_opened(self.now) {
            return Some(Code::PlanNotOpen);
        }
        let Some(admission) = arrival.admission else { return plan.invitations().map(|_| Code::NotInvited) };
        let key = (number, admission);
        let is_used = before.iter().any(|new| new.admissions.contains(&key));
        if is_used { Some(Code::InvitationUsed) } else { self.not_admitted.get(&key).copied() }
    }
}

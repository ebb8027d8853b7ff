//! What becomes of a submission, told before anything of its transaction is written.

use std::collections::{BTreeMap, BTreeSet};

use candor::Code;
use rusqlite::{Connection, OptionalExtension, params};

use super::admission::Admission;
use super::packed;
use super::submission::{Arrival, Outcome, Receipt, Refusal};

/// What a transaction is to store: reports by plan number and id, and what admits them.
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

/// What is judged by.
pub(super) struct Judge<'j> {
    pub(super) connection: &'j Connection,
    /// Whether a plan, by number, is there and was not closed.
    pub(super) is_open: &'j dyn Fn(i64) -> bool,
    /// This moment.
    pub(super) now: &'j str,
}

impl Judge<'_> {
    /// The outcome of a submission, whose new reports join those that are `new`; none do where one is refused.
    pub(super) fn judge(&self, submission: &[Arrival], new: &mut New) -> rusqlite::Result<Outcome> {
        let mut own = New::default();
        for (position, arrival) in submission.iter().enumerate() {
            let key = (arrival.published.number(), *arrival.report.id());
            let perturbed = packed::pack(arrival.published.plan().table_law(), &arrival.report.numbers());
            let earlier = match own.reports.get(&key).or_else(|| new.reports.get(&key)) {
                Some(earlier) => Some(earlier.perturbed == perturbed),
                None => self.stored(key, &perturbed)?,
            };
            let refused = match earlier {
                Some(true) => continue,
                Some(false) => Some(Code::IdConflict),
                None => self.not_taken(arrival, &[&own, new])?,
            };
            if let Some(code) = refused {
                return Ok(Err(Refusal { position, code }));
            }
            own.admissions.extend(arrival.admission.map(|admission| (key.0, admission)));
            own.reports.insert(key, Entry { perturbed, withdrawal: arrival.withdrawal });
        }
        let (accepted, all) = (own.reports.len() as u64, submission.len() as u64);
        new.reports.append(&mut own.reports);
        new.admissions.append(&mut own.admissions);
        Ok(Ok(Receipt { accepted, repeated: all - accepted }))
    }

    /// Why a report that is new is not taken, where it is not.
    fn not_taken(&self, arrival: &Arrival, before: &[&New]) -> rusqlite::Result<Option<Code>> {
        let (number, plan) = (arrival.published.number(), arrival.published.plan());
        if !(self.is_open)(number) || plan.period().has_closed(self.now) {
            return Ok(Some(Code::PlanClosed));
        }
        if !plan.period().has_opened(self.now) {
            return Ok(Some(Code::PlanNotOpen));
        }
        match arrival.admission {
            None => Ok(plan.invitations().map(|_| Code::NotInvited)),
            Some(admission) if before.iter().any(|new| new.admissions.contains(&(number, admission))) => {
                Ok(Some(Code::InvitationUsed))
            }
            Some(admission) => admission.refused(self.connection, number),
        }
    }

    /// Whether a stored report has this record; none where none has the id.
    fn stored(&self, (plan, id): (i64, [u8; 16]), perturbed: &[u8]) -> rusqlite::Result<Option<bool>> {
        let select = "SELECT perturbed = ?3 FROM reports WHERE plan = ?1 AND id = ?2";
        let mut select = self.connection.prepare_cached(select)?;
        select.query_row(params![plan, id, perturbed], |row| row.get(0)).optional()
    }
}

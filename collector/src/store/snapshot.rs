//! Reads consistent snapshots of the database, while others write to it.

use std::path::Path;

use candor::count::Table;
use candor::estimate::Stop;
use candor::plan::Plan;
use candor::report::Report;
use candor::{Code, Error, Fingerprint};

use super::at_rest::AtRest;
use super::compared::{Moment, each, stored_plan, verified};
use super::counts::{Counts, Part};
use super::location::Location;
use super::packed;
use super::refusal::damaged;
use super::row::ReportRow;
use super::session::{Interrupt, Session};

/// A connection that only reads.
pub struct Snapshot {
    session: Session,
}

/// What a database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    /// The number of plans.
    pub plans: u64,
    /// The number of reports of all plans.
    pub reports: u64,
}

impl Snapshot {
    /// Opens a database, which must exist.
    ///
    /// # Errors
    /// `io`, also if it is not a collector's.
    pub fn open(location: &Location) -> Result<Self, Error> {
        Ok(Self { session: Session::reading(location)? })
    }

    /// A handle that interrupts reading from another thread; a read that it interrupts fails with `stopped`.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.session.interrupt()
    }

    /// Reads every report of a plan, in the order of their random ids, and returns the plan's state at that moment. A report that was
    /// withdrawn is not among them.
    ///
    /// # Errors
    /// `damaged-database` if these are not the reports that were stored; `io`; the errors of `read`.
    pub fn reports(
        &self,
        plan: &Plan,
        read: impl FnMut(Report) -> Result<(), Error>,
    ) -> Result<Moment, Error> {
        self.chosen(plan, |row| !row.is_withdrawn(), read)
    }

    /// Like [`Snapshot::reports`], for the reports that totals include, also those that were withdrawn since.
    ///
    /// # Errors
    /// The errors of [`Snapshot::reports`].
    pub fn released(
        &self,
        plan: &Plan,
        read: impl FnMut(Report) -> Result<(), Error>,
    ) -> Result<Moment, Error> {
        self.chosen(plan, |row| row.is_released, read)
    }

    fn chosen(
        &self,
        plan: &Plan,
        is_chosen: impl Fn(&ReportRow<'_>) -> bool,
        mut read: impl FnMut(Report) -> Result<(), Error>,
    ) -> Result<Moment, Error> {
        self.session.moment(|| {
            let Some(kept) = stored_plan(&self.session, plan.fingerprint())? else {
                return Ok(Moment::default());
            };
            each(&self.session, &kept, |row| {
                if !is_chosen(&row) {
                    return Ok(());
                }
                let record = packed::unpack(plan.table_law(), row.perturbed)?;
                let report = Report::from_perturbed(plan, row.id, record);
                let report = report.map_err(|_| damaged("a report does not fit its plan"))?;
                read(report)
            })?;
            Ok(kept.moment)
        })
    }

    /// Whether the database has this plan.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn has(&self, plan: &Plan) -> Result<bool, Error> {
        Ok(stored_plan(&self.session, plan.fingerprint())?.is_some())
    }

    /// Returns a plan's state without reading its reports.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn moment(&self, plan: &Plan) -> Result<Moment, Error> {
        Ok(stored_plan(&self.session, plan.fingerprint())?.map_or_else(Moment::default, |kept| kept.moment))
    }

    /// The number of reports of plans other than these. Verifies every plan, because a damaged one might be one of these.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn of_other_plans(&self, plans: &[Fingerprint]) -> Result<u64, Error> {
        let found = self.session.moment(|| verified(&self.session))?;
        let others = found.into_iter().filter(|(found, _)| !plans.contains(&found.fingerprint()));
        Ok(others.map(|(_, reports)| reports).sum())
    }

    /// Returns the plan's state and, for each entry of `wanted`, the table of its released reports; `None` for a table that is not counted
    /// at rest.
    ///
    /// # Errors
    /// `damaged-database`; `io`.
    pub fn at_rest(
        &self,
        plan: &Plan,
        at_rest: &AtRest,
        wanted: &[Vec<usize>],
    ) -> Result<(Moment, Vec<Option<Table>>), Error> {
        let read = self.session.moment(|| {
            let Some(kept) = stored_plan(&self.session, plan.fingerprint())? else { return Ok(None) };
            Ok(Some((kept.moment, Counts::new(&self.session, &kept, at_rest).read(Part::Released)?)))
        })?;
        let Some((moment, numbers)) = read else { return Ok((Moment::default(), vec![None; wanted.len()])) };
        Ok((moment, at_rest.tables(plan, &numbers, moment.released, wanted)?))
    }

    /// Checks everything against what was stored, until `stop`: the structure of the file, the reports of every plan, and its counts, which
    /// are counted again.
    ///
    /// # Errors
    /// `damaged-database`, saying where the damage is; `stopped`; `io`.
    pub fn check(&self, stop: &Stop) -> Result<Content, Error> {
        self.session.check()?;
        self.session.moment(|| whole(&self.session, stop))
    }

    /// Writes a copy of one snapshot to an empty file, with reports in the order of their ids.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn copy_to(&self, path: &Path) -> Result<(), Error> {
        match &self.session {
            Session::File(sqlite) => sqlite.copy_to(path),
            Session::Server(_) => Err(Error::new(Code::NeedsAFile, "copy it with the server's own programs")),
        }
    }
}

/// Checks the content of a database against what was stored, plan by plan.
pub(super) fn whole(session: &Session, stop: &Stop) -> Result<Content, Error> {
    let plans = verified(session)?;
    for (plan, _) in &plans {
        let at_rest = AtRest::of(plan);
        let (mut released, mut pending) = (at_rest.empty(), at_rest.empty());
        let kept = stored_plan(session, plan.fingerprint())?.ok_or_else(|| damaged("a plan is missing"))?;
        each(session, &kept, |row| {
            stop.check()?;
            if row.is_released { released.add(row.perturbed) } else { pending.add(row.perturbed) }
        })?;
        let counts = Counts::new(session, &kept, &at_rest);
        for (part, counted) in [(Part::Released, released), (Part::Pending, pending)] {
            if counts.read(part)? != counted.numbers() {
                let number = kept.number;
                return Err(damaged(&format!("the counts of plan {number} are not of its reports")));
            }
        }
    }
    let reports = plans.iter().map(|(_, reports)| reports).sum();
    Ok(Content { plans: plans.len() as u64, reports })
}

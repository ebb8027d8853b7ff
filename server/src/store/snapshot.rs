//! Reading: the reports of one moment, while others are being written.

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
use super::session::{Interrupt, Session};

/// A connection that only reads.
pub struct Snapshot {
    session: Session,
}

/// A report that was stored.
pub struct Stored {
    /// The report.
    pub report: Report,
    /// Whether totals are told of it.
    pub is_released: bool,
}

/// What a database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    /// How many plans.
    pub plans: u64,
    /// How many reports of all of them.
    pub reports: u64,
}

impl Snapshot {
    /// Opens a database that exists.
    ///
    /// # Errors
    /// `io`, also where it is not a collector's.
    pub fn open(location: &Location) -> Result<Self, Error> {
        Ok(Self { session: Session::reading(location)? })
    }

    /// What ends its reading from another thread; what is being read is `stopped` then.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.session.interrupt()
    }

    /// Reads every report of a plan, in the order of their random ids, and returns what the plan had at that moment.
    ///
    /// # Errors
    /// `damaged-database` where these are not the reports that were stored; `io`; what `read` fails with.
    pub fn reports(
        &self,
        plan: &Plan,
        mut read: impl FnMut(Stored) -> Result<(), Error>,
    ) -> Result<Moment, Error> {
        self.session.moment(|| {
            let Some(kept) = stored_plan(&self.session, plan.fingerprint())? else {
                return Ok(Moment::default());
            };
            each(&self.session, &kept, |row| {
                let record = packed::unpack(plan.table_law(), row.perturbed)?;
                let report = Report::from_perturbed(plan, row.id, record);
                let report = report.map_err(|_| damaged("a report is none of its plan"))?;
                read(Stored { report, is_released: row.is_released })
            })?;
            Ok(kept.moment)
        })
    }

    /// Whether it has a plan.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn has(&self, plan: &Plan) -> Result<bool, Error> {
        Ok(stored_plan(&self.session, plan.fingerprint())?.is_some())
    }

    /// What a plan has, without reading its reports.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn moment(&self, plan: &Plan) -> Result<Moment, Error> {
        Ok(stored_plan(&self.session, plan.fingerprint())?.map_or_else(Moment::default, |kept| kept.moment))
    }

    /// How many reports of other plans there are. Every plan is verified: one that is not what was stored might be the one asked for.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn of_other_plans(&self, plans: &[Fingerprint]) -> Result<u64, Error> {
        let found = self.session.moment(|| verified(&self.session))?;
        let others = found.into_iter().filter(|(found, _)| !plans.contains(&found.fingerprint()));
        Ok(others.map(|(_, reports)| reports).sum())
    }

    /// The tables of these attributes, of the reports that totals are told of, where they are counted with them; and of which moment.
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

    /// Compares everything with what was stored, until `stop`: the file's own structure, then the reports of every plan, and its counts
    /// with those counted anew.
    ///
    /// # Errors
    /// `damaged-database`, saying where; `stopped`; `io`.
    pub fn check(&self, stop: &Stop) -> Result<Content, Error> {
        self.session.check()?;
        self.session.moment(|| whole(&self.session, stop))
    }

    /// Writes a copy of one moment to a file that is empty, its reports in the order of their ids.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn copy_to(&self, path: &Path) -> Result<(), Error> {
        match &self.session {
            Session::File(sqlite) => sqlite.copy_to(path),
            Session::Server(_) => {
                Err(Error::new(Code::NeedsAFile, "the server's own programs copy its databases"))
            }
        }
    }
}

/// Compares what a database holds, plan by plan, with what was stored.
pub(super) fn whole(session: &Session, stop: &Stop) -> Result<Content, Error> {
    let plans = verified(session)?;
    for (plan, _) in &plans {
        let at_rest = AtRest::of(plan);
        let (mut released, mut pending) = (at_rest.empty(), at_rest.empty());
        let kept = stored_plan(session, plan.fingerprint())?.ok_or_else(|| damaged("a plan is gone"))?;
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

//! Reading: the reports of one moment, while others are being written.

use std::path::Path;

use candor::count::Table;
use candor::estimate::Stop;
use candor::plan::Plan;
use candor::report::Report;
use candor::{Error, Fingerprint};
use rusqlite::{Connection, InterruptHandle, OpenFlags};

use super::at_rest::AtRest;
use super::compared::{Moment, each, kept, verified};
use super::counts::{Counts, Part};
use super::refusal::{damaged, refused};
use super::{packed, pragmas};
use crate::failure;

/// A connection that only reads.
pub struct Snapshot {
    connection: Connection,
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
    pub fn open(path: &Path) -> Result<Self, Error> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .map_err(|cause| failure::io(path.display(), &cause))?;
        pragmas::recognise(&connection, path)?;
        Ok(Self { connection })
    }

    /// What ends its reading from another thread; what is being read is `stopped` then.
    #[must_use]
    pub fn interrupt(&self) -> InterruptHandle {
        self.connection.get_interrupt_handle()
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
        let transaction = self.connection.unchecked_transaction().map_err(|cause| refused(&cause))?;
        let Some(kept) = kept(&transaction, plan.fingerprint())? else { return Ok(Moment::default()) };
        each(&transaction, &kept, |id, perturbed, is_released| {
            let report = Report::from_perturbed(plan, id, packed::unpack(plan.table_law(), perturbed)?);
            read(Stored { report: report.map_err(|_| damaged("a report is none of its plan"))?, is_released })
        })?;
        Ok(kept.moment)
    }

    /// Whether it has a plan.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn has(&self, plan: &Plan) -> Result<bool, Error> {
        Ok(kept(&self.connection, plan.fingerprint())?.is_some())
    }

    /// What a plan has, without reading its reports.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn moment(&self, plan: &Plan) -> Result<Moment, Error> {
        Ok(kept(&self.connection, plan.fingerprint())?.map_or_else(Moment::default, |kept| kept.moment))
    }

    /// How many reports of other plans there are. Every plan is verified: one that is not what was stored might be the one asked for.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn of_other_plans(&self, plans: &[Fingerprint]) -> Result<u64, Error> {
        let transaction = self.connection.unchecked_transaction().map_err(|cause| refused(&cause))?;
        let others =
            verified(&transaction)?.into_iter().filter(|(found, _)| !plans.contains(&found.fingerprint()));
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
        let transaction = self.connection.unchecked_transaction().map_err(|cause| refused(&cause))?;
        let Some(kept) = kept(&transaction, plan.fingerprint())? else {
            return Ok((Moment::default(), vec![None; wanted.len()]));
        };
        let numbers = Counts::new(&transaction, kept.number, at_rest)?.read(Part::Released)?;
        Ok((kept.moment, at_rest.tables(plan, &numbers, kept.moment.released, wanted)?))
    }

    /// Compares everything with what was stored, until `stop`: the file's own structure, then the reports of every plan, and its counts
    /// with those counted anew.
    ///
    /// # Errors
    /// `damaged-database`, saying where; `stopped`; `io`.
    pub fn check(&self, stop: &Stop) -> Result<Content, Error> {
        let transaction = self.connection.unchecked_transaction().map_err(|cause| refused(&cause))?;
        let found = transaction.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        let found = found.map_err(|cause| refused(&cause))?;
        if found != "ok" {
            return Err(damaged(&found));
        }
        let plans = verified(&transaction)?;
        for (plan, _) in &plans {
            let at_rest = AtRest::of(plan);
            let (mut released, mut pending) = (at_rest.empty(), at_rest.empty());
            let kept = kept(&transaction, plan.fingerprint())?.ok_or_else(|| damaged("a plan is gone"))?;
            each(&transaction, &kept, |_, perturbed, is_released| {
                stop.check()?;
                if is_released { released.add(perturbed) } else { pending.add(perturbed) }
            })?;
            let counts = Counts::new(&transaction, kept.number, &at_rest)?;
            for (part, counted) in [(Part::Released, released), (Part::Pending, pending)] {
                if counts.read(part)? != counted.numbers() {
                    return Err(damaged(&format!(
                        "the counts of plan {} are not of its reports",
                        kept.number
                    )));
                }
            }
        }
        let reports = plans.iter().map(|(_, reports)| reports).sum();
        Ok(Content { plans: plans.len() as u64, reports })
    }

    /// Writes a copy of one moment to a file that is empty, its reports in the order of their ids.
    ///
    /// # Errors
    /// `io`; `damaged-database`.
    pub fn copy_to(&self, path: &Path) -> Result<(), Error> {
        let name = path.to_str().ok_or_else(|| failure::io(path.display(), &"the name is not UTF-8"))?;
        self.connection.execute("VACUUM INTO ?1", [name]).map(drop).map_err(|cause| refused(&cause))
    }
}

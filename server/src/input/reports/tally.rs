//! Tables being counted, and which reports were seen.

use core::fmt;
use core::hash::BuildHasher;
use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};

use candor::count::{Column, Table};
use candor::plan::Plan;
use candor::report::Report;
use candor::{Code, Error};

use crate::output;

/// Tables being counted, and the reports seen so far.
pub struct Tally<'p> {
    pub(super) plan: &'p Plan,
    tables: Vec<Table>,
    seen: Seen,
    summary: Summary,
}

impl<'p> Tally<'p> {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(plan: &'p Plan, tables: Vec<Table>) -> Self {
        Self { plan, tables, seen: Seen::default(), summary: Summary::default() }
    }

    /// What was counted.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Counts a report that has an id, unless it was counted before.
    pub(super) fn identified(&mut self, report: &Report) -> Result<(), Error> {
        match self.seen.again(report)? {
            true => {
                self.summary.repeated += 1;
                Ok(())
            }
            false => self.anonymous(report.perturbed()),
        }
    }

    /// Counts a report that has none.
    pub(super) fn anonymous(&mut self, perturbed: &[u32]) -> Result<(), Error> {
        self.summary.counted += 1;
        self.tables.iter_mut().try_for_each(|table| table.add_perturbed(perturbed))
    }

    /// Counts reports without id that lie in columns, one for every attribute of the plan.
    pub(super) fn columns(&mut self, columns: &[Column<'_>]) -> Result<(), Error> {
        self.summary.counted += columns.first().map_or(0, |column| column.len() as u64);
        for table in &mut self.tables {
            let own: Vec<Column<'_>> =
                table.axes().attributes().iter().map(|&attribute| columns[attribute]).collect();
            table.count_columns(&own)?;
        }
        Ok(())
    }

    pub(super) fn of_another_plan(&mut self, reports: u64) {
        self.summary.other_plan += reports;
    }

    /// What was read, in one sentence.
    pub(super) fn summary(&self) -> impl fmt::Display + '_ {
        &self.summary
    }

    /// The tables, counted.
    pub(super) fn into_tables(self) -> Vec<Table> {
        self.tables
    }
}

/// The ids seen, each with a keyed hash of its record.
#[derive(Default)]
struct Seen {
    ids: HashMap<[u8; 16], u64>,
    hasher: RandomState,
}

impl Seen {
    /// Whether the report was seen before; the same id with another record is refused, as it is either a
    /// fault or an attempt to average the noise away.
    fn again(&mut self, report: &Report) -> Result<bool, Error> {
        let perturbed = self.hasher.hash_one(report.perturbed());
        match self.ids.entry(*report.id()) {
            Entry::Vacant(entry) => {
                entry.insert(perturbed);
                Ok(false)
            }
            Entry::Occupied(entry) if *entry.get() == perturbed => Ok(true),
            Entry::Occupied(_) => Err(Error::new(
                Code::IdConflict,
                "the id of an earlier report comes again with another record",
            )),
        }
    }
}

/// What was read, in one sentence.
#[derive(Default)]
struct Summary {
    counted: u64,
    repeated: u64,
    other_plan: u64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "counted {}", output::counted(self.counted, "report"))?;
        if self.other_plan > 0 {
            let (are, were) = if self.other_plan == 1 { ("is", "was") } else { ("are", "were") };
            write!(f, "; {} {are} of another plan and {were} left out", output::grouped(self.other_plan))?;
        }
        if self.repeated > 0 {
            write!(f, "; {} came again and counted once", output::grouped(self.repeated))?;
        }
        Ok(())
    }
}

//! Counts reports into tables, each report once.
//!
//! Reports of a labelled plan are about few questions each, so that most equal an earlier one where there are many; these are only counted as
//! equal, and added to the tables at the end.

use std::collections::HashMap;
use std::sync::Arc;

use candor::Error;
use candor::count::{Column, Table, Tables};
use candor::plan::Plan;
use candor::report::Report;

use super::report_ids::ReportIds;
use super::summary::Summary;

/// How many different reports are remembered at most.
const MOST_REMEMBERED: usize = 1 << 18;

/// Tables being counted, with the reports read so far.
pub struct Tally {
    /// The plan, then the earlier plans whose reports are counted as its own.
    plans: Arc<[Arc<Plan>]>,
    tables: Tables,
    /// Reports that were read, and how many equal ones are not in the tables yet.
    equal: HashMap<Vec<u32>, u64>,
    ids: ReportIds,
    summary: Summary,
}

impl Tally {
    /// A tally with these tables and nothing counted yet.
    ///
    /// # Errors
    /// `plan-mismatch` where a table is of another plan.
    pub fn new(plan: &Plan, tables: Vec<Table>) -> Result<Self, Error> {
        Ok(Self {
            plans: [Arc::new(plan.clone())].into(),
            tables: Tables::new(tables)?,
            equal: HashMap::new(),
            ids: ReportIds::default(),
            summary: Summary::default(),
        })
    }

    /// Also counts reports of an earlier plan that this one corrects.
    ///
    /// # Errors
    /// `plan-mismatch` where the plan does not stand for the earlier one: [`Plan::stands_for`].
    pub fn with(mut self, earlier: &Plan) -> Result<Self, Error> {
        self.plan().stands_for(earlier)?;
        self.plans = self.plans.iter().cloned().chain([Arc::new(earlier.clone())]).collect();
        Ok(self)
    }

    /// The plan whose reports are counted.
    #[must_use]
    pub fn plan(&self) -> Arc<Plan> {
        Arc::clone(&self.plans[0])
    }

    /// The plan, then the earlier plans whose reports are counted as its own.
    #[must_use]
    pub fn plans(&self) -> Arc<[Arc<Plan>]> {
        Arc::clone(&self.plans)
    }

    /// Counts a report that has an id, unless it was counted before.
    ///
    /// # Errors
    /// `id-conflict` where the id was read with another record.
    pub fn identified(&mut self, report: &Report) -> Result<(), Error> {
        match self.ids.repeats(report)? {
            true => {
                self.summary.repeated += 1;
                Ok(())
            }
            false => self.add(&report.numbers(), true),
        }
    }

    /// Counts a report that has no id.
    ///
    /// # Errors
    /// `invalid-report` where these are not the numbers of a report.
    pub fn anonymous(&mut self, perturbed: &[u32]) -> Result<(), Error> {
        self.summary.without_id += 1;
        self.add(perturbed, false)
    }

    /// Counts a report, which may be one that was checked against its plan.
    fn add(&mut self, perturbed: &[u32], is_checked: bool) -> Result<(), Error> {
        self.summary.counted += 1;
        if let Some(more) = self.equal.get_mut(perturbed) {
            *more += 1;
            return Ok(());
        }
        let is_remembered = self.tables.tables().first().is_some_and(Table::is_labelled)
            && self.equal.len() < MOST_REMEMBERED;
        let waits = is_remembered && is_checked;
        if !waits {
            self.tables.add_repeated(perturbed, 1)?;
        }
        if is_remembered {
            self.equal.insert(perturbed.to_vec(), u64::from(waits));
        }
        Ok(())
    }

    /// Counts reports without id from columns, one for every attribute of the plan.
    ///
    /// # Errors
    /// Those of [`Table::count_columns`].
    pub fn columns(&mut self, columns: &[Column<'_>]) -> Result<(), Error> {
        let reports = columns.first().map_or(0, |column| column.len() as u64);
        self.summary.counted += reports;
        self.summary.without_id += reports;
        self.tables.count_columns(columns)
    }

    /// Adds to the number of reports of another plan, which are left out.
    pub fn of_another_plan(&mut self, reports: u64) {
        self.summary.other_plan += reports;
    }

    /// The numbers of reports that were counted, repeated, and of another plan.
    #[must_use]
    pub fn read(&self) -> [u64; 3] {
        let Summary { counted, repeated, other_plan, .. } = self.summary;
        [counted, repeated, other_plan]
    }

    /// The summary of the reports read so far.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The counted tables.
    ///
    /// # Errors
    /// `invalid-counts` where the total would be 2⁶⁴.
    pub fn into_tables(mut self) -> Result<Vec<Table>, Error> {
        for (report, more) in self.equal.into_iter().filter(|(_, more)| *more > 0) {
            self.tables.add_repeated(&report, more)?;
        }
        Ok(self.tables.into_tables())
    }
}

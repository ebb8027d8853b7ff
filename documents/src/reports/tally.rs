//! Tables being counted, and which reports were seen.

use std::sync::Arc;

use candor::Error;
use candor::count::{Column, Table};
use candor::plan::Plan;
use candor::report::Report;

use super::seen::Seen;
use super::summary::Summary;

/// Tables being counted, and the reports seen so far.
pub struct Tally {
    /// The plan, then those whose reports count with its own.
    plans: Arc<[Arc<Plan>]>,
    tables: Vec<Table>,
    seen: Seen,
    summary: Summary,
}

impl Tally {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(plan: &Plan, tables: Vec<Table>) -> Self {
        Self {
            plans: [Arc::new(plan.clone())].into(),
            tables,
            seen: Seen::default(),
            summary: Summary::default(),
        }
    }

    /// Reports of a plan that this one corrects count as well.
    ///
    /// # Errors
    /// `plan-mismatch` where they do not stand for its own: [`Plan::stands_for`].
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

    /// The plan, then those whose reports count with its own.
    #[must_use]
    pub fn plans(&self) -> Arc<[Arc<Plan>]> {
        Arc::clone(&self.plans)
    }

    /// What was counted.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Counts a report that has an id, unless it was counted before.
    ///
    /// # Errors
    /// `id-conflict` where the id stood with another record.
    pub fn identified(&mut self, report: &Report) -> Result<(), Error> {
        match self.seen.again(report)? {
            true => {
                self.summary.repeated += 1;
                Ok(())
            }
            false => self.add(&report.numbers()),
        }
    }

    /// Counts a report that has none.
    ///
    /// # Errors
    /// `invalid-report` where these are not the numbers of one.
    pub fn anonymous(&mut self, perturbed: &[u32]) -> Result<(), Error> {
        self.summary.without_id += 1;
        self.add(perturbed)
    }

    fn add(&mut self, perturbed: &[u32]) -> Result<(), Error> {
        self.summary.counted += 1;
        self.tables.iter_mut().try_for_each(|table| table.add_perturbed(perturbed))
    }

    /// Counts reports without id that lie in columns, one for every attribute of the plan.
    ///
    /// # Errors
    /// Those of [`Table::count_columns`].
    pub fn columns(&mut self, columns: &[Column<'_>]) -> Result<(), Error> {
        let reports = columns.first().map_or(0, |column| column.len() as u64);
        self.summary.counted += reports;
        self.summary.without_id += reports;
        for table in &mut self.tables {
            let own: Vec<Column<'_>> =
                table.axes().attributes().iter().map(|&attribute| columns[attribute]).collect();
            table.count_columns(&own)?;
        }
        Ok(())
    }

    /// Notes reports of another plan, which are left out.
    pub fn of_another_plan(&mut self, reports: u64) {
        self.summary.other_plan += reports;
    }

    /// How many reports were counted, how many came again, and how many are of another plan.
    #[must_use]
    pub fn read(&self) -> [u64; 3] {
        let Summary { counted, repeated, other_plan, .. } = self.summary;
        [counted, repeated, other_plan]
    }

    /// What was read.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The tables, counted.
    #[must_use]
    pub fn into_tables(self) -> Vec<Table> {
        self.tables
    }
}

//! Tables that are counted from the same reports.
//!
//! Under a labelled law a report's label decides how it counts in every table. That is found once for each label, however many reports have
//! it. Cost of another report: O(1) for each table of which the label asks nothing, O(cells that the report names · axes) for every other.
//! Memory: up to 2¹⁹ places of labels in tables, of 24 bytes and more where the label asks some of the table's attributes.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::columns::Column;
use super::table::Table;
use super::views::Place;
use crate::error::{Code, Error};
use crate::report::Report;

/// The most places of labels in tables that are remembered.
const MOST_PLACES: usize = 1 << 19;

/// Several tables of one plan or law, into which the same reports are counted.
///
/// ```
/// # use candor::{Plan, Record, Survey, report};
/// use candor::count::{Table, Tables};
///
/// # let survey = Survey::from_json(r#"{"survey": "health-2026", "attributes": [{"name": "smoker", "categories": ["no", "yes"]},
/// #     {"name": "age", "categories": ["a", "b", "c"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let mut tables = Tables::new(vec![Table::new(&plan, &["smoker"])?, Table::new(&plan, &["smoker", "age"])?])?;
/// let report = report::respond(&plan, Record::new(plan.schema(), [1, 2])?)?;
/// tables.add(&report)?;
/// tables.add_repeated(&report.numbers(), 2)?;
/// assert!(tables.tables().iter().all(|table| table.total() == 3));
/// assert_eq!(tables.into_tables().len(), 2);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Tables {
    tables: Vec<Table>,
    /// For each label that was met, its place in every table.
    labels: BTreeMap<u32, Vec<Place>>,
}

impl Tables {
    /// Takes tables, which may hold counts.
    ///
    /// # Errors
    /// `plan-mismatch` unless all are of the same plan and law.
    pub fn new(tables: Vec<Table>) -> Result<Self, Error> {
        let mut all = Self::default();
        tables.into_iter().try_for_each(|table| all.push(table))?;
        Ok(all)
    }

    /// Adds a table, which may hold counts.
    ///
    /// # Errors
    /// `plan-mismatch` unless it is of the same plan and law as the others.
    pub fn push(&mut self, table: Table) -> Result<(), Error> {
        if self.tables.first().is_some_and(|first| !first.is_of_law_of(&table)) {
            let message = "only tables of the same plan are counted from the same reports";
            return Err(Error::new(Code::PlanMismatch, message));
        }
        self.tables.push(table);
        self.labels.clear();
        Ok(())
    }

    /// Counts one report in every table.
    ///
    /// # Errors
    /// `plan-mismatch` for a report of another plan than the tables'; the errors of [`Tables::add_repeated`].
    pub fn add(&mut self, report: &Report) -> Result<(), Error> {
        self.tables.first().map_or(Ok(()), |table| table.check_plan(report))?;
        self.add_repeated(&report.numbers(), 1)
    }

    /// Counts this many equal records in every table, as [`Table::add_repeated`] does in one.
    ///
    /// # Errors
    /// Those of [`Table::add_perturbed`]. Nothing is counted then in the table that they come from, nor in the tables after it.
    pub fn add_repeated(&mut self, record: &[u32], reports: u64) -> Result<(), Error> {
        let Some((views, axes)) = self.tables.first().and_then(Table::labelled) else {
            return self.tables.iter_mut().try_for_each(|table| table.add_repeated(record, reports));
        };
        let views = Arc::clone(views);
        let report = views.reported(record, axes)?;
        if !self.labels.contains_key(&report.label) {
            if (self.labels.len() + 1).saturating_mul(self.tables.len()) > MOST_PLACES {
                self.labels.clear();
            }
            let label = views.law().placed(report.label);
            let labelled = self.tables.iter().filter_map(Table::labelled);
            let places = labelled.map(|(views, axes)| views.place(&label, axes));
            self.labels.insert(report.label, places.collect::<Result<_, _>>()?);
        }
        let places = self.labels.get(&report.label).into_iter().flatten();
        self.tables
            .iter_mut()
            .zip(places)
            .try_for_each(|(table, place)| table.add_placed(place, &report, reports))
    }

    /// Counts rows given as columns, one for every attribute of the plan or schema, in every table.
    ///
    /// # Errors
    /// Those of [`Table::count_columns`].
    pub fn count_columns(&mut self, columns: &[Column<'_>]) -> Result<(), Error> {
        self.tables.iter_mut().try_for_each(|table| {
            let own = table.axes().attributes().iter().filter_map(|&attribute| columns.get(attribute));
            let own: Vec<Column<'_>> = own.copied().collect();
            table.count_columns(&own)
        })
    }

    /// The tables, with what was counted until now.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The counted tables.
    #[must_use]
    pub fn into_tables(self) -> Vec<Table> {
        self.tables
    }
}

//! Counts read back, from `candor count --format json` or from a warehouse.

use std::collections::HashMap;
use std::path::Path;

use candor::count::Table;
use candor::plan::Plan;
use candor::schema::Schema;
use candor::{Code, Error};
use serde::Deserialize;

use crate::input;
use crate::tables::{Room, Selection};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    plan: String,
    #[serde(rename = "survey")]
    _survey: String,
    n: u64,
    tables: Vec<CountedTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountedTable {
    attributes: Vec<String>,
    cells: Vec<CountedCell>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountedCell {
    categories: Vec<String>,
    count: u64,
}

/// The tables of a file of counts of `plan`.
///
/// # Errors
/// Those of [`from_json`], naming the file; `io`.
pub fn read(plan: &Plan, path: &Path) -> Result<Vec<Table>, Error> {
    from_json(&input::text(path)?, plan).map_err(|error| error.at(path.display()))
}

/// The tables of a document of counts of `plan`.
///
/// # Errors
/// `invalid-counts`, also where a count is negative or no whole number; `plan-mismatch`;
/// `unknown-attribute`; `duplicate-table-attribute`; `too-large`.
pub fn from_json(text: &str, plan: &Plan) -> Result<Vec<Table>, Error> {
    let counts: Counts =
        serde_json::from_str(text).map_err(|cause| Error::new(Code::InvalidCounts, cause.to_string()))?;
    counts.of_plan(plan)
}

impl Counts {
    fn of_plan(&self, plan: &Plan) -> Result<Vec<Table>, Error> {
        let fingerprint = plan.fingerprint().to_string();
        if self.plan != fingerprint {
            let message = format!("these are counts of plan {:?}, not of {fingerprint:?}", self.plan);
            return Err(Error::new(Code::PlanMismatch, message));
        }
        let names: Vec<String> = self.tables.iter().map(|table| table.attributes.join(",")).collect();
        let selection = Selection::new(plan.schema(), &names, false, Room::Own)?;
        if names.is_empty() || selection.named() != names.len() {
            return Err(Error::new(Code::InvalidCounts, "no table at all, or the same table twice"));
        }
        let tables = self.tables.iter().zip(selection.attributes());
        tables.map(|(table, attributes)| table.counted(plan, attributes, self.n)).collect()
    }
}

impl CountedTable {
    fn counted(&self, plan: &Plan, attributes: &[usize], n: u64) -> Result<Table, Error> {
        let places = Places::new(plan.schema(), attributes);
        let mut counts = vec![0; places.cells()];
        let mut listed = vec![false; places.cells()];
        for cell in &self.cells {
            let at = places.position(&cell.categories).ok_or_else(|| self.refused(cell, "is no cell"))?;
            if core::mem::replace(&mut listed[at], true) {
                return Err(self.refused(cell, "comes twice"));
            }
            counts[at] = cell.count;
        }
        let total = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        if total != Some(n) {
            let message =
                format!("the cells of table {:?} do not add up to n = {n}", self.attributes.join(","));
            return Err(Error::new(Code::InvalidCounts, message));
        }
        Table::from_counts(plan, attributes, counts)
    }

    fn refused(&self, cell: &CountedCell, why: &str) -> Error {
        let table = self.attributes.join(",");
        Error::new(Code::InvalidCounts, format!("{:?} {why} of table {table:?}", cell.categories))
    }
}

/// The place of every category along every axis.
struct Places<'s> {
    axes: Vec<HashMap<&'s str, usize>>,
}

impl<'s> Places<'s> {
    fn new(schema: &'s Schema, attributes: &[usize]) -> Self {
        let places = |&position: &usize| {
            let categories = schema.attributes()[position].categories();
            categories.iter().map(|category| category.value()).zip(0..).collect()
        };
        Self { axes: attributes.iter().map(places).collect() }
    }

    fn cells(&self) -> usize {
        self.axes.iter().map(HashMap::len).product()
    }

    fn position(&self, categories: &[String]) -> Option<usize> {
        if categories.len() != self.axes.len() {
            return None;
        }
        let mut axes = self.axes.iter().zip(categories);
        axes.try_fold(0, |at, (places, category)| Some(at * places.len() + places.get(category.as_str())?))
    }
}

//! Counts: contingency tables of perturbed answers, all that estimation needs.
//!
//! ```json
//! {"plan":"sha256:…","survey":"health-2026","n":2000,"tables":[{"attributes":["smoker","age"],
//!   "cells":[{"categories":["no","[18,30)"],"count":412}]}]}
//! ```
//!
//! A cell that is not listed counts 0, so that a warehouse's GROUP BY can be written as it is.

use core::fmt;
use std::collections::HashMap;
use std::path::Path;

use candor::Error;
use candor::count::Table;
use candor::plan::Plan;
use candor::schema::Schema;
use serde::{Deserialize, Serialize};

use super::cells;
use crate::arguments::Format;
use crate::output::grid::Grid;
use crate::output::{csv_text, grouped, json_text, printable};
use crate::tables::Selection;
use crate::{failure, input, tables};

/// The document.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    plan: String,
    survey: String,
    n: u64,
    tables: Vec<CountedTable>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountedTable {
    attributes: Vec<String>,
    cells: Vec<CountedCell>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountedCell {
    categories: Vec<String>,
    count: u64,
}

impl Counts {
    /// Tables counted from reports of `plan`.
    #[must_use]
    pub fn new(plan: &Plan, tables: &[Table]) -> Self {
        Self {
            plan: plan.fingerprint().to_string(),
            survey: plan.survey().to_owned(),
            n: tables.first().map_or(0, Table::total),
            tables: tables.iter().map(|table| CountedTable::new(plan.schema(), table)).collect(),
        }
    }

    /// The tables of a file that `candor count --format json` wrote.
    ///
    /// # Errors
    /// `invalid-counts`; `plan-mismatch`; `unknown-attribute`; `unknown-category`; `too-large`; `io`.
    pub fn read(plan: &Plan, path: &Path) -> Result<Vec<Table>, Error> {
        let read = || {
            let counts: Self = serde_json::from_str(&input::text(path)?)
                .map_err(|cause| Error::new("invalid-counts", cause.to_string()))?;
            counts.of_plan(plan)
        };
        read().map_err(|error| failure::at(path.display(), &error))
    }

    fn of_plan(&self, plan: &Plan) -> Result<Vec<Table>, Error> {
        let fingerprint = plan.fingerprint().to_string();
        if self.plan != fingerprint {
            let message = format!("these are counts of plan {:?}, not of {fingerprint:?}", self.plan);
            return Err(Error::new("plan-mismatch", message));
        }
        let names: Vec<String> = self.tables.iter().map(|table| table.attributes.join(",")).collect();
        let selection = Selection::new(plan.schema(), &names, false)?;
        if names.is_empty() || selection.named() != names.len() {
            return Err(Error::new("invalid-counts", "no table at all, or the same table twice"));
        }
        let tables = self.tables.iter().zip(selection.attributes());
        tables.map(|(table, attributes)| table.counted(plan.schema(), attributes, self.n)).collect()
    }

    /// The counts in the format asked for.
    ///
    /// # Errors
    /// `io`, which a text in memory does not raise.
    pub fn written(&self, format: Format) -> Result<String, Error> {
        match format {
            Format::Table => Ok(printable(&self.to_string())),
            Format::Json => json_text(self),
            Format::Csv => self.csv(),
        }
    }

    fn csv(&self) -> Result<String, Error> {
        let attributes = cells::csv_header(self.tables.iter().map(|table| &table.attributes));
        let header = ["table"].into_iter().chain(attributes.iter().map(String::as_str)).chain(["count"]);
        let mut rows = vec![header.map(str::to_owned).collect()];
        for table in &self.tables {
            for cell in &table.cells {
                let mut row = cells::csv_row(&attributes, &table.attributes, &cell.categories);
                row.push(cell.count.to_string());
                rows.push(row);
            }
        }
        csv_text(rows)
    }
}

impl CountedTable {
    fn new(schema: &Schema, table: &Table) -> Self {
        let cells = cells::categories(schema, table.attributes()).zip(table.counts());
        Self {
            attributes: tables::names(schema, table.attributes()),
            cells: cells.map(|(categories, &count)| CountedCell { categories, count }).collect(),
        }
    }

    fn counted(&self, schema: &Schema, attributes: &[usize], n: u64) -> Result<Table, Error> {
        let order = cells::categories(schema, attributes);
        let position: HashMap<Vec<String>, usize> = order.zip(0..).collect();
        let mut counts = vec![None; position.len()];
        for cell in &self.cells {
            let &at = position.get(&cell.categories).ok_or_else(|| self.refused(cell, "is no cell"))?;
            if counts[at].replace(cell.count).is_some() {
                return Err(self.refused(cell, "comes twice"));
            }
        }
        let counts: Vec<u64> = counts.into_iter().map(Option::unwrap_or_default).collect();
        let total = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        if total != Some(n) {
            let message =
                format!("the cells of table {:?} do not add up to n = {n}", self.attributes.join(","));
            return Err(Error::new("invalid-counts", message));
        }
        Table::from_counts(schema, attributes, counts)
    }

    fn refused(&self, cell: &CountedCell, why: &str) -> Error {
        let table = self.attributes.join(",");
        Error::new("invalid-counts", format!("{:?} {why} of table {table:?}", cell.categories))
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for table in &self.tables {
            let mut grid = Grid::new(table.attributes.clone(), &["count"]);
            for cell in &table.cells {
                grid.push(cell.categories.iter().cloned().chain([grouped(cell.count)]).collect());
            }
            writeln!(f, "{} ({} reports)\n{grid}", table.attributes.join(" × "), grouped(self.n))?;
        }
        Ok(())
    }
}

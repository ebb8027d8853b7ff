//! Weighted estimates of tables.
//!
//! ```json
//! {"confidence":0.95,"tables":[{"attributes":["smoker"],"n":4000,"effective":3000.0,"cells":[{"categories":["no"],
//!   "estimate":0.67,"standard_error":0.011,"replicated":0.011,"lower":0.645,"upper":0.688,"shown":0.67}]}]}
//! ```
//!
//! `effective` is the effective sample size; `replicated`, the standard error by replicates, is present where it was asked for; `shown`, as in
//! [estimates](crate::estimates), is the estimate for people, or null where there are too few reports.

use core::fmt;

use candor::count::Axes;
use candor::estimate::TOO_FEW;
use candor::inference::{Weighted, WeightedCell};
use serde::Serialize;

use super::Document;
use crate::cells;
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::{counted, level};

/// The document of weighted estimates.
#[derive(Serialize)]
pub struct WeightedTables {
    confidence: f64,
    tables: Vec<WeightedTable>,
}

#[derive(Serialize)]
struct WeightedTable {
    attributes: Vec<String>,
    n: u64,
    effective: f64,
    cells: Vec<Line>,
    #[serde(skip)]
    axes: Axes,
}

#[derive(Serialize)]
struct Line {
    #[serde(skip)]
    place: usize,
    categories: Vec<String>,
    #[serde(flatten)]
    cell: WeightedCell,
    shown: Option<f64>,
}

impl WeightedTables {
    /// A document without tables, with intervals of this confidence.
    #[must_use]
    pub fn new(confidence: f64) -> Self {
        Self { confidence, tables: Vec::new() }
    }

    /// Adds the estimates of a table over these axes, without the cells flagged in `left_out`.
    pub fn push(&mut self, axes: Axes, weighted: Weighted, left_out: &[bool]) {
        let line = |(place, cell): (usize, WeightedCell)| Line {
            place,
            categories: cells::row(&axes, place).collect(),
            shown: cell.readable(),
            cell,
        };
        let told = weighted.cells.into_iter().enumerate().filter(|(place, _)| !left_out[*place]);
        let cells = told.map(line).collect();
        let (attributes, n, effective) = (axes.names().to_vec(), weighted.n, weighted.effective);
        self.tables.push(WeightedTable { attributes, n, effective, cells, axes });
    }
}

impl Document for WeightedTables {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let confidence = format!("{} interval", level(self.confidence));
        for table in &self.tables {
            let replicated = table.cells.iter().any(|line| line.cell.replicated.is_some());
            let errors: &[&str] = if replicated { &["SE", "SE by replicates"] } else { &["SE"] };
            let numbers = [&["share"], errors, &[confidence.as_str()]].concat();
            let mut grid = Grid::new(table.attributes.iter().cloned(), &numbers);
            for Line { categories, cell, shown, .. } in &table.cells {
                let told = |number: f64| shown.map_or("–".to_owned(), |_| format!("{number:.4}"));
                let errors = [Some(cell.standard_error), cell.replicated].into_iter().flatten();
                let numbers = shown.or(Some(cell.estimate)).into_iter().chain(errors).map(told);
                let interval = format!("{:.4} to {:.4}", cell.lower, cell.upper);
                let interval = shown.map_or(TOO_FEW.to_owned(), |_| interval);
                grid.push(categories.iter().cloned().chain(numbers).chain([interval]).collect());
            }
            let name = table.attributes.join(" × ");
            let (reports, effective) = (counted(table.n, "report"), table.effective.round());
            writeln!(to, "{name} ({reports}, as many as {effective} of equal weight)\n{grid}")?;
        }
        Ok(())
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        let attributes = cells::csv_header(self.tables.iter().map(|table| table.axes.names()));
        let numbers = ["estimate", "standard_error", "replicated", "lower", "upper", "n", "effective"];
        let names = attributes.iter().map(String::as_str);
        to.row(["table"].into_iter().chain(names).chain(numbers))?;
        for table in &self.tables {
            for Line { place, cell, .. } in &table.cells {
                let replicated = cell.replicated.map_or(String::new(), |error| error.to_string());
                let [estimate, error, lower, upper, effective] =
                    [cell.estimate, cell.standard_error, cell.lower, cell.upper, table.effective]
                        .map(|number| number.to_string());
                let numbers = [estimate, error, replicated, lower, upper, table.n.to_string(), effective];
                let categories = table.axes.categories_of(*place);
                let row = cells::csv_row(&attributes, table.axes.names(), &categories);
                to.row(row.into_iter().chain(numbers))?;
            }
        }
        Ok(())
    }
}

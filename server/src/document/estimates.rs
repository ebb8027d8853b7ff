//! Estimates: tables of the true answers, every cell with its standard error and interval.
//!
//! ```json
//! {"n":10000,"confidence":0.95,"tables":[{"attributes":["smoker","age"],"method":"inverse",
//!   "condition":12.3,"cells":[{"categories":["no","[18,30)"],"estimate":0.12,
//!   "standard_error":0.004,"lower":0.112,"upper":0.128}]}],"warnings":[]}
//! ```

use core::fmt;

use candor::Error;
use candor::count::Table;
use candor::estimate::{self, Cell, Estimate};
use candor::plan::Plan;
use candor::schema::Schema;
use serde::Serialize;

use super::cells;
use crate::arguments::Format;
use crate::output::grid::Grid;
use crate::output::whisker::Axis;
use crate::output::{csv_text, grouped, json_text, printable};
use crate::{failure, tables};

/// The document.
#[derive(Serialize)]
pub struct Estimates {
    n: u64,
    confidence: f64,
    tables: Vec<EstimatedTable>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct EstimatedTable {
    attributes: Vec<String>,
    method: &'static str,
    condition: f64,
    cells: Vec<EstimatedCell>,
}

#[derive(Serialize)]
struct EstimatedCell {
    categories: Vec<String>,
    estimate: f64,
    standard_error: f64,
    lower: f64,
    upper: f64,
}

impl Estimates {
    /// The inverse estimates of counted tables.
    ///
    /// The first `named` tables were asked for by name: when the plan's law hides one of them, that is
    /// an error. Any other such table is left out with a warning.
    ///
    /// # Errors
    /// `empty-sample`, `unidentifiable-table`, `invalid-confidence`.
    pub fn inverse(plan: &Plan, counted: &[Table], named: usize, confidence: f64) -> Result<Self, Error> {
        let n = counted.first().map_or(0, Table::total);
        let mut estimates = Self { n, confidence, tables: Vec::new(), warnings: Vec::new() };
        for (position, table) in counted.iter().enumerate() {
            let name = tables::name(plan.schema(), table.attributes());
            match estimate::inverse(plan.law(), table, confidence) {
                Ok(estimate) => estimates.push(plan.schema(), &name, &estimate),
                Err(error) if position >= named && error.code() == "unidentifiable-table" => {
                    estimates.warnings.push(format!("table {name:?} is left out: {error}"));
                }
                Err(error) => return Err(failure::at(format_args!("table {name:?}"), &error)),
            }
        }
        Ok(estimates)
    }

    fn push(&mut self, schema: &Schema, name: &str, estimate: &Estimate) {
        let warning = estimate.warning().map(|warning| format!("table {name:?}: {warning}"));
        self.warnings.extend(warning);
        self.tables.push(EstimatedTable::new(schema, estimate));
    }

    /// What a reader should know before trusting a number.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The estimates in the format asked for.
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
        let numbers = ["estimate", "standard_error", "lower", "upper", "confidence", "n", "condition"];
        let header = ["table"].into_iter().chain(attributes.iter().map(String::as_str)).chain(numbers);
        let mut rows = vec![header.map(str::to_owned).collect()];
        for table in &self.tables {
            for cell in &table.cells {
                let mut row = cells::csv_row(&attributes, &table.attributes, &cell.categories);
                row.extend(cell.numbers().map(|number| number.to_string()));
                row.extend([self.confidence.to_string(), self.n.to_string(), table.condition.to_string()]);
                rows.push(row);
            }
        }
        csv_text(rows)
    }
}

impl EstimatedTable {
    fn new(schema: &Schema, estimate: &Estimate) -> Self {
        let cells = cells::categories(schema, estimate.attributes()).zip(estimate.cells());
        Self {
            attributes: tables::names(schema, estimate.attributes()),
            method: "inverse",
            condition: estimate.condition(),
            cells: cells.map(|(categories, cell)| EstimatedCell::new(categories, cell)).collect(),
        }
    }

    fn grid(&self) -> Grid {
        let axis = Axis::around(self.cells.iter().map(|cell| (cell.lower, cell.upper)), WHISKER);
        let mut grid = Grid::new(self.attributes.clone(), &["estimate", "± s.e.", "from", "to", ""]);
        for cell in &self.cells {
            let percents = cell.numbers().map(percent);
            let whisker = axis.whisker(cell.lower, cell.estimate, cell.upper);
            grid.push(cell.categories.iter().cloned().chain(percents).chain([whisker]).collect());
        }
        grid
    }
}

/// The width of a whisker plot, in characters.
const WHISKER: usize = 40;

impl EstimatedCell {
    fn new(categories: Vec<String>, cell: &Cell) -> Self {
        let Cell { estimate, standard_error, lower, upper } = *cell;
        Self { categories, estimate, standard_error, lower, upper }
    }

    fn numbers(&self) -> [f64; 4] {
        [self.estimate, self.standard_error, self.lower, self.upper]
    }
}

impl fmt::Display for Estimates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = grouped(self.n);
        for table in &self.tables {
            let name = table.attributes.join(" × ");
            let confidence = format!("{}% intervals", (self.confidence * 1e6).round() / 1e4);
            writeln!(f, "{name} ({n} reports, {confidence}, condition {:.3})", table.condition)?;
            writeln!(f, "{}", table.grid())?;
        }
        Ok(())
    }
}

fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

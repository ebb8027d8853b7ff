//! Weighted estimates of tables.
//!
//! ```json
//! {"confidence":0.95,"tables":[{"attributes":["smoker"],"n":4000,"effective":3000.0,"cells":[{"categories":["no"],
//!   "estimate":0.67,"standard_error":0.011,"replicated":0.011,"lower":0.645,"upper":0.688,"shown":0.67}]}]}
//! ```
//!
//! `effective` is the effective sample size; `replicated`, the standard error by replicates, is present where it was asked for; `shown`, as in
//! [estimates](crate::estimates), is the estimate for people, or null where there are too few reports. Where shares are within groups, a table has
//! `given`, `valid` if shares are of valid answers, and `differences`, as estimates have.

use core::fmt;

use candor::Error;
use candor::count::Axes;
use candor::estimate::{Options, TOO_FEW};
use candor::inference::{
    Grouping, Raking, ReportClass, Weighted, WeightedCell, WeightedDifference, WeightedGroups,
};
use candor::plan::Plan;
use serde::Serialize;

use super::Document;
use crate::cells;
use crate::groups::{Groups, group_of, within_groups};
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::{level, of_reports};

/// The document of weighted estimates.
#[derive(Serialize)]
pub struct WeightedTables {
    confidence: f64,
    tables: Vec<WeightedTable>,
    #[serde(skip)]
    groups: Groups,
}

#[derive(Serialize)]
struct WeightedTable {
    attributes: Vec<String>,
    n: u64,
    effective: f64,
    #[serde(flatten)]
    grouped: Option<Grouped>,
    cells: Vec<Line>,
    #[serde(skip)]
    axes: Axes,
}

/// What a table of shares within groups has besides.
#[derive(Serialize)]
struct Grouped {
    given: Vec<String>,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    valid: bool,
    differences: Vec<LineOfDifference>,
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

#[derive(Serialize)]
struct LineOfDifference {
    reference: Vec<String>,
    #[serde(flatten)]
    line: Line,
}

impl WeightedTables {
    /// A document without tables, with intervals of this confidence, of shares within these groups.
    #[must_use]
    pub fn new(confidence: f64, groups: Groups) -> Self {
        Self { confidence, tables: Vec::new(), groups }
    }

    /// Estimates a table over these axes from classes of its reports, weighted to these margins, and adds it.
    ///
    /// # Errors
    /// Those of [`Weighted::new`] and of [`WeightedGroups::new`], naming the table.
    pub fn estimate(
        &mut self,
        plan: &Plan,
        axes: &Axes,
        classes: &[ReportClass],
        margins: &Raking,
    ) -> Result<(), Error> {
        let options = Options::default().confidence(self.confidence);
        let found = if self.groups.are_none() {
            Weighted::new(plan, classes, margins, &options)
                .map(|weighted| self.push(axes, weighted, |_| true))
        } else {
            self.within_groups(plan, classes, margins, &options).map(|within| self.push_groups(axes, within))
        };
        found.map_err(|error| error.at(format_args!("table {:?}", axes.names().join(","))))
    }

    fn within_groups(
        &self,
        plan: &Plan,
        classes: &[ReportClass],
        margins: &Raking,
        options: &Options,
    ) -> Result<WeightedGroups, Error> {
        let (given, reference) = self.groups.positions(plan.table_schema())?;
        let grouping = Grouping { given: &given, reference, among_answers: self.groups.valid };
        WeightedGroups::new(plan, classes, margins, grouping, options)
    }

    /// Adds the estimates of a table over these axes, with the cells that are told.
    pub fn push(&mut self, axes: &Axes, weighted: Weighted, is_told: impl Fn(usize) -> bool) {
        let Weighted { n, effective, cells, .. } = weighted;
        self.add(axes, (n, effective), &cells, None, is_told);
    }

    fn push_groups(&mut self, axes: &Axes, within: WeightedGroups) {
        let WeightedGroups { n, effective, cells, members, differences, .. } = within;
        let difference = |own: WeightedDifference| LineOfDifference {
            reference: cells::row(axes, own.reference).collect(),
            line: Line::new(axes, own.cell, own.difference, own.readable()),
        };
        let grouped = Grouped {
            given: self.groups.given.clone(),
            valid: self.groups.valid,
            differences: differences.into_iter().map(difference).collect(),
        };
        self.add(axes, (n, effective), &cells, Some(grouped), |place| members[place]);
    }

    fn add(
        &mut self,
        axes: &Axes,
        (n, effective): (u64, f64),
        cells: &[WeightedCell],
        grouped: Option<Grouped>,
        is_told: impl Fn(usize) -> bool,
    ) {
        let told = cells.iter().enumerate().filter(|(place, _)| is_told(*place));
        let cells = told.map(|(place, cell)| Line::new(axes, place, *cell, cell.readable())).collect();
        let (attributes, axes) = (axes.names().to_vec(), axes.clone());
        self.tables.push(WeightedTable { attributes, n, effective, grouped, cells, axes });
    }
}

impl Line {
    fn new(axes: &Axes, place: usize, cell: WeightedCell, shown: Option<f64>) -> Self {
        Self { place, categories: cells::row(axes, place).collect(), cell, shown }
    }

    /// The categories and numbers of a row for people.
    fn row(&self) -> Vec<String> {
        let Self { categories, cell, shown, .. } = self;
        let told = |number: f64| shown.map_or("–".to_owned(), |_| format!("{number:.4}"));
        let errors = [Some(cell.standard_error), cell.replicated].into_iter().flatten();
        let numbers = shown.or(Some(cell.estimate)).into_iter().chain(errors).map(told);
        let interval = format!("{:.4} to {:.4}", cell.lower, cell.upper);
        let interval = shown.map_or(TOO_FEW.to_owned(), |_| interval);
        categories.iter().cloned().chain(numbers).chain([interval]).collect()
    }
}

impl WeightedTable {
    /// The attributes that form groups.
    fn given(&self) -> &[String] {
        self.grouped.as_ref().map_or(&[], |grouped| &grouped.given)
    }

    /// The name for people: `smoker × age`, or `smoker within each age`.
    fn name(&self) -> String {
        within_groups(
            &self.attributes,
            self.given(),
            self.grouped.as_ref().is_some_and(|grouped| grouped.valid),
        )
    }

    fn grid(&self, number: &str, confidence: f64, lines: &[&Line]) -> Grid {
        let interval = format!("{} interval", level(confidence));
        let replicated = lines.iter().any(|line| line.cell.replicated.is_some());
        let errors: &[&str] = if replicated { &["SE", "SE by replicates"] } else { &["SE"] };
        let numbers = [&[number], errors, &[interval.as_str()]].concat();
        let mut grid = Grid::new(self.attributes.iter().cloned(), &numbers);
        lines.iter().for_each(|line| grid.push(line.row()));
        grid
    }

    /// The differences from the reference group.
    fn differences(&self) -> &[LineOfDifference] {
        self.grouped.as_ref().map_or(&[], |grouped| &grouped.differences)
    }
}

impl Document for WeightedTables {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        for table in &self.tables {
            let reports = of_reports(table.n, Some(table.effective));
            let grid = table.grid("share", self.confidence, &table.cells.iter().collect::<Vec<_>>());
            writeln!(to, "{} ({reports})\n{grid}", table.name())?;
            let Some(first) = table.differences().first() else { continue };
            let categories = first.reference.iter().map(String::as_str);
            let group = group_of(&table.attributes, categories, table.given());
            let lines: Vec<&Line> = table.differences().iter().map(|own| &own.line).collect();
            let grid = table.grid("difference", self.confidence, &lines);
            writeln!(to, "differences from {} ({})\n{grid}", group, table.given().join(" × "))?;
        }
        Ok(())
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        let attributes = cells::csv_header(self.tables.iter().map(|table| table.axes.names()));
        let numbers = ["estimate", "standard_error", "replicated", "lower", "upper", "n", "effective"];
        let given: &[&str] = if self.groups.are_none() { &[] } else { &["given"] };
        let names = attributes.iter().map(String::as_str);
        to.row(["table"].into_iter().chain(names).chain(numbers).chain(given.iter().copied()))?;
        for table in &self.tables {
            for Line { place, cell, .. } in &table.cells {
                let replicated = cell.replicated.map_or(String::new(), |error| error.to_string());
                let [estimate, error, lower, upper, effective] =
                    [cell.estimate, cell.standard_error, cell.lower, cell.upper, table.effective]
                        .map(|number| number.to_string());
                let numbers = [estimate, error, replicated, lower, upper, table.n.to_string(), effective];
                let categories = table.axes.categories_of(*place);
                let row = cells::csv_row(&attributes, table.axes.names(), &categories);
                let given = given.iter().map(|_| table.given().join(","));
                to.row(row.into_iter().chain(numbers).chain(given))?;
            }
        }
        Ok(())
    }
}

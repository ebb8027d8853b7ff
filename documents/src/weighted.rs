//! Weighted estimates of tables.
//!
//! ```json
//! {"confidence":0.95,"tables":[{"attributes":["smoker"],"n":4000,"effective":3000.0,"cells":[{"categories":["no"],
//!   "estimate":0.67,"standard_error":0.011,"replicated":0.011,"lower":0.645,"upper":0.688,"shown":0.67}]}]}
//! ```
//!
//! `effective` is the effective sample size; `replicated`, the standard error by replicates, is present where it was asked for; `shown`, as in
//! [estimates](crate::estimates), is the estimate for people, or null where there are too few reports. Where shares are within groups, a table has
//! `given`, `valid` if shares are of valid answers, and `differences`, as estimates have. A table of best guesses has `"method":"loglinear"`, and cells with the
//! `standard_error` null.

use core::fmt;

use candor::count::Axes;
use candor::estimate::{Cell, Options, Reconstruction, TOO_FEW};
use candor::inference::{
    Grouping, Raking, ReportClass, Weighted, WeightedCell, WeightedDifference, WeightedGroups,
};
use candor::loglinear::BestGuess;
use candor::plan::Plan;
use candor::{Code, Error};
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

/// Whether weighted tables are best guesses by this method, rather than unbiased.
///
/// # Errors
/// `unknown-method` for all but `inverse` and `loglinear`.
pub fn is_best_guess(method: &str) -> Result<bool, Error> {
    match method {
        "inverse" => Ok(false),
        "loglinear" => Ok(true),
        other => {
            let message = format!("weighted tables are estimated by inverse or loglinear, not by {other:?}");
            Err(Error::new(Code::UnknownMethod, message))
        }
    }
}

#[derive(Serialize)]
struct WeightedTable {
    attributes: Vec<String>,
    n: u64,
    effective: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
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
    told: Told,
}

/// What is told of a share or a difference.
#[derive(Serialize, Clone, Copy)]
struct Told {
    estimate: f64,
    standard_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replicated: Option<f64>,
    lower: f64,
    upper: f64,
    shown: Option<f64>,
}

impl From<WeightedCell> for Told {
    fn from(cell: WeightedCell) -> Self {
        let WeightedCell { estimate, standard_error, replicated, lower, upper, .. } = cell;
        let (standard_error, shown) = (Some(standard_error), cell.readable());
        Self { estimate, standard_error, replicated, lower, upper, shown }
    }
}

impl From<WeightedDifference> for Told {
    fn from(of: WeightedDifference) -> Self {
        Self { shown: of.readable(), ..of.difference.into() }
    }
}

/// A best guess.
impl From<Cell> for Told {
    fn from(cell: Cell) -> Self {
        let Cell { estimate, standard_error, lower, upper, .. } = cell;
        Self { estimate, standard_error, replicated: None, lower, upper, shown: cell.readable() }
    }
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

    /// Estimates a table over these axes from classes of its reports, weighted to these margins, and adds it; its best guess where the guess of all tables is given.
    ///
    /// # Errors
    /// Those of [`Weighted::new`] and of [`WeightedGroups::new`], naming the table.
    pub fn estimate(
        &mut self,
        plan: &Plan,
        axes: &Axes,
        (classes, margins): (&[ReportClass], &Raking),
        guess: Option<&BestGuess>,
    ) -> Result<(), Error> {
        let options = Options::default().confidence(self.confidence);
        let guessed = guess.and_then(|guess| {
            let attributes = axes.attributes();
            Some((guess.table(attributes)?, BestGuess::reason(attributes.len())))
        });
        let found = if self.groups.are_none() {
            Weighted::new(plan, classes, margins, &options)
                .map(|weighted| self.add_weighted(axes, weighted, guessed, |_| true))
        } else {
            self.within_groups(plan, classes, margins, &options)
                .map(|within| self.add_groups(axes, within, guessed))
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
        self.add_weighted(axes, weighted, None, is_told);
    }

    /// The same with a best guess, if there is one.
    fn add_weighted(
        &mut self,
        axes: &Axes,
        weighted: Weighted,
        guessed: Option<Guessed>,
        is_told: impl Fn(usize) -> bool,
    ) {
        let (n, effective) = (weighted.n, weighted.effective);
        let (cells, reason) = match guessed {
            Some((shares, reason)) => (all_told(weighted.guessed(&shares)), Some(reason)),
            None => (all_told(weighted.cells), None),
        };
        self.add(axes, (n, effective, reason), cells, None, is_told);
    }

    fn add_groups(&mut self, axes: &Axes, within: WeightedGroups, guessed: Option<Guessed>) {
        let (cells, differences) = match &guessed {
            Some((shares, _)) => {
                let (cells, differences) = within.guessed(shares);
                (all_told(cells), all_told(differences))
            }
            None => (all_told(within.cells), all_told(within.differences.clone())),
        };
        let difference = |(own, told): (&WeightedDifference, Told)| LineOfDifference {
            reference: cells::row(axes, own.reference).collect(),
            line: Line::new(axes, own.cell, told),
        };
        let grouped = Grouped {
            given: self.groups.given.clone(),
            valid: self.groups.valid,
            differences: within.differences.iter().zip(differences).map(difference).collect(),
        };
        let of = (within.n, within.effective, guessed.map(|(_, reason)| reason));
        self.add(axes, of, cells, Some(grouped), |place| within.members[place]);
    }

    fn add(
        &mut self,
        axes: &Axes,
        (n, effective, reason): (u64, f64, Option<String>),
        cells: Vec<Told>,
        grouped: Option<Grouped>,
        is_told: impl Fn(usize) -> bool,
    ) {
        let told = cells.into_iter().enumerate().filter(|(place, _)| is_told(*place));
        let cells = told.map(|(place, told)| Line::new(axes, place, told)).collect();
        let method = reason.as_ref().map(|_| Reconstruction::LogLinear.to_string());
        let (attributes, axes) = (axes.names().to_vec(), axes.clone());
        self.tables.push(WeightedTable { attributes, n, effective, method, reason, grouped, cells, axes });
    }
}

/// The best guess of a table's shares, and what readers should know of it.
type Guessed = (Vec<f64>, String);

fn all_told(of: Vec<impl Into<Told>>) -> Vec<Told> {
    of.into_iter().map(Into::into).collect()
}

impl Line {
    fn new(axes: &Axes, place: usize, told: Told) -> Self {
        Self { place, categories: cells::row(axes, place).collect(), told }
    }

    /// The categories and numbers of a row for people.
    fn row(&self) -> Vec<String> {
        let Self {
            categories, told: Told { estimate, standard_error, replicated, lower, upper, shown }, ..
        } = self;
        let number = |number: f64| shown.map_or("–".to_owned(), |_| format!("{number:.4}"));
        let errors = [*standard_error, *replicated].into_iter().flatten();
        let numbers = shown.or(Some(*estimate)).into_iter().chain(errors).map(number);
        let interval = format!("{lower:.4} to {upper:.4}");
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
        let has = |error: fn(&Told) -> Option<f64>| lines.iter().any(|line| error(&line.told).is_some());
        let errors: &[&str] = match [has(|told| told.standard_error), has(|told| told.replicated)] {
            [false, _] => &[],
            [true, false] => &["SE"],
            [true, true] => &["SE", "SE by replicates"],
        };
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
            writeln!(to, "{} ({reports})", table.name())?;
            if let Some(reason) = &table.reason {
                writeln!(to, "{reason}")?;
            }
            writeln!(to, "{grid}")?;
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
            for Line { place, told, .. } in &table.cells {
                let error = |error: Option<f64>| error.map_or(String::new(), |error| error.to_string());
                let [error, replicated] = [told.standard_error, told.replicated].map(error);
                let [estimate, lower, upper, effective] =
                    [told.estimate, told.lower, told.upper, table.effective].map(|number| number.to_string());
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

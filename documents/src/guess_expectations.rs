//! The expected errors of a design for the best guess, with those of the default design for the same tables.

use core::fmt;

use candor::design::{ForBestGuess, Survey};
use serde::Serialize;

use crate::text::counted;
use crate::text::grid::Grid;

/// The expected errors of the best guess of all tables of one and two questions together, and of the unbiased tables.
#[derive(Serialize)]
pub struct GuessExpectations {
    /// What the survey is read as.
    reads: String,
    respondents: u64,
    /// The number of cells of all tables to be read.
    #[serde(skip)]
    cells: f64,
    /// The largest `objective` in multiples of the default design's.
    error_ratio: f64,
    /// The expected total squared error of the best guess of the tables, under its prior.
    risk: f64,
    /// A lower bound on that error for any protocol with this record ε.
    bound: f64,
    /// How far the error is at most above that of the best mixture searched whose unbiased tables are within the limit, relative to that;
    /// absent where there was no search.
    gap: Option<f64>,
    /// The number of respondents times the expected total squared error of the unbiased tables, with uniform true shares.
    objective: f64,
    default: OfDefault,
}

/// The same errors of the default design.
#[derive(Serialize)]
struct OfDefault {
    risk: f64,
    objective: f64,
}

impl GuessExpectations {
    /// Computes them for a design and the tables of a survey.
    #[must_use]
    pub fn of(survey: &Survey, told: &ForBestGuess) -> Self {
        let sizes = survey.schema().sizes();
        let cells = |table: &Vec<usize>| table.iter().map(|&i| f64::from(sizes[i])).product::<f64>();
        Self {
            reads: survey.reads().to_string(),
            respondents: survey.respondents().unwrap_or_default(),
            cells: survey.tables_to_read().iter().map(cells).sum(),
            error_ratio: told.error_ratio,
            risk: told.risk,
            bound: told.risk_bound,
            gap: told.gap,
            objective: told.error,
            default: OfDefault { risk: told.default_risk, objective: told.default_error },
        }
    }

    /// The error of a cell, root mean square over all tables, in percent and rounded outward.
    fn of_cell(&self, squared: f64, rounded: fn(f64) -> f64) -> String {
        format!("{:.2}", rounded(1e4 * (squared / self.cells).sqrt()) / 100.0)
    }
}

impl fmt::Display for GuessExpectations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let respondents = counted(self.respondents, "respondent");
        writeln!(
            f,
            "designed for the best guess of all tables together, with {respondents}: expected error"
        )?;
        writeln!(f, "of a cell, in percent, root mean square over the tables to be read\n")?;
        #[allow(clippy::cast_precision_loss, reason = "an error needs few digits")]
        let each = |objective: f64| objective / self.respondents as f64;
        let mut grid = Grid::new([String::new()], &["best guess", "unbiased tables"]);
        let mut row = |name: &str, risk: f64, objective: f64| {
            let [risk, objective] = [risk, each(objective)].map(|squared| self.of_cell(squared, f64::ceil));
            grid.push(vec![name.to_owned(), risk, objective]);
        };
        row("this design", self.risk, self.objective);
        row("default design", self.default.risk, self.default.objective);
        grid.push(vec!["bound".to_owned(), self.of_cell(self.bound, f64::floor), "as above".to_owned()]);
        writeln!(f, "{grid}")?;
        writeln!(
            f,
            "  best guess       under its prior: most pairs of questions hardly depend on one another"
        )?;
        let ratio = self.objective / self.default.objective;
        writeln!(
            f,
            "  unbiased tables  {ratio:.4} times the default design's squared error, at most {}",
            self.error_ratio
        )
    }
}

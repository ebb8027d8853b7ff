//! Estimates: tables of the true shares, with the standard error and interval of every cell.
//!
//! ```json
//! {"n":10000,"confidence":0.95,"tables":[{"attributes":["smoker","age"],"method":"inverse",
//!   "condition":12.3,"influence":0.0004,"cells":[{"categories":["no","[18,30)"],"estimate":0.12,
//!   "standard_error":0.004,"lower":0.112,"upper":0.128,"fragility":{"worst_label":21,"label_as_drawn":32,"liars":91},"shown":0.12}]}],"warnings":[]}
//! ```
//!
//! `estimate` is unbiased where the method is, and may then lie outside of \[0, 1\]. `shown` is the number to show to people: the estimate within
//! its interval, or null where there are too few reports ([`candor::estimate::Cell::readable`]).
//! The method `loglinear` has no standard errors: `standard_error` is then null.
//!
//! `fragility` of a cell or difference counts the forged reports that would move the unbiased estimate by half its interval: all with the
//! `worst_label`, with a `label_as_drawn`, or people who follow the protocol and lie (`liars`); null where all reports together do not.
//!
//! Where the `population` is given, a cell also has `standard_error_noise` and `standard_error_sampling`, whose squares add
//! up to that of its standard error.
//! A checked best guess has `beyond_pairs`: the test of whether there are effects of three or more attributes together, as in a document of tests, with
//! `difference`, `expected_difference` and `effect` ([`candor::inference::BeyondPairs`]).
//! Where asked for, a table also has `reason`, `convergence`, `given` and `differences` (its cells are
//! then shares within groups) and `covariance`, for any reconstruction.

mod asked;
mod guess;
pub mod merged;
mod rows;
mod table;
mod text;
mod written;

use core::fmt;

use candor::count::Table;
use candor::estimate::{self, Errors, Estimate};
use candor::inference::beyond_pairs;
use candor::loglinear::BestGuess;
use candor::plan::Plan;
use candor::{Code, Error};
use serde::Serialize;

pub use self::asked::Asked;
pub use self::guess::{counted_for_check, counted_for_guess, for_table, guess, takes_guess};
use self::rows::Rows;
pub use self::table::EstimatedTable;
use self::written::Written;
use super::Document;
use crate::sheet::Sheet;

/// The document of estimates.
#[derive(Serialize)]
pub struct Estimates {
    n: u64,
    confidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    population: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    simultaneous: Option<String>,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    consistent: bool,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    robust: bool,
    tables: Vec<EstimatedTable>,
    warnings: Vec<String>,
    #[serde(skip)]
    all_rows: bool,
}

impl Estimates {
    /// The estimates of counted tables; with a best guess of the same reports, if the method takes one ([`guess`]).
    ///
    /// The first `named` tables were asked for by name: it is an error if the plan's law hides one of them, or it does not contain the
    /// groups. Any other such table is left out with a warning.
    ///
    /// # Errors
    /// Those of [`estimate::Estimation`] and [`Errors`].
    pub fn new(
        plan: &Plan,
        counted: Vec<Table>,
        named: usize,
        asked: &Asked,
        guess: Option<&BestGuess>,
    ) -> Result<Self, Error> {
        let mut estimates = Self {
            n: counted.first().map_or(0, Table::total),
            confidence: asked.options.confidence,
            population: asked.options.population,
            simultaneous: asked.options.simultaneous.map(|intervals| intervals.to_string()),
            consistent: asked.consistent,
            robust: asked.options.robust,
            tables: Vec::new(),
            warnings: Vec::new(),
            all_rows: asked.all_rows,
        };
        let mut errors = Vec::new();
        for (position, table) in counted.into_iter().enumerate() {
            let name = table.axes().names()[..table.asked()].join(",");
            match EstimatedTable::new(plan, table, asked, guess) {
                Ok((table, of_table)) => {
                    estimates.push(&name, table);
                    errors.push(of_table);
                }
                Err(error) if position >= named && concerns_one_table(&error) => {
                    estimates.warnings.push(format!("table {name:?} is left out: {error}"));
                }
                Err(error) => return Err(error.at(format_args!("table {name:?}"))),
            }
        }
        if asked.consistent {
            estimates.make_consistent(plan, errors, asked)?;
        }
        Ok(estimates)
    }

    fn push(&mut self, name: &str, table: EstimatedTable) {
        let misfit = table.misfit().map(ToString::to_string);
        let warnings = misfit.into_iter().chain(table.estimate().warning());
        self.warnings.extend(warnings.map(|warning| format!("table {name:?}: {warning}")));
        self.tables.push(table);
    }

    fn make_consistent(
        &mut self,
        plan: &Plan,
        errors: Vec<Option<Errors<'_>>>,
        asked: &Asked,
    ) -> Result<(), Error> {
        let apart: Vec<Estimate> = self.tables.iter().map(|table| table.estimate().clone()).collect();
        let agreed = estimate::consistent(&apart);
        for ((table, errors), estimate) in self.tables.iter_mut().zip(errors).zip(agreed) {
            table.move_to(plan, estimate, errors, asked)?;
        }
        Ok(())
    }

    /// Adds to these tables, best guesses of three or more attributes, how far their unbiased estimates differ from what their pairs imply.
    ///
    /// # Errors
    /// Those of [`beyond_pairs`].
    pub fn check(
        &mut self,
        plan: &Plan,
        counted: Vec<Table>,
        guess: &BestGuess,
        asked: &Asked,
    ) -> Result<(), Error> {
        for table in counted {
            let (name, attributes) = (table.axes().names().join(","), table.axes().attributes().to_vec());
            let found = beyond_pairs(plan, table, guess, &asked.options)
                .map_err(|error| error.at(format_args!("table {name:?}")))?;
            let own = self.tables.iter_mut().find(|own| own.axes().attributes() == attributes);
            if let Some(own) = own {
                own.beyond_pairs = Some(found);
            }
        }
        Ok(())
    }

    /// The number of reports.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The confidence of the intervals.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &[EstimatedTable] {
        &self.tables
    }

    /// The number of cells of all tables, and of their covariances.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.tables.iter().map(EstimatedTable::numbers).sum()
    }

    /// Warnings that a reader should know before trusting a number.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

impl Document for Estimates {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        self.text(to)
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        let tables: Vec<_> = self.tables.iter().map(Written::in_its_own).collect();
        let (n, confidence, in_parts) = (self.n, self.confidence, self.population.is_some());
        Rows { n, confidence, in_parts, tables: &tables }.write(to)
    }
}

fn concerns_one_table(error: &Error) -> bool {
    matches!(error.code(), Code::UnidentifiableTable | Code::InvalidGroups)
}

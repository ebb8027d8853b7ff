//! What a design lets one expect of the tables to be read, beside other ways to spend the same record ε.

use core::fmt;

use candor::design::analysis::{best_split, expected_squared_error};
use candor::design::{Design, Levels, Method, Options, Survey, independent};
use candor::law::Law;
use serde::Serialize;

use crate::output::grid::Grid;

/// Tables listed for people; the JSON document holds all of them.
const SHOWN: usize = 20;

/// The expected standard error of a cell of every table to be read, for a number of respondents.
#[derive(Serialize)]
pub struct Expectations {
    respondents: u64,
    tables: Vec<Expectation>,
}

/// Root mean square over the cells of a table, under a uniform truth; absent where it cannot be read.
#[derive(Serialize)]
struct Expectation {
    attributes: Vec<String>,
    standard_error: Option<f64>,
    independent: Option<f64>,
    smallest_record_epsilon: Option<f64>,
}

impl Expectations {
    /// Of a design, for the number of respondents its survey expects.
    #[must_use]
    pub fn of(survey: &Survey, design: &Design) -> Option<Self> {
        let respondents = survey.respondents()?;
        let tables = survey.tables_to_read();
        let (independent, smallest) = alternatives(survey, design, &tables);
        let expectation = |table: &Vec<usize>| {
            let error = |law: &Law| standard_error(law, table, respondents);
            Expectation {
                attributes: table
                    .iter()
                    .map(|&i| survey.schema().attributes()[i].name().to_owned())
                    .collect(),
                standard_error: error(design.law()),
                independent: independent.as_ref().and_then(error),
                smallest_record_epsilon: smallest.as_ref().and_then(error),
            }
        };
        Some(Self { respondents, tables: tables.iter().map(expectation).collect() })
    }
}

/// Independent perturbation with its best split, and the largest equal column levels, at the same record ε.
fn alternatives(survey: &Survey, design: &Design, tables: &[Vec<usize>]) -> (Option<Law>, Option<Law>) {
    let (sizes, record) = (survey.schema().sizes(), design.law().record_epsilon());
    let split = Levels::new(sizes.clone(), best_split(&sizes, tables, record));
    let independent = split.and_then(|levels| independent::law(&levels));
    let options = Options { method: Some(Method::Optimal), ..Options::default() };
    let smallest = Design::with_record_budget(&sizes, &vec![1.0; sizes.len()], record, options);
    (independent.ok(), smallest.ok().map(|design| design.law().clone()))
}

#[allow(clippy::cast_precision_loss, reason = "a standard error needs few digits")]
fn standard_error(law: &Law, table: &[usize], respondents: u64) -> Option<f64> {
    let cells: f64 = table.iter().map(|&i| f64::from(law.sizes()[i])).product();
    let error = (expected_squared_error(law, table) / (cells * respondents as f64)).sqrt();
    error.is_finite().then_some(error)
}

impl fmt::Display for Expectations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "expected standard error of a cell, in percent, with {} respondents\n",
            self.respondents
        )?;
        let mut grid = Grid::new(["table".to_owned()], &["this design", "independent", "smallest record ε"]);
        for table in self.tables.iter().take(SHOWN) {
            let errors = [table.standard_error, table.independent, table.smallest_record_epsilon];
            let percent = |error: Option<f64>| {
                error
                    .filter(|error| *error < 100.0)
                    .map_or("unreadable".to_owned(), |e| format!("{:.2}", 100.0 * e))
            };
            let name = table.attributes.join(" × ");
            grid.push([name].into_iter().chain(errors.map(percent)).collect());
        }
        write!(f, "{grid}")?;
        match self.tables.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "  and {more} more; --format json lists all"),
        }
    }
}

//! The respondents that it takes to find the differences that a survey names: for each the test of independence of `candor power`, with its
//! default power and level.
//!
//! ```json
//! [{"of":"smoker","answer":"yes","by":"age","groups":[{"answer":"18-29","size":0.3,"share":0.32},
//!   {"answer":"60+","size":0.4,"share":0.14}],"respondents":1200,"power":0.96}]
//! ```

use core::fmt;

use candor::design::{ComparisonRequest, GroupRequest, Survey};
use candor::inference::Hypothesis;
use candor::plan::Plan;
use candor::{Code, Error};
use serde::Serialize;

use crate::power_analysis::{Expected, Prospecting};
use crate::power_results::percent;
use crate::text::grid::Grid;
use crate::text::grouped;

/// The probability with which a difference is to be found.
const POWER: f64 = 0.8;

/// The level of its test.
const LEVEL: f64 = 0.05;

/// What it takes to find the differences that a survey names, in its order.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Findings {
    each: Vec<Finding>,
    /// The respondents that the survey expects.
    #[serde(skip)]
    respondents: Option<u64>,
}

#[derive(Serialize)]
struct Finding {
    #[serde(flatten)]
    comparison: ComparisonRequest,
    /// Whether the survey does not declare the table that shows it.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    undeclared: bool,
    /// The respondents with whom it is found; absent where no number is enough.
    respondents: Option<u64>,
    /// The probability of finding it with the respondents that the survey expects; absent where its table cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    power: Option<f64>,
}

impl Findings {
    /// What it takes under a survey's plan.
    ///
    /// # Errors
    /// Those of [`ComparisonRequest::expected`] where the plan asks other questions, and of [`Prospecting::compute`].
    pub fn of(survey: &Survey, plan: &Plan) -> Result<Self, Error> {
        let read = survey.estimands().all_tables();
        let each = survey.comparisons().iter().map(|comparison| {
            let (table, truth) = comparison.expected(plan.table_schema())?;
            // A plain column is in every report.
            let asked: Vec<usize> = table.into_iter().filter(|place| *place < plan.schema().len()).collect();
            let undeclared = !read.iter().any(|table| asked.iter().all(|place| table.contains(place)));
            let sought = Prospecting {
                table: vec![comparison.by.clone(), comparison.of.clone()],
                hypothesis: Hypothesis::Independence,
                expected: Expected::Truth(truth),
                groups: Vec::new(),
                power: POWER,
                level: LEVEL,
                respondents: survey.respondents(),
            };
            let (respondents, power) = match sought.compute(plan) {
                Ok(found) => found.of_plan(),
                Err(error) if error.code() == Code::UnidentifiableTable => (None, None),
                Err(error) => return Err(error),
            };
            Ok(Finding { comparison: comparison.clone(), undeclared, respondents, power })
        });
        Ok(Self { each: each.collect::<Result<_, Error>>()?, respondents: survey.respondents() })
    }

    /// Whether the survey names none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// The tables that show differences and that the survey does not declare, each once, as text.
    #[must_use]
    pub fn undeclared(&self) -> Vec<String> {
        let undeclared = self.each.iter().filter(|finding| finding.undeclared);
        let mut tables: Vec<String> = undeclared.map(|finding| finding.table()).collect();
        tables.sort_unstable();
        tables.dedup();
        tables
    }
}

impl Finding {
    /// `age × smoker`.
    fn table(&self) -> String {
        format!("{} × {}", self.comparison.by, self.comparison.of)
    }

    /// `smoker "yes": age "18-29" 32.0 %, "60+" 14.0 %`.
    fn written(&self) -> String {
        let ComparisonRequest { of, answer, by, groups } = &self.comparison;
        let [one, other] = groups
            .each_ref()
            .map(|GroupRequest { answer, share, .. }| format!("{answer:?} {}", percent(*share)));
        format!("{of} {answer:?}: {by} {one}, {other}")
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = self.respondents.map(|n| format!("power with {}", grouped(n)));
        let needed = format!("respondents for {}", percent(POWER));
        let numbers: Vec<&str> = [needed.as_str()].into_iter().chain(with.as_deref()).collect();
        let mut grid = Grid::new(["difference to find".to_owned()], &numbers);
        for finding in &self.each {
            let needed = finding.respondents.map_or("none is enough".to_owned(), grouped);
            let power = self.respondents.map(|_| finding.power.map_or("–".to_owned(), percent));
            grid.push([finding.written(), needed].into_iter().chain(power).collect());
        }
        write!(f, "{grid}")
    }
}

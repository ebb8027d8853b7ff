//! A request for tests of hypotheses.

use candor::count::Table;
use candor::estimate::{Options, Reconstruction};
use candor::inference::Hypothesis;
use candor::plan::Plan;
use candor::schema::Schema;
use candor::{Code, Error};
use serde::Deserialize;

use crate::hypothesis_tests::{Testing, every_pair};
use crate::tables::{Room, Selection};
use crate::test_results::Tests;
use crate::test_statistic::TestStatistic;

/// Which hypotheses are tested, and how.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TestRequest {
    /// Tables, each as names joined by commas.
    pub tables: Vec<String>,
    /// `independence`, `trend`, `tdt`, `fit`, `equality`, or `screen` for the independence of every pair.
    pub test: String,
    /// Scores for a trend.
    pub scores: Option<Vec<f64>>,
    /// The shares of a fit.
    pub shares: Vec<f64>,
    /// The reconstruction for the published statistic.
    pub method: String,
    /// The statistic of the calibrated p-value.
    pub statistic: String,
    /// The level of the test.
    pub level: f64,
    /// Whether reports of a label count at most as often as the plan draws it.
    pub robust: bool,
}

impl Default for TestRequest {
    fn default() -> Self {
        Self {
            tables: Vec::new(),
            test: "independence".to_owned(),
            scores: None,
            shares: Vec::new(),
            method: Options::default().reconstruction.to_string(),
            statistic: TestStatistic::default().name().to_owned(),
            level: 0.05,
            robust: false,
        }
    }
}

impl TestRequest {
    /// How tables are tested, checked.
    ///
    /// # Errors
    /// `invalid-confidence` for a level, and those of the texts.
    pub fn testing(&self) -> Result<Testing, Error> {
        let testing = Testing {
            statistic: self.statistic.parse()?,
            options: Options::default().reconstruction(self.method.parse()?).robust(self.robust),
            level: self.level,
            screen: self.is_screen(),
        };
        testing.check()?;
        Ok(testing)
    }

    /// The tables that have to be counted: with the questions that hang on theirs, if there is room for all and what is computed takes use of them.
    ///
    /// # Errors
    /// Those of [`every_pair`], [`Selection::new`] and [`TestRequest::testing`].
    pub fn selection(&self, schema: &Schema) -> Result<Selection, Error> {
        let wanted = if self.is_screen() { every_pair(schema)? } else { self.tables.clone() };
        let selection = Selection::new(schema, &wanted, false, Room::Own)?;
        let testing = self.testing()?;
        let inverse = testing.options.reconstruction == Reconstruction::Inverse;
        let takes_linked = inverse && testing.statistic == TestStatistic::Score;
        Ok(if takes_linked { selection.linked_within(schema, Room::Own) } else { selection })
    }

    /// Whether two surveys are compared, so that [`TestRequest::tested`] takes the tables of another one.
    #[must_use]
    pub fn is_of_two(&self) -> bool {
        self.test == "equality"
    }

    /// Tests the tables; for equality with those of another survey.
    ///
    /// # Errors
    /// `invalid-hypothesis` for a name that is none, and for equality without another survey; those of [`Testing::each`] and
    /// [`Testing::equality`].
    pub fn tested(
        &self,
        plan: &Plan,
        tables: Vec<Table>,
        other: Option<(&Plan, Vec<Table>)>,
    ) -> Result<Tests, Error> {
        let testing = self.testing()?;
        match (self.is_of_two(), other) {
            (true, Some(other)) => testing.equality((plan, tables), other),
            (true, None) => Err(refused(
                "equality compares two surveys: give --other-reports or --other-counts".to_owned(),
            )),
            (false, _) => testing.each(plan, tables, &self.hypothesis()?),
        }
    }

    fn is_screen(&self) -> bool {
        self.test == "screen"
    }

    fn hypothesis(&self) -> Result<Hypothesis, Error> {
        let name = if self.is_screen() { "independence" } else { &self.test };
        hypothesis(name, self.scores.clone(), self.shares.clone()).ok_or_else(|| {
            refused(format!("{:?} is none of independence, screen, trend, tdt, fit, equality", self.test))
        })
    }
}

/// The hypothesis about one table that a test of this name has; `None` for another name.
#[must_use]
pub fn hypothesis(test: &str, scores: Option<Vec<f64>>, shares: Vec<f64>) -> Option<Hypothesis> {
    match test {
        "independence" => Some(Hypothesis::Independence),
        "trend" => Some(Hypothesis::Trend { scores }),
        "tdt" => Some(Hypothesis::Transmission),
        "fit" => Some(Hypothesis::Fit { shares }),
        _ => None,
    }
}

fn refused(message: String) -> Error {
    Error::new(Code::InvalidHypothesis, message)
}

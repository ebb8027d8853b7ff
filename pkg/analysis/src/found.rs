//! Analyses of counts: estimates, tests and regressions, as the documents of the command line.

use candor::count::Table;
use candor::estimate::{Options, Simultaneous};
use candor::inference::Hypothesis;
use candor::plan::Plan;
use candor::{Code, Error};
use candor_documents::counts::from_json;
use candor_documents::estimates::{Asked, Estimates, takes_guess};
use candor_documents::hypothesis_tests::{Testing, every_pair};
use candor_documents::requests::{ModelRequest, hypothesis};
use candor_documents::tables::{Room, Selection, with_linked, without_linked};
use candor_documents::test_statistic::TestStatistic;
use serde::Deserialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::counting::joined;
use crate::guesses;
use crate::js::thrown;
use crate::value::{chosen, is_none_of, object, plan, written};

/// The options of `candor estimate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
struct Estimating {
    tables: Vec<Vec<String>>,
    method: String,
    confidence: f64,
    project: bool,
    consistent: bool,
    simultaneous: Option<String>,
    given: Vec<String>,
    reference: Vec<String>,
    valid: bool,
    covariance: bool,
    population: Option<u64>,
    robust: bool,
}

impl Default for Estimating {
    fn default() -> Self {
        let Options { reconstruction, confidence, .. } = Options::default();
        Self {
            tables: Vec::new(),
            method: reconstruction.to_string(),
            confidence,
            project: false,
            consistent: false,
            simultaneous: None,
            given: Vec::new(),
            reference: Vec::new(),
            valid: false,
            covariance: false,
            population: None,
            robust: false,
        }
    }
}

impl Estimating {
    fn parse(self) -> Result<Asked, Error> {
        let simultaneous = self.simultaneous.as_deref().map(str::parse::<Simultaneous>).transpose()?;
        let asked = Asked {
            options: Options::default()
                .reconstruction(self.method.parse()?)
                .confidence(self.confidence)
                .simultaneous(simultaneous)
                .project(self.project)
                .population(self.population)
                .robust(self.robust),
            consistent: self.consistent,
            given: self.given,
            reference: self.reference,
            valid: self.valid,
            covariance: self.covariance,
            ..Asked::default()
        };
        asked.options.check()?;
        Ok(asked)
    }
}

/// The options of `candor test`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
struct Tested {
    tables: Vec<Vec<String>>,
    test: String,
    scores: Option<Vec<f64>>,
    shares: Vec<f64>,
    method: String,
    statistic: String,
    level: f64,
    robust: bool,
}

impl Default for Tested {
    fn default() -> Self {
        let method = Options::default().reconstruction.to_string();
        let (tables, shares) = (Vec::new(), Vec::new());
        let (test, statistic) = ("independence".to_owned(), TestStatistic::default().name().to_owned());
        Self { tables, test, scores: None, shares, method, statistic, level: 0.05, robust: false }
    }
}

impl Tested {
    /// The hypothesis about one table; `None` where two surveys are compared.
    fn hypothesis(&self) -> Result<Option<Hypothesis>, Error> {
        match self.test.as_str() {
            "screen" => Ok(Some(Hypothesis::Independence)),
            "equality" => Ok(None),
            test => {
                let hypothesis = hypothesis(test, self.scores.clone(), self.shares.clone());
                let is_none = || is_none_of(test, "independence, screen, trend, tdt, fit, equality");
                hypothesis.ok_or_else(is_none).map(Some)
            }
        }
    }

    fn tables(&self, plan: &Plan, counts: &str) -> Result<Vec<Table>, Error> {
        let names =
            if self.test == "screen" { every_pair(plan.table_schema())? } else { joined(&self.tables) };
        Selection::new(plan.table_schema(), &names, false, Room::Own)?
            .among(plan.table_schema(), from_json(counts, plan)?)
    }
}

/// Estimates tables from counts: the document of `candor estimate`, as an object or, with `csv`, as CSV text.
///
/// # Errors
/// Those of `candor estimate`.
#[wasm_bindgen]
pub fn estimates(of_plan: JsValue, counts: &str, options: JsValue, csv: bool) -> Result<JsValue, JsValue> {
    estimated(of_plan, counts, options).and_then(|found| written(&found, csv)).map_err(thrown)
}

fn estimated(of_plan: JsValue, counts: &str, options: JsValue) -> Result<Estimates, Error> {
    let (plan, asked) = (plan(of_plan)?, chosen::<Estimating>(options)?);
    let tables = joined(&asked.tables);
    let (counted, asked) = (from_json(counts, &plan)?, asked.parse()?);
    let counted = if takes_guess(&asked) { without_linked(counted) } else { with_linked(counted) };
    let guess = guesses::of_counts(&plan, counts, &counted, &asked)?;
    let guess = guess.as_deref();
    if tables.is_empty() {
        return Estimates::new(&plan, counted, 0, &asked, guess);
    }
    let selection = Selection::new(plan.table_schema(), &tables, false, Room::Own)?.linked();
    let chosen = selection.among(plan.table_schema(), counted)?;
    Estimates::new(&plan, chosen, selection.named_count(), &asked, guess)
}

/// Tests hypotheses on counts: the document of `candor test`, as an object or, with `csv`, as CSV text. A test of equality takes the
/// plan and the counts of the other survey as well.
///
/// # Errors
/// Those of `candor test`.
#[wasm_bindgen]
pub fn tests(
    of_plan: JsValue,
    counts: &str,
    options: JsValue,
    other_plan: JsValue,
    other_counts: &str,
    csv: bool,
) -> Result<JsValue, JsValue> {
    let found = || -> Result<JsValue, Error> {
        let (own, asked) = (plan(of_plan)?, chosen::<Tested>(options)?);
        let options = Options::default().reconstruction(asked.method.parse()?).robust(asked.robust);
        let (statistic, screen) = (asked.statistic.parse()?, asked.test == "screen");
        let testing = Testing { statistic, options, level: asked.level, screen };
        testing.check()?;
        let tables = asked.tables(&own, counts)?;
        let tests = match asked.hypothesis()? {
            Some(hypothesis) => testing.each(&own, tables, &hypothesis)?,
            None => {
                let other = plan(other_plan)?;
                let others = asked.tables(&other, other_counts)?;
                testing.equality((&own, tables), (&other, others))?
            }
        };
        written(&tests, csv)
    };
    found().map_err(thrown)
}

/// Fits a regression to counts: the document of `candor model`, as an object.
///
/// # Errors
/// Those of `candor model`.
#[wasm_bindgen]
pub fn model(of_plan: JsValue, counts: &str, options: JsValue) -> Result<JsValue, JsValue> {
    let found = || -> Result<JsValue, Error> {
        let (plan, fitting) = (plan(of_plan)?, chosen::<ModelRequest>(options)?.fitting()?);
        let selection = Selection::new(plan.table_schema(), &[fitting.table()], false, Room::Own)?;
        let tables = selection.among(plan.table_schema(), from_json(counts, &plan)?)?;
        let table =
            tables.into_iter().next().ok_or_else(|| Error::new(Code::Internal, "no table was chosen"))?;
        object(&fitting.fitted(&plan, table)?)
    };
    found().map_err(thrown)
}

//! Designs and estimates as JavaScript sees them: translation only, for the npm entry `candor/analysis`.
//!
//! A module of its own, so that the respondent's does not grow by it.

#[path = "../../../src/wasm/js.rs"]
mod js;

use candor::Error;
use candor::count::Table;
use candor::design::{Method, Options, Survey};
use candor::estimate::inverse;
use candor::plan::{Caps, Plan};
use js::thrown;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The plan of a survey as canonical JSON, then why its method was taken, then the names of the questions whose levels
/// were lowered.
///
/// # Errors
/// Those of [`Survey::from_json`] and [`Survey::design`].
#[wasm_bindgen]
pub fn design(survey: &str, method: Option<String>, allow_raised: bool) -> Result<Vec<String>, JsValue> {
    designed(survey, method.as_deref(), allow_raised).map_err(thrown)
}

fn designed(survey: &str, method: Option<&str>, allow_raised: bool) -> Result<Vec<String>, Error> {
    let survey = Survey::from_json(survey)?;
    let method = method.map(str::parse::<Method>).transpose()?;
    let design = survey.design(Options { method, allow_raised, ..Options::default() })?;
    let plan = Plan::new(&survey, &design)?;
    let lowered = design.lowered().into_iter().map(|i| survey.schema().attributes()[i].name().to_owned());
    Ok([plan.json().to_owned(), design.reason().to_owned()].into_iter().chain(lowered).collect())
}

/// The inverse estimate of a table from the counts of perturbed records, last attribute fastest: its condition, then
/// estimate, standard error, lower and upper end for every cell.
///
/// # Errors
/// Those of [`Plan::from_json`], [`Table::from_counts`] and [`inverse`].
#[wasm_bindgen]
pub fn estimate(
    plan: &str,
    attributes: Vec<String>,
    counts: Vec<u64>,
    confidence: f64,
) -> Result<Vec<f64>, JsValue> {
    estimated(plan, &attributes, counts, confidence).map_err(thrown)
}

fn estimated(
    plan: &str,
    attributes: &[String],
    counts: Vec<u64>,
    confidence: f64,
) -> Result<Vec<f64>, Error> {
    let plan = Plan::from_json(plan, &Caps::default())?;
    let positions: Result<Vec<usize>, Error> =
        attributes.iter().map(|name| plan.schema().position(name)).collect();
    let table = Table::from_counts(plan.schema(), &positions?, counts)?;
    let estimate = inverse(plan.law(), &table, confidence)?;
    let cells = estimate.cells();
    let numbers = cells.flat_map(|cell| [cell.estimate, cell.standard_error, cell.lower, cell.upper]);
    Ok([estimate.condition()].into_iter().chain(numbers).collect())
}

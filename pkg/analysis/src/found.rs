//! Analyses of counts: estimates, tests and regressions, as the documents of the command line.

use candor::plan::Plan;
use candor::{Code, Error};
use candor_documents::counts::from_json;
use candor_documents::estimates::Estimates;
use candor_documents::requests::{EstimateRequest, ModelRequest, TestRequest};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::guesses;
use crate::js::thrown;
use crate::value::{chosen, object, plan, written};

/// Estimates tables from counts: the document of `candor estimate`, as an object or, with `csv`, as CSV text.
///
/// # Errors
/// Those of `candor estimate`.
#[wasm_bindgen]
pub fn estimates(of_plan: JsValue, counts: &str, options: JsValue, csv: bool) -> Result<JsValue, JsValue> {
    estimated(of_plan, counts, options).and_then(|found| written(&found, csv)).map_err(thrown)
}

fn estimated(of_plan: JsValue, counts: &str, options: JsValue) -> Result<Estimates, Error> {
    let (plan, request) = (plan(of_plan)?, chosen::<EstimateRequest>(options)?);
    let (counted, asked) = (from_json(counts, &plan)?, request.asked()?);
    let guess = guesses::of_counts(&plan, counts, &counted, &asked)?;
    let of = request.among(&plan, &asked, counted)?;
    Estimates::new(&plan, of.tables, of.named, &asked, guess.as_deref())
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
        let (own, request) = (plan(of_plan)?, chosen::<TestRequest>(options)?);
        request.testing()?;
        let tables = |plan: &Plan, counts: &str| {
            request.selection(plan.table_schema())?.among(plan.table_schema(), from_json(counts, plan)?)
        };
        let counted = tables(&own, counts)?;
        let other = request.is_of_two().then(|| plan(other_plan)).transpose()?;
        let others = other.as_ref().map(|other| tables(other, other_counts)).transpose()?;
        let other = other.as_ref().zip(others);
        written(&request.tested(&own, counted, other)?, csv)
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
        let selection = fitting.selection(plan.table_schema())?;
        let tables = selection.among(plan.table_schema(), from_json(counts, &plan)?)?;
        let table =
            tables.into_iter().next().ok_or_else(|| Error::new(Code::Internal, "no table was chosen"))?;
        object(&fitting.fitted(&plan, table)?)
    };
    found().map_err(thrown)
}

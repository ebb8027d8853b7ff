//! Estimates tables of a population from counts, as the document of `candor weigh`, and names the tables that it needs.

use candor::Error;
use candor::estimate::Options;
use candor::plan::Plan;
use candor_documents::counts::from_json;
use candor_documents::groups::Groups;
use candor_documents::margins::Margins;
use candor_documents::weighing::Weighing;
use candor_documents::weighted::is_best_guess;
use serde::Deserialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::counting::joined;
use crate::guesses;
use crate::js::thrown;
use crate::value::{chosen, object, plan, written};

/// The options of `candor weigh` but for the margins.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    tables: Vec<Vec<String>>,
    method: Option<String>,
    confidence: Option<f64>,
    #[serde(default)]
    given: Vec<String>,
    #[serde(default)]
    reference: Vec<String>,
    #[serde(default)]
    valid: bool,
}

/// Estimates tables of a population with these margins, which are JSON: the document of `candor weigh`, as an object or, with `csv`, as CSV text.
///
/// # Errors
/// Those of `candor weigh`; `invalid-counts` where a table was not counted together with the columns of the margins.
#[wasm_bindgen]
pub fn weighted(
    of_plan: JsValue,
    counts: &str,
    margins: &str,
    options: JsValue,
    csv: bool,
) -> Result<JsValue, JsValue> {
    let found = |plan: Plan| {
        let (counted, weighing) = (from_json(counts, &plan)?, weighing(&plan, margins, options)?);
        let guess = guesses::of_weighted(&plan, counts, &counted, (margins, &weighing))?;
        written(&weighing.estimated(&plan, &counted, guess.as_deref())?, csv)
    };
    plan(of_plan).and_then(found).map_err(thrown)
}

/// The tables that have to be counted for weighted estimates: lists of attributes.
///
/// # Errors
/// Those of `weighted` that do not depend on counts.
#[wasm_bindgen(js_name = weightedTables)]
pub fn weighted_tables(of_plan: JsValue, margins: &str, options: JsValue) -> Result<JsValue, JsValue> {
    let found = |plan: Plan| object(&weighing(&plan, margins, options)?.needed(&plan));
    plan(of_plan).and_then(found).map_err(thrown)
}

fn weighing(plan: &Plan, margins: &str, options: JsValue) -> Result<Weighing, Error> {
    let Asked { tables, method, confidence, given, reference, valid } = chosen(options)?;
    let is_guess = method.as_deref().map_or(Ok(false), is_best_guess)?;
    let confidence = confidence.unwrap_or(Options::default().confidence);
    let groups = Groups { given, reference, valid };
    Weighing::new(plan, &joined(&tables), Margins::from_json(margins)?, (confidence, is_guess), groups)
}

//! Estimates tables of a population from counts, as the document of `candor weigh`, and names the tables that it needs.

use candor::Error;
use candor::estimate::Options;
use candor::plan::Plan;
use candor_documents::counts::from_json;
use candor_documents::groups::Groups;
use candor_documents::margins::Margins;
use candor_documents::weighing::Weighing;
use serde::Deserialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::counting::joined;
use crate::js::thrown;
use crate::value::{chosen, object, plan, written};

/// The options of `candor weigh` but for the margins.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    tables: Vec<Vec<String>>,
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
        let counted = from_json(counts, &plan)?;
        written(&weighing(&plan, margins, options)?.estimated(&plan, &counted)?, csv)
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
    let Asked { tables, confidence, given, reference, valid } = chosen(options)?;
    let confidence = confidence.unwrap_or(Options::default().confidence);
    let groups = Groups { given, reference, valid };
    Weighing::new(plan, &joined(&tables), Margins::from_json(margins)?, confidence, groups)
}

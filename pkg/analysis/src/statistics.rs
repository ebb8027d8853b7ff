//! Estimates scores and rankings, as the documents of the command line, and names the tables that they need.

use candor::Error;
use candor::plan::Plan;
use candor_documents::counts::from_json;
use candor_documents::statistics::Statistics;
use candor_documents::tables::{Room, names};
use candor_documents::{rankings as ranked, scores as scored};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::value::{chosen, object, plan, written};

/// Estimates scores from counts: the document of `candor scores`, as an object or, with `csv`, as CSV text.
///
/// # Errors
/// Those of `candor scores`.
#[wasm_bindgen]
pub fn scores(of_plan: JsValue, counts: &str, options: JsValue, csv: bool) -> Result<JsValue, JsValue> {
    let of = |plan: &Plan| scored::Chosen::new(plan.table_schema(), chosen(options)?);
    plan(of_plan).and_then(|plan| estimated(&plan, counts, &of(&plan)?, csv)).map_err(thrown)
}

/// Estimates rankings from counts: the document of `candor rankings`, as an object or, with `csv`, as CSV text.
///
/// # Errors
/// Those of `candor rankings`.
#[wasm_bindgen]
pub fn rankings(of_plan: JsValue, counts: &str, options: JsValue, csv: bool) -> Result<JsValue, JsValue> {
    let of = |plan: &Plan| ranked::Chosen::new(plan.table_schema(), chosen(options)?);
    plan(of_plan).and_then(|plan| estimated(&plan, counts, &of(&plan)?, csv)).map_err(thrown)
}

fn estimated(plan: &Plan, counts: &str, of: &impl Statistics, csv: bool) -> Result<JsValue, Error> {
    written(&of.estimate(plan, &from_json(counts, plan)?)?, csv)
}

/// The tables that have to be counted for scores: lists of attributes.
///
/// # Errors
/// Those of `scores` that do not depend on counts.
#[wasm_bindgen(js_name = scoreTables)]
pub fn score_tables(of_plan: JsValue, options: JsValue) -> Result<JsValue, JsValue> {
    let of = |plan: &Plan| scored::Chosen::new(plan.table_schema(), chosen(options)?);
    plan(of_plan).and_then(|plan| needed(&plan, &of(&plan)?)).map_err(thrown)
}

/// The tables that have to be counted for rankings: lists of attributes.
///
/// # Errors
/// Those of `rankings` that do not depend on counts.
#[wasm_bindgen(js_name = rankingTables)]
pub fn ranking_tables(of_plan: JsValue, options: JsValue) -> Result<JsValue, JsValue> {
    let of = |plan: &Plan| ranked::Chosen::new(plan.table_schema(), chosen(options)?);
    plan(of_plan).and_then(|plan| needed(&plan, &of(&plan)?)).map_err(thrown)
}

fn needed(plan: &Plan, of: &impl Statistics) -> Result<JsValue, Error> {
    let selection = of.selection(plan.table_schema(), Room::Own)?;
    let tables = selection.attributes().iter().map(|table| names(plan.table_schema(), table));
    object(&tables.collect::<Vec<_>>())
}

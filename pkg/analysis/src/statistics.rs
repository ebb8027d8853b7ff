//! Estimates scores and rankings, as the documents of the command line, and names the tables that they need.

use candor::Error;
use candor::plan::Plan;
use candor_documents::counts::from_json;
use candor_documents::margins::Margins;
use candor_documents::statistics::{Statistics, WeightedStatistics};
use candor_documents::tables::{Room, names};
use candor_documents::{rankings as ranked, scores as scored};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::value::{chosen, object, plan, written};

/// Estimates scores from counts: the document of `candor scores`, as an object or, with `csv`, as CSV text. With margins, which are JSON, reports are weighted to
/// them.
///
/// # Errors
/// Those of `candor scores`; `invalid-counts` where a table was not counted together with the columns of the margins.
#[wasm_bindgen]
pub fn scores(
    of_plan: JsValue,
    counts: &str,
    margins: Option<String>,
    options: JsValue,
    csv: bool,
) -> Result<JsValue, JsValue> {
    let of = |plan: &Plan| scored::Chosen::new(plan.table_schema(), chosen(options)?);
    plan(of_plan).and_then(|plan| estimated(&plan, counts, margins, &of(&plan)?, csv)).map_err(thrown)
}

/// Estimates rankings from counts: the document of `candor rankings`, as an object or, with `csv`, as CSV text. With margins, which are JSON, reports are weighted
/// to them.
///
/// # Errors
/// Those of `candor rankings`; `invalid-counts` where a table was not counted together with the columns of the margins.
#[wasm_bindgen]
pub fn rankings(
    of_plan: JsValue,
    counts: &str,
    margins: Option<String>,
    options: JsValue,
    csv: bool,
) -> Result<JsValue, JsValue> {
    let of = |plan: &Plan| ranked::Chosen::new(plan.table_schema(), chosen(options)?);
    plan(of_plan).and_then(|plan| estimated(&plan, counts, margins, &of(&plan)?, csv)).map_err(thrown)
}

fn estimated(
    plan: &Plan,
    counts: &str,
    margins: Option<String>,
    of: &impl Statistics,
    csv: bool,
) -> Result<JsValue, Error> {
    let counted = from_json(counts, plan)?;
    let found = match margins {
        Some(margins) => weighted(plan, of, &margins)?.estimated(plan, &counted)?,
        None => of.estimate(plan, &counted)?,
    };
    written(&found, csv)
}

fn weighted<'s, Of: Statistics>(
    plan: &Plan,
    of: &'s Of,
    margins: &str,
) -> Result<WeightedStatistics<'s, Of>, Error> {
    WeightedStatistics::new(plan, of, Margins::from_json(margins)?)
}

/// The tables that have to be counted for scores, with margins together with their columns: lists of attributes.
///
/// # Errors
/// Those of `scores` that do not depend on counts.
#[wasm_bindgen(js_name = scoreTables)]
pub fn score_tables(of_plan: JsValue, margins: Option<String>, options: JsValue) -> Result<JsValue, JsValue> {
    let of = |plan: &Plan| scored::Chosen::new(plan.table_schema(), chosen(options)?);
    plan(of_plan).and_then(|plan| needed(&plan, margins, &of(&plan)?)).map_err(thrown)
}

/// The tables that have to be counted for rankings, with margins together with their columns: lists of attributes.
///
/// # Errors
/// Those of `rankings` that do not depend on counts.
#[wasm_bindgen(js_name = rankingTables)]
pub fn ranking_tables(
    of_plan: JsValue,
    margins: Option<String>,
    options: JsValue,
) -> Result<JsValue, JsValue> {
    let of = |plan: &Plan| ranked::Chosen::new(plan.table_schema(), chosen(options)?);
    plan(of_plan).and_then(|plan| needed(&plan, margins, &of(&plan)?)).map_err(thrown)
}

fn needed(plan: &Plan, margins: Option<String>, of: &impl Statistics) -> Result<JsValue, Error> {
    if let Some(margins) = margins {
        return object(&weighted(plan, of, &margins)?.needed(plan));
    }
    let selection = of.selection(plan.table_schema(), Room::Own)?;
    let tables = selection.attributes().iter().map(|table| names(plan.table_schema(), table));
    object(&tables.collect::<Vec<_>>())
}

//! Estimates scores, as the document of the command line.

use candor::Error;
use candor_documents::counts::from_json;
use candor_documents::scores::{Asked, Chosen, Scores};
use candor_documents::tables::{Room, names};
use serde::Deserialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::value::{chosen, object, plan, written};

/// The options of `candor scores`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Scoring {
    of: Vec<String>,
    by: Option<String>,
    quantiles: Vec<f64>,
    confidence: f64,
}

impl Default for Scoring {
    fn default() -> Self {
        let Asked { of, by, quantiles, confidence } = Asked::default();
        Self { of, by, quantiles, confidence }
    }
}

impl From<Scoring> for Asked {
    fn from(Scoring { of, by, quantiles, confidence }: Scoring) -> Self {
        Self { of, by, quantiles, confidence }
    }
}

/// Estimates scores from counts: the document of `candor scores`, as an object or, with `csv`, as CSV text.
///
/// # Errors
/// Those of `candor scores`.
#[wasm_bindgen]
pub fn scores(of_plan: JsValue, counts: &str, options: JsValue, csv: bool) -> Result<JsValue, JsValue> {
    estimated(of_plan, counts, options).and_then(|found| written(&found, csv)).map_err(thrown)
}

fn estimated(of_plan: JsValue, counts: &str, options: JsValue) -> Result<Scores, Error> {
    let plan = plan(of_plan)?;
    let schema = plan.table_schema();
    let chosen = Chosen::new(schema, chosen::<Scoring>(options)?.into())?;
    let tables = chosen.selection(schema, Room::Own)?.among(schema, from_json(counts, &plan)?)?;
    chosen.estimate(&plan, &tables)
}

/// The tables that have to be counted for scores: lists of attributes.
///
/// # Errors
/// Those of `scores` that do not depend on counts.
#[wasm_bindgen(js_name = scoreTables)]
pub fn score_tables(of_plan: JsValue, options: JsValue) -> Result<JsValue, JsValue> {
    needed(of_plan, options).map_err(thrown)
}

fn needed(of_plan: JsValue, options: JsValue) -> Result<JsValue, Error> {
    let plan = plan(of_plan)?;
    let schema = plan.table_schema();
    let selection = Chosen::new(schema, chosen::<Scoring>(options)?.into())?.selection(schema, Room::Own)?;
    let tables = selection.attributes().iter().map(|table| names(schema, table));
    object(&tables.collect::<Vec<_>>())
}

//! Estimates scores, as the document of the command line.

use candor_documents::scores::{Asked, Chosen};
use serde::Deserialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::statistics::{estimated, needed};
use crate::value::written;

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
    let found = estimated(of_plan, counts, options, |schema, own: Scoring| Chosen::new(schema, own.into()));
    found.and_then(|found| written(&found, csv)).map_err(thrown)
}

/// The tables that have to be counted for scores: lists of attributes.
///
/// # Errors
/// Those of `scores` that do not depend on counts.
#[wasm_bindgen(js_name = scoreTables)]
pub fn score_tables(of_plan: JsValue, options: JsValue) -> Result<JsValue, JsValue> {
    needed(of_plan, options, |schema, own: Scoring| Chosen::new(schema, own.into())).map_err(thrown)
}

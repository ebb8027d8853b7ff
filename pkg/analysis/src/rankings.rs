//! Estimates rankings, as the document of the command line.

use candor_documents::rankings::{Asked, Chosen};
use serde::Deserialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::statistics::{estimated, needed};
use crate::value::written;

/// The options of `candor rankings`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Ranking {
    of: Vec<String>,
    by: Option<String>,
    confidence: f64,
}

impl Default for Ranking {
    fn default() -> Self {
        let Asked { of, by, confidence } = Asked::default();
        Self { of, by, confidence }
    }
}

impl From<Ranking> for Asked {
    fn from(Ranking { of, by, confidence }: Ranking) -> Self {
        Self { of, by, confidence }
    }
}

/// Estimates rankings from counts: the document of `candor rankings`, as an object or, with `csv`, as CSV text.
///
/// # Errors
/// Those of `candor rankings`.
#[wasm_bindgen]
pub fn rankings(of_plan: JsValue, counts: &str, options: JsValue, csv: bool) -> Result<JsValue, JsValue> {
    let found = estimated(of_plan, counts, options, |schema, own: Ranking| Chosen::new(schema, own.into()));
    found.and_then(|found| written(&found, csv)).map_err(thrown)
}

/// The tables that have to be counted for rankings: lists of attributes.
///
/// # Errors
/// Those of `rankings` that do not depend on counts.
#[wasm_bindgen(js_name = rankingTables)]
pub fn ranking_tables(of_plan: JsValue, options: JsValue) -> Result<JsValue, JsValue> {
    needed(of_plan, options, |schema, own: Ranking| Chosen::new(schema, own.into())).map_err(thrown)
}

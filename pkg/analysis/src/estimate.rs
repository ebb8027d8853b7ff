//! Counts become estimates.

use candor::count::Table;
use candor::estimate;
use candor::{Code, Error};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::value::{self, object, plan};

/// The inverse estimate of a table from the counts of perturbed records, last attribute fastest:
/// `{attributes, condition, cells}`.
///
/// # Errors
/// `invalid-plan` where it is no plan document, `unknown-attribute` and `invalid-counts` where these are none; those of
/// [`Plan::verify`], [`Table::from_counts`] and [`estimate::estimate`].
#[wasm_bindgen]
pub fn estimate(
    of_plan: JsValue,
    attributes: JsValue,
    counts: JsValue,
    confidence: JsValue,
) -> Result<JsValue, JsValue> {
    estimated(of_plan, attributes, &counts, &confidence).map_err(thrown)
}

fn estimated(
    of_plan: JsValue,
    attributes: JsValue,
    counts: &JsValue,
    confidence: &JsValue,
) -> Result<JsValue, Error> {
    let plan = plan(of_plan)?;
    let attributes: Vec<String> = value::document(attributes)
        .map_err(|misfit| Error::new(Code::UnknownAttribute, format!("no list of names: {misfit}")))?;
    let counts = value::counts(counts).map_err(|misfit| Error::new(Code::InvalidCounts, misfit))?;
    let table = Table::from_counts(&plan, &attributes, counts)?;
    let options = estimate::Options::default().confidence(confidence.as_f64().unwrap_or(f64::NAN));
    let estimate = estimate::estimate(&plan, table, &options)?;
    let cells = estimate.cells().map(Cell::from).collect();
    object(&Estimated { attributes, condition: estimate.condition(), cells })
}

/// What `estimate` gives.
#[derive(Serialize)]
struct Estimated {
    attributes: Vec<String>,
    condition: f64,
    cells: Vec<Cell>,
}

/// An estimated share.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Cell {
    estimate: f64,
    standard_error: f64,
    lower: f64,
    upper: f64,
}

impl From<estimate::Cell> for Cell {
    fn from(of: estimate::Cell) -> Self {
        Self { estimate: of.estimate, standard_error: of.standard_error, lower: of.lower, upper: of.upper }
    }
}

//! Estimates tables from counts.

use candor::count::Table;
use candor::estimate;
use candor::{Code, Error};
use js_sys::{Array, ArrayBuffer};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::cell::Cell;
use crate::js::thrown;
use crate::value::{self, chosen, describe, kind, object, plan, whole};

/// The inverse estimate of a table from the counts of perturbed records, last attribute fastest:
/// `{attributes, condition, cells}`.
///
/// # Errors
/// `invalid-plan` where `of_plan` is not a plan document; `unknown-attribute` and `invalid-counts` where attributes or counts are invalid;
/// those of [`Plan::verify`], [`Table::from_counts`] and [`estimate::estimate`].
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
        .map_err(|misfit| Error::new(Code::UnknownAttribute, format!("not a list of names: {misfit}")))?;
    let counts = self::counts(counts).map_err(|misfit| Error::new(Code::InvalidCounts, misfit))?;
    let table = Table::from_counts(&plan, &attributes, counts)?;
    let options = estimate::Options::default().confidence(confidence.as_f64().unwrap_or(f64::NAN));
    let estimate = estimate::estimate(&plan, table, &options)?;
    let cells = estimate.cells().map(Cell::from).collect();
    object(&Estimated { attributes, condition: estimate.condition(), cells })
}

/// The result of `estimate`.
#[derive(Serialize)]
struct Estimated {
    attributes: Vec<String>,
    condition: f64,
    cells: Vec<Cell>,
}

/// Whether each of these tables can be estimated from enough reports, as a list: a plan may never ask some questions together.
///
/// # Errors
/// `invalid-plan` where `of_plan` is not a plan document; `unknown-attribute` where a table names an attribute that is not in the plan.
#[wasm_bindgen]
pub fn estimable(of_plan: JsValue, tables: JsValue) -> Result<JsValue, JsValue> {
    judged(of_plan, tables).map_err(thrown)
}

fn judged(of_plan: JsValue, tables: JsValue) -> Result<JsValue, Error> {
    let (plan, tables) = (plan(of_plan)?, chosen::<Vec<Vec<String>>>(tables)?);
    let schema = plan.table_schema();
    let judged = |table: &Vec<String>| {
        let table = table.iter().map(|name| schema.position(name)).collect::<Result<Vec<_>, _>>()?;
        Ok(plan.table_law().identifies(&table))
    };
    object(&tables.iter().map(judged).collect::<Result<Vec<bool>, Error>>()?)
}

/// The counts of an array of numbers, or of a typed array.
fn counts(list: &JsValue) -> Result<Vec<u64>, String> {
    if !Array::is_array(list) && !ArrayBuffer::is_view(list) {
        return Err(format!("{} is not a list of counts", kind(list)));
    }
    Array::from(list).iter().map(count).collect()
}

fn count(value: JsValue) -> Result<u64, String> {
    let counted = value.as_f64().map_or_else(|| u64::try_from(value.clone()).ok(), whole);
    counted.ok_or_else(|| format!("{} is not a count: counts are whole numbers from 0", describe(&value)))
}

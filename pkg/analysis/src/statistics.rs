//! Statistics of several tables, such as scores and rankings: the tables that they need, and their estimates from counts of these.

use candor::Error;
use candor::schema::Schema;
use candor_documents::counts::from_json;
use candor_documents::statistics::Statistics;
use candor_documents::tables::{Room, names};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::JsValue;

use crate::value::{chosen, object, plan};

/// Estimates the statistics that `find` finds by these options.
pub(crate) fn estimated<Options: DeserializeOwned, Of: Statistics>(
    of_plan: JsValue,
    counts: &str,
    options: JsValue,
    find: impl Fn(&Schema, Options) -> Result<Of, Error>,
) -> Result<Of::Found, Error> {
    let plan = plan(of_plan)?;
    let of = find(plan.table_schema(), chosen(options)?)?;
    of.estimate(&plan, &from_json(counts, &plan)?)
}

/// The tables that have to be counted for them, each as a list of attributes.
pub(crate) fn needed<Options: DeserializeOwned, Of: Statistics>(
    of_plan: JsValue,
    options: JsValue,
    find: impl Fn(&Schema, Options) -> Result<Of, Error>,
) -> Result<JsValue, Error> {
    let plan = plan(of_plan)?;
    let schema = plan.table_schema();
    let selection = find(schema, chosen(options)?)?.selection(schema, Room::Own)?;
    let tables = selection.attributes().iter().map(|table| names(schema, table));
    object(&tables.collect::<Vec<_>>())
}

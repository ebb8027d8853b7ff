//! Which tables have to be counted for a request.

use candor::Error;
use candor::plan::Plan;
use candor_documents::requests::{
    EstimateRequest, ModelRequest, NumbersRequest, SynthesisRequest, TestRequest,
};
use candor_documents::statistics::Statistics;
use candor_documents::tables::{Room, Selection, name};
use candor_documents::{rankings, scores};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::OrRaise;
use crate::requested::request;

/// The tables that a result of this kind takes, each as names joined by commas.
pub(crate) fn needed(plan: &Plan, kind: &str, options: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let schema = plan.table_schema();
    let selection = match kind {
        "estimate" => of_estimates(plan, &request(options)?),
        "test" => request::<TestRequest>(options)?.selection(schema),
        "model" => request::<ModelRequest>(options)?
            .fitting()
            .and_then(|fitting| Selection::new(schema, &[fitting.table()], false, Room::Own)),
        "numbers" => request::<NumbersRequest>(options)?.selection(plan),
        "scores" => scores::Chosen::new(schema, request(options)?)
            .and_then(|chosen| chosen.selection(schema, Room::Own)),
        "rankings" => rankings::Chosen::new(schema, request(options)?)
            .and_then(|chosen| chosen.selection(schema, Room::Own)),
        "synthesize" => request::<SynthesisRequest>(options)?.selection(plan).map(|(all, _)| all),
        _ => return Err(PyValueError::new_err("no such result")),
    };
    let selection = selection.or_raise(options.py())?;
    Ok(selection.attributes().iter().map(|table| name(schema, table)).collect())
}

fn of_estimates(plan: &Plan, request: &EstimateRequest) -> Result<Selection, Error> {
    request.selection(plan, &request.asked()?).map(|(all, _)| all)
}

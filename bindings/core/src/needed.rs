//! Which tables have to be counted for a request.

use candor::Error;
use candor::plan::Plan;
use candor_documents::requests::{
    EstimateRequest, ModelRequest, NumbersRequest, SynthesisRequest, TestRequest,
};
use candor_documents::statistics::Statistics;
use candor_documents::tables::{Room, Selection, name};
use candor_documents::{rankings, scores};
use serde::de::{Deserialize, Deserializer, Error as _};

/// The tables that a result of this kind takes, each as names joined by commas. The outer error is that of options that are none of the kind.
///
/// # Errors
/// Those of the request's selection.
pub fn needed<'de, D: Deserializer<'de>>(
    plan: &Plan,
    kind: &str,
    options: D,
) -> Result<Result<Vec<String>, Error>, D::Error> {
    let schema = plan.table_schema();
    let selection = match kind {
        "estimate" => of_estimates(plan, &EstimateRequest::deserialize(options)?),
        "test" => TestRequest::deserialize(options)?.selection(schema),
        "model" => {
            ModelRequest::deserialize(options)?.fitting().and_then(|fitting| fitting.selection(schema))
        }
        "numbers" => NumbersRequest::deserialize(options)?.selection(plan),
        "scores" => scores::Chosen::new(schema, scores::Asked::deserialize(options)?)
            .and_then(|chosen| chosen.selection(schema, Room::Own)),
        "rankings" => rankings::Chosen::new(schema, rankings::Asked::deserialize(options)?)
            .and_then(|chosen| chosen.selection(schema, Room::Own)),
        "synthesize" => SynthesisRequest::deserialize(options)?.selection(plan).map(|(all, _)| all),
        _ => return Err(D::Error::custom("no such result")),
    };
    Ok(selection.map(|selection| selection.attributes().iter().map(|table| name(schema, table)).collect()))
}

fn of_estimates(plan: &Plan, request: &EstimateRequest) -> Result<Selection, Error> {
    request.selection(plan, &request.asked()?).map(|(all, _)| all)
}

//! `GET /estimates`.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use candor::{Code, Error};
use candor_documents::estimates::merged;
use candor_documents::requests::EstimateRequest;
use candor_documents::tables::{Room, Selection};

use super::parameters::{Format, Whose, check_private, confidence, response, truth, unknown};
use super::problem::Problem;
use super::state::AppState;

/// The parameters, for errors.
const PARAMETERS: &str =
    "survey, plan, tables, given, method, confidence, population, robust, valid, covariance, format";

/// Estimates tables from released reports.
pub(super) async fn estimates(
    State(collector): State<Arc<AppState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    collector.readers.admit(&headers)?;
    let (whose, request, format) = read(query.as_deref().unwrap_or_default())?;
    let published = whose.published(&collector.catalogue)?;
    check_private(published.plan(), request.tables.iter().flat_map(|table| table.split(',')))?;
    let selection =
        Selection::new(published.plan().perturbed_schema(), &request.tables, false, Room::Shared)?;
    let estimates = request.asked()?;
    if estimates.covariance {
        selection.check_covariances(published.plan().perturbed_schema())?;
    }
    let write = match format {
        Format::Json => merged::json,
        Format::Csv => merged::csv,
    };
    let work = collector.answers.written(&published, &selection, estimates, write, &collector.room);
    response(&collector, work, format).await
}

/// The parameters: `survey` or `plan`, any number of `tables` and how to estimate them, and the format.
fn read(query: &str) -> Result<(Whose, EstimateRequest, Format), Error> {
    let (mut whose, mut request, mut format) = (Whose::default(), EstimateRequest::default(), Format::Json);
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let value = value.into_owned();
        match name.as_ref() {
            "survey" => whose.survey = Some(value),
            "plan" => whose.plan = Some(value),
            "tables" => request.tables.push(value),
            "given" => request.given = value.split(',').map(str::to_owned).collect(),
            "confidence" => request.confidence = confidence(&value)?,
            "population" => request.population = Some(population(&value)?),
            "robust" => request.robust = truth("robust", &value)?,
            "valid" => request.valid = truth("valid", &value)?,
            "covariance" => request.covariance = truth("covariance", &value)?,
            "method" => request.method = value,
            "format" => format = Format::read(&value)?,
            other => return Err(unknown(other, PARAMETERS)),
        }
    }
    Ok((whose, request, format))
}

fn population(value: &str) -> Result<u64, Error> {
    value.parse().map_err(|_| {
        Error::new(Code::InvalidPopulation, format!("population {value:?} is not a number of people"))
    })
}

//! `GET /estimates`.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use candor::{Code, Error};
use candor_documents::estimates::{self, merged};
use candor_documents::tables::{Room, Selection};

use super::parameters::{Format, Whose, check_private, confidence, response, truth, unknown};
use super::problem::Problem;
use super::state::AppState;

/// The parameters, for errors.
const PARAMETERS: &str = "survey, plan, tables, given, method, confidence, population, robust, valid, format";

/// The parameters: `survey` or `plan`, any number of `tables`, and how to estimate them.
struct Asked {
    whose: Whose,
    tables: Vec<String>,
    estimates: estimates::Asked,
    format: Format,
}

/// Estimates tables from released reports.
pub(super) async fn estimates(
    State(collector): State<Arc<AppState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    collector.readers.admit(&headers)?;
    let Asked { whose, tables, estimates, format } = Asked::read(query.as_deref().unwrap_or_default())?;
    let published = whose.published(&collector.catalogue)?;
    check_private(published.plan(), tables.iter().flat_map(|table| table.split(',')))?;
    let selection = Selection::new(published.plan().schema(), &tables, false, Room::Shared)?;
    estimates.options.check()?;
    let write = match format {
        Format::Json => merged::json,
        Format::Csv => merged::csv,
    };
    let work = collector.answers.written(&published, &selection, estimates, write, &collector.room);
    response(&collector, work, format).await
}

impl Asked {
    fn read(query: &str) -> Result<Self, Error> {
        let (whose, tables, estimates) = (Whose::default(), Vec::new(), estimates::Asked::default());
        let mut asked = Self { whose, tables, estimates, format: Format::Json };
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let value = value.into_owned();
            let estimates = &mut asked.estimates;
            match name.as_ref() {
                "survey" => asked.whose.survey = Some(value),
                "plan" => asked.whose.plan = Some(value),
                "tables" => asked.tables.push(value),
                "given" => estimates.given = value.split(',').map(str::to_owned).collect(),
                "confidence" => estimates.options.confidence = confidence(&value)?,
                "population" => estimates.options.population = Some(population(&value)?),
                "robust" => estimates.options.robust = truth("robust", &value)?,
                "valid" => estimates.valid = truth("valid", &value)?,
                "method" => estimates.options.reconstruction = value.parse()?,
                "format" => asked.format = Format::read(&value)?,
                other => return Err(unknown(other, PARAMETERS)),
            }
        }
        Ok(asked)
    }
}

fn population(value: &str) -> Result<u64, Error> {
    value.parse().map_err(|_| {
        Error::new(Code::InvalidPopulation, format!("population {value:?} is not a number of people"))
    })
}

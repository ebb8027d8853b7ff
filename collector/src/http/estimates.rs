//! `GET /estimates`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use candor::plan::Plan;
use candor::{Code, Error};
use candor_documents::estimates::{self, merged};
use candor_documents::tables::{Room, Selection};

use super::problem::Problem;
use super::state::AppState;
use crate::answers::Write;
use crate::catalogue::Catalogue;
use crate::store::Published;

/// The parameters: `survey` or `plan`, any number of `tables`, `method`, `confidence`, `population`, `robust`, `format`.
struct Asked {
    survey: Option<String>,
    plan: Option<String>,
    tables: Vec<String>,
    estimates: estimates::Asked,
    format: Format,
}

/// How estimates are serialized, and the content type.
type Format = (Write, &'static str);

const JSON: Format = (merged::json, "application/json");
const CSV: Format = (merged::csv, "text/csv; charset=utf-8");

/// Estimates tables from released reports.
pub(super) async fn estimates(
    State(collector): State<Arc<AppState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    collector.readers.admit(&headers)?;
    let asked = Asked::read(query.as_deref().unwrap_or_default())?;
    let published = asked.published(&collector.catalogue)?;
    check_private(published.plan(), &asked.tables)?;
    let selection = Selection::new(published.plan().schema(), &asked.tables, false, Room::Shared)?;
    asked.estimates.options.check()?;
    let mut ending = collector.ending.clone();
    let (write, kind) = asked.format;
    let work = collector.answers.written(&published, &selection, asked.estimates, write, &collector.room);
    // If the collector shuts down first, the work is dropped and so cancelled.
    let body = tokio::select! {
        answer = work => Bytes::from_owner(answer?),
        _ = ending.wait_for(|ending| *ending) => return Err(shutting_down().into()),
    };
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, collector.readers.cached())], body))
}

impl Asked {
    fn read(query: &str) -> Result<Self, Error> {
        let mut asked = Self {
            survey: None,
            plan: None,
            tables: Vec::new(),
            estimates: estimates::Asked::default(),
            format: JSON,
        };
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let value = value.into_owned();
            match name.as_ref() {
                "survey" => asked.survey = Some(value),
                "plan" => asked.plan = Some(value),
                "tables" => asked.tables.push(value),
                "confidence" => asked.estimates.options.confidence = confidence(&value)?,
                "population" => asked.estimates.options.population = Some(population(&value)?),
                "robust" => asked.estimates.options.robust = robust(&value)?,
                "method" => asked.estimates.options.reconstruction = value.parse()?,
                "format" => asked.format = format(&value)?,
                other => return Err(unknown(other)),
            }
        }
        Ok(asked)
    }

    fn published(&self, catalogue: &Catalogue) -> Result<Arc<Published>, Error> {
        match (&self.plan, &self.survey) {
            (Some(plan), _) => catalogue.written(plan),
            (None, Some(survey)) => catalogue.survey(survey),
            (None, None) => catalogue.only(),
        }
    }
}

/// Refuses plain columns: totals change in steps of many reports, but a group may change by just one of them.
fn check_private(plan: &Plan, tables: &[String]) -> Result<(), Error> {
    let is_plain = |name: &&str| plan.plain().iter().any(|column| column.name == **name);
    match tables.iter().flat_map(|table| table.split(',')).find(is_plain) {
        None => Ok(()),
        Some(name) => {
            let message = format!(
                "{name:?} is a plain column, and totals are not released by those: a release could change a small group by one report. \
                 `candor estimate` can read the database instead"
            );
            Err(Error::new(Code::UnknownAttribute, message))
        }
    }
}

fn confidence(value: &str) -> Result<f64, Error> {
    value
        .parse()
        .map_err(|_| Error::new(Code::InvalidConfidence, format!("confidence {value:?} is not a number")))
}

fn format(value: &str) -> Result<Format, Error> {
    match value {
        "json" => Ok(JSON),
        "csv" => Ok(CSV),
        other => {
            let message = format!("format {other:?} is neither json nor csv");
            Err(Error::new(Code::UnknownParameter, message))
        }
    }
}

fn robust(value: &str) -> Result<bool, Error> {
    value.parse().map_err(|_| {
        Error::new(Code::UnknownParameter, format!("robust {value:?} is neither true nor false"))
    })
}

fn population(value: &str) -> Result<u64, Error> {
    value.parse().map_err(|_| {
        Error::new(Code::InvalidPopulation, format!("population {value:?} is not a number of people"))
    })
}

fn shutting_down() -> Error {
    Error::new(Code::ShuttingDown, "the collector is shutting down; ask again later")
}

/// The error for an unknown parameter. Ignoring a misspelt one would return other tables than were asked for.
fn unknown(parameter: &str) -> Error {
    let message = format!(
        "{parameter:?} is not a parameter; these are survey, plan, tables, method, confidence, population, robust, format"
    );
    Error::new(Code::UnknownParameter, message)
}

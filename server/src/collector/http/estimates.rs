//! `GET /estimates`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use candor::{Code, Error};

use super::problem::Problem;
use super::state::Collector;
use crate::collector::catalogue::Catalogue;
use crate::document::estimates::{self, Estimates};
use crate::failure;
use crate::store::Published;
use crate::tables::{Room, Selection};

/// The parameters: `survey` or `plan`, `tables` as often as wanted, `method`, `confidence`, `population`.
#[derive(Default)]
struct Asked {
    survey: Option<String>,
    plan: Option<String>,
    tables: Vec<String>,
    estimates: estimates::Asked,
}

/// Tables estimated from every report stored so far.
pub(super) async fn estimates(
    State(collector): State<Arc<Collector>>,
    RawQuery(query): RawQuery,
) -> Result<impl IntoResponse, Problem> {
    let asked = Asked::read(query.as_deref().unwrap_or_default())?;
    let published = Arc::clone(asked.published(&collector.catalogue)?);
    let selection = Selection::new(published.plan().schema(), &asked.tables, false, Room::Shared)?;
    let named = selection.named();
    let tables = collector.tally.tables(Arc::clone(&published), selection).await?;
    let estimating = move || Estimates::new(published.plan(), tables, named, &asked.estimates);
    let estimates = tokio::task::spawn_blocking(estimating).await;
    let estimates = estimates.map_err(|cause| failure::io("estimating", &cause))??;
    Ok(([(CACHE_CONTROL, "no-cache")], Json(estimates)))
}

impl Asked {
    fn read(query: &str) -> Result<Self, Error> {
        let mut asked = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let value = value.into_owned();
            match name.as_ref() {
                "survey" => asked.survey = Some(value),
                "plan" => asked.plan = Some(value),
                "tables" => asked.tables.push(value),
                "confidence" => asked.estimates.options.confidence = confidence(&value)?,
                "population" => asked.estimates.options.population = Some(population(&value)?),
                "method" => asked.estimates.options.reconstruction = value.parse()?,
                other => return Err(unknown(other)),
            }
        }
        Ok(asked)
    }

    fn published<'c>(&self, catalogue: &'c Catalogue) -> Result<&'c Arc<Published>, Error> {
        match (&self.plan, &self.survey) {
            (Some(plan), _) => catalogue.written(plan),
            (None, Some(survey)) => catalogue.survey(survey),
            (None, None) => catalogue.only(),
        }
    }
}

fn confidence(value: &str) -> Result<f64, Error> {
    value
        .parse()
        .map_err(|_| Error::new(Code::InvalidConfidence, format!("confidence {value:?} is not a number")))
}

fn population(value: &str) -> Result<u64, Error> {
    value.parse().map_err(|_| {
        Error::new(Code::InvalidPopulation, format!("population {value:?} is not a number of people"))
    })
}

/// A misspelt parameter would otherwise be answered with other tables than were meant.
fn unknown(parameter: &str) -> Error {
    let message = format!(
        "{parameter:?} is none of the parameters survey, plan, tables, method, confidence, population"
    );
    Error::new(Code::UnknownParameter, message)
}

//! Parameters that requests for estimates and for scores share.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use candor::plan::Plan;
use candor::{Code, Error};

use super::problem::Problem;
use super::state::AppState;
use crate::answers::Sent;
use crate::catalogue::Catalogue;
use crate::store::Published;

/// Whose totals are asked for: those of a plan, or of the newest plan of a survey; without either those of the only survey.
#[derive(Default)]
pub(super) struct Whose {
    pub(super) survey: Option<String>,
    pub(super) plan: Option<String>,
}

impl Whose {
    /// The plan.
    ///
    /// # Errors
    /// Those of the [`Catalogue`].
    pub(super) fn published(&self, catalogue: &Catalogue) -> Result<Arc<Published>, Error> {
        match (&self.plan, &self.survey) {
            (Some(plan), _) => catalogue.written(plan),
            (None, Some(survey)) => catalogue.survey(survey),
            (None, None) => catalogue.only(),
        }
    }
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Csv,
}

impl Format {
    pub(super) fn read(value: &str) -> Result<Self, Error> {
        match value {
            "json" => Ok(Self::Json),
            "csv" => Ok(Self::Csv),
            other => {
                let message = format!("format {other:?} is neither json nor csv");
                Err(Error::new(Code::UnknownParameter, message))
            }
        }
    }

    const fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }
}

/// Refuses plain columns: totals change in steps of many reports, but a group may change by just one of them.
pub(super) fn check_private<'n>(plan: &Plan, mut names: impl Iterator<Item = &'n str>) -> Result<(), Error> {
    match names.find(|name| plan.plain().iter().any(|column| column.name == **name)) {
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

pub(super) fn confidence(value: &str) -> Result<f64, Error> {
    value
        .parse()
        .map_err(|_| Error::new(Code::InvalidConfidence, format!("confidence {value:?} is not a number")))
}

/// A parameter that is true or false.
pub(super) fn truth(parameter: &str, value: &str) -> Result<bool, Error> {
    value.parse().map_err(|_| {
        Error::new(Code::UnknownParameter, format!("{parameter} {value:?} is neither true nor false"))
    })
}

/// The error for an unknown parameter. Ignoring a misspelt one would return other numbers than were asked for.
pub(super) fn unknown(parameter: &str, known: &str) -> Error {
    Error::new(Code::UnknownParameter, format!("{parameter:?} is not a parameter; these are {known}"))
}

/// The response with an answer that is being worked on. If the collector shuts down first, the work is dropped and so cancelled.
pub(super) async fn response(
    collector: &AppState,
    work: impl Future<Output = Result<Sent, Error>>,
    format: Format,
) -> Result<Response, Problem> {
    let mut ending = collector.ending.clone();
    let body = tokio::select! {
        answer = work => Bytes::from_owner(answer?),
        _ = ending.wait_for(|ending| *ending) => return Err(shutting_down().into()),
    };
    let headers = [(CONTENT_TYPE, format.content_type()), (CACHE_CONTROL, collector.readers.cached())];
    Ok((headers, body).into_response())
}

fn shutting_down() -> Error {
    Error::new(Code::ShuttingDown, "the collector is shutting down; ask again later")
}

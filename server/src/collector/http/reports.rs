//! `POST /reports`.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body as Incoming, Bytes, HttpBody};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use candor::{Code, Error};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Serialize;

use super::intake::{self, Body};
use super::problem::Problem;
use super::state::Collector;
use crate::failure;
use crate::store::Receipt;

/// The most bytes of a body: some 20,000 reports of 40 questions.
const BODY_LIMIT: usize = 4 << 20;

#[derive(Serialize)]
struct Acknowledged {
    accepted: u64,
    repeated: u64,
}

/// Stores reports: 201 when any is new, 200 when all were stored before.
pub(super) async fn submit(
    State(collector): State<Arc<Collector>>,
    headers: HeaderMap,
    body: Incoming,
) -> Response {
    match store(&collector, &headers, body).await {
        Ok(receipt) => acknowledge(&collector, receipt),
        Err(problem) => problem.into_response(),
    }
}

async fn store(collector: &Arc<Collector>, headers: &HeaderMap, body: Incoming) -> Result<Receipt, Problem> {
    let content_type = headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or("?"));
    let kind = Body::of_type(content_type)?;
    // Held until the reports are stored.
    let _room = collector.room.take(most_bytes(&body)?).await?;
    let bytes = read(body).await?;
    let checking = Arc::clone(collector);
    // Thousands of reports take milliseconds to check: not on a thread that serves connections.
    let checked = tokio::task::spawn_blocking(move || intake::read(&checking.catalogue, kind, &bytes));
    let intake = checked.await.map_err(|cause| failure::io("checking reports", &cause))??;
    let outcome = collector.writer.store(intake.arrivals).await?;
    outcome.map_err(|position| Problem::in_line(intake.lines[position], conflict()))
}

fn too_large() -> Error {
    Error::new(Code::TooLarge, format!("a body may have {BODY_LIMIT} bytes"))
}

/// How many bytes a body can have: a length told in advance is refused before the body is sent.
fn most_bytes(body: &Incoming) -> Result<usize, Error> {
    let told = body.size_hint().exact().map_or(Ok(BODY_LIMIT), usize::try_from);
    told.ok().filter(|bytes| *bytes <= BODY_LIMIT).ok_or_else(too_large)
}

async fn read(body: Incoming) -> Result<Bytes, Error> {
    match Limited::new(body, BODY_LIMIT).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(cause) if cause.is::<LengthLimitError>() => Err(too_large()),
        Err(_) => Err(Error::new(Code::IncompleteBody, "the body ended early, or its framing is broken")),
    }
}

fn conflict() -> Error {
    Error::new(
        Code::IdConflict,
        "a report with this id and another record is stored already; the first one stays",
    )
}

fn acknowledge(collector: &Collector, receipt: Receipt) -> Response {
    let Receipt { accepted, repeated } = receipt;
    collector.metrics.repeated(repeated);
    let status = if accepted > 0 { StatusCode::CREATED } else { StatusCode::OK };
    (status, Json(Acknowledged { accepted, repeated })).into_response()
}

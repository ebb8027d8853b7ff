//! `POST /reports`.

use std::sync::Arc;

use axum::Json;
use axum::body::Body as Incoming;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use candor_documents::failure;

use super::body;
use super::decode::{self, Body, SubmissionHeaders};
use super::problem::Problem;
use super::state::AppState;
use crate::store::{Receipt, Refusal, not_taken};

#[derive(Serialize)]
struct Acknowledged {
    accepted: u64,
    repeated: u64,
}

/// Stores reports: 201 if any is new, 200 if all were stored before.
pub(super) async fn submit(
    State(collector): State<Arc<AppState>>,
    headers: HeaderMap,
    body: Incoming,
) -> Response {
    match store(&collector, &headers, body).await {
        Ok(receipt) => acknowledge(&collector, receipt),
        Err(problem) => problem.into_response(),
    }
}

async fn store(collector: &Arc<AppState>, headers: &HeaderMap, body: Incoming) -> Result<Receipt, Problem> {
    let content_type = headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or("?"));
    let kind = Body::of_type(content_type)?;
    let beside = SubmissionHeaders::of(headers)?;
    let (bytes, _room) = body::whole(collector, body).await?;
    let checking = Arc::clone(collector);
    // Checking thousands of reports takes milliseconds, so it does not run on a thread that serves connections.
    let checked =
        tokio::task::spawn_blocking(move || decode::read(&checking.catalogue, kind, &bytes, &beside));
    let decoded = checked.await.map_err(|cause| failure::io("checking reports", &cause))??;
    let outcome = collector.writer.store(decoded.arrivals).await?;
    outcome.map_err(|Refusal { position, code }| Problem::in_line(decoded.lines[position], not_taken(code)))
}

fn acknowledge(collector: &AppState, receipt: Receipt) -> Response {
    let Receipt { accepted, repeated } = receipt;
    collector.metrics.repeated(repeated);
    let status = if accepted > 0 { StatusCode::CREATED } else { StatusCode::OK };
    (status, Json(Acknowledged { accepted, repeated })).into_response()
}

//! Routes for authors: listing, publishing, closing and deleting plans of surveys whose names belong to them.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use candor::plan::{Caps, Plan};
use candor::{Code, Error};
use candor_documents::day::Day;
use candor_documents::failure;
use serde::Serialize;

use super::body;
use super::parameters::unknown;
use super::place::Placed;
use super::plans::Listed;
use super::problem::Problem;
use super::state::AppState;
use crate::edit::{Edit, Edited};
use crate::store::{Growth, Published};

#[derive(Serialize)]
struct PublishedPlan {
    fingerprint: String,
}

#[derive(Serialize)]
struct Deleted {
    reports: u64,
}

/// A plan as its author has it.
#[derive(Serialize)]
struct Own {
    #[serde(flatten)]
    listed: Listed,
    last_growth: Option<Growth>,
}

/// `GET /plans`: the plans of surveys that belong to whoever asks, the newest last, as `GET /surveys` has them, and by how many reports
/// their totals grew on the last day on which they did.
pub(super) async fn plans(
    State(collector): State<Arc<AppState>>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let author = collector.authors.author(&headers)?;
    let plans = collector.catalogue.plans();
    let own = plans.iter().filter(|published| published.is_of(&author));
    let own = own.map(|published| Own {
        listed: Listed::new(published, collector.release),
        last_growth: published.totals().last_growth,
    });
    Ok(([(CACHE_CONTROL, "private, no-store")], Json(own.collect::<Vec<_>>())))
}

/// `POST /plans`: publishes a plan; 201, or 200 if it was published before. With `kept` its reports are deleted when that day is over.
pub(super) async fn publish(
    State(collector): State<Arc<AppState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, Problem> {
    let author = collector.authors.author(&headers)?;
    let kept = last_day(query.as_deref().unwrap_or_default())?;
    let (bytes, _room) = body::whole(&collector, body).await?;
    let reading = tokio::task::spawn_blocking(move || {
        let text = core::str::from_utf8(&bytes);
        let text = text.map_err(|_| Error::new(Code::InvalidPlan, "the plan is not UTF-8"))?;
        Plan::from_json(text, &Caps::default())
    });
    let plan = reading.await.map_err(|cause| failure::io("reading a plan", &cause))??;
    let fingerprint = plan.fingerprint().to_string();
    let status = match collector.writer.edit(Edit::Publish { plan: Box::new(plan), author, kept }).await? {
        Edited::Published => StatusCode::CREATED,
        _ => StatusCode::OK,
    };
    Ok((status, Json(PublishedPlan { fingerprint })))
}

/// The last day on which reports are kept, if the parameters of a request name one.
fn last_day(query: &str) -> Result<Option<Day>, Error> {
    let mut kept = None;
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "kept" => kept = Some(Day::new(&value)?),
            other => return Err(unknown(other, "kept")),
        }
    }
    Ok(kept)
}

/// `POST /plans/{fingerprint}/close`: closes the plan to new reports.
pub(super) async fn close(
    State(collector): State<Arc<AppState>>,
    Placed(fingerprint): Placed<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let published = own(&collector, &fingerprint, &headers)?;
    collector.writer.edit(Edit::Close(published.number())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /plans/{fingerprint}`: deletes the plan and its reports.
pub(super) async fn delete(
    State(collector): State<Arc<AppState>>,
    Placed(fingerprint): Placed<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let published = own(&collector, &fingerprint, &headers)?;
    match collector.writer.edit(Edit::Delete(published.number())).await? {
        Edited::Deleted(reports) => Ok(Json(Deleted { reports }).into_response()),
        _ => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

/// Returns a plan, if its survey's name belongs to whoever asks.
pub(super) fn own(
    collector: &AppState,
    fingerprint: &str,
    headers: &HeaderMap,
) -> Result<Arc<Published>, Error> {
    let author = collector.authors.author(headers)?;
    let published = collector.catalogue.written(fingerprint)?;
    if published.is_of(&author) {
        return Ok(published);
    }
    let message = format!("plan {fingerprint} does not belong to the owner of this token");
    Err(Error::new(Code::Forbidden, message))
}

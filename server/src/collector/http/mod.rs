//! Routes: what is asked over HTTP and what is answered.
//!
//! | route | answer |
//! |---|---|
//! | `GET /surveys` | the plans, with how many reports each has, and how near its standard errors are to the bound |
//! | `GET /surveys/{name}` | the newest plan of a survey |
//! | `GET /plans/{fingerprint}` | a plan, for ever the same |
//! | `POST /reports` | stores one report, or NDJSON all or nothing |
//! | `GET /estimates` | estimated tables |
//! | `GET /healthz`, `GET /metrics` | for whoever runs it |
//! | anything else | static files |
//!
//! Errors are problem documents [RFC 9457] with the SDK's code.

mod estimates;
mod headers;
mod inline;
mod intake;
mod page;
mod plans;
mod problem;
mod reports;
mod state;

use core::time::Duration;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use candor::{Code, Error};
use tower::util::MapResponseLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use self::problem::{Problem, Refused};
pub use self::state::Collector;
use super::metrics::Metrics;

/// How long a request may take from its headers to its answer.
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);

/// All routes; `page` is a directory of static files.
///
/// # Errors
/// `io` when the directory cannot be read.
pub fn router(collector: Arc<Collector>, page: Option<&Path>) -> Result<Router, Error> {
    let inline = page.map_or(Ok(Vec::new()), inline::hashes)?;
    let policy = headers::policy(&inline)?;
    let public = Router::new()
        .route("/surveys", get(plans::surveys))
        .route("/surveys/{name}", get(plans::newest))
        .route("/plans/{fingerprint}", get(plans::plan))
        .route("/reports", post(reports::submit))
        .route("/estimates", get(estimates::estimates))
        .method_not_allowed_fallback(other_methods)
        .layer(headers::any_origin());
    let counting = Arc::clone(&collector);
    let router = public.route("/healthz", get(healthz)).route("/metrics", get(metrics)).with_state(collector);
    let router = match page {
        Some(directory) => router.fallback_service(page::files(directory)),
        None => router.fallback(nothing_here),
    };
    Ok(router
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, ANSWERED_WITHIN))
        .layer(MapResponseLayer::new(move |response| counted(response, &counting.metrics)))
        .layer(MapResponseLayer::new(move |response| headers::secured(response, policy.clone()))))
}

/// Counts refusals of every kind: those without a code of their own by what their status says.
fn counted(response: Response, metrics: &Metrics) -> Response {
    let status = response.status();
    match response.extensions().get::<Refused>() {
        Some(Refused(code)) => metrics.refused(code.as_str()),
        None if status == StatusCode::REQUEST_TIMEOUT => metrics.refused("timeout"),
        None if status.is_client_error() || status.is_server_error() => metrics.refused("other"),
        None => {}
    }
    response
}

async fn healthz() -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store")], "ok\n")
}

async fn metrics(State(collector): State<Arc<Collector>>) -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4"), (CACHE_CONTROL, "no-store")];
    (headers, collector.metrics.text())
}

async fn nothing_here() -> Problem {
    Problem::nothing_here()
}

async fn other_methods(method: Method) -> Problem {
    Error::new(Code::MethodNotAllowed, format!("{method} is not done here; `Allow` lists what is")).into()
}

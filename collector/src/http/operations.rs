//! Routes for the operator, on an address of their own, so that respondents' requests cannot crowd them out.
//!
//! | route | answer |
//! |---|---|
//! | `GET /healthz` | the collector's health; 503 if something does not work |
//! | `GET /metrics` | counters in Prometheus' text format |

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::from_fn;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};

use super::state::AppState;
use super::{framing, nothing_here, other_methods};

/// Builds the operator's routes.
pub fn router(collector: Arc<AppState>) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics))
        .method_not_allowed_fallback(other_methods)
        .fallback(nothing_here)
        .layer(from_fn(framing::unambiguous))
        .with_state(collector)
}

async fn healthz(State(collector): State<Arc<AppState>>) -> impl IntoResponse {
    let condition = collector.health.condition();
    let status = if condition.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, [(CACHE_CONTROL, "no-store")], Json(condition))
}

async fn metrics(State(collector): State<Arc<AppState>>) -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4"), (CACHE_CONTROL, "no-store")];
    (
        headers,
        collector.metrics.text(
            &collector.catalogue.plans(),
            collector.answers.made(),
            &collector.observer.load(),
        ),
    )
}

//! For whoever runs the collector, on an address of its own: respondents cannot keep it from answering.
//!
//! | route | answer |
//! |---|---|
//! | `GET /healthz` | what works, 503 where something does not |
//! | `GET /metrics` | counters in Prometheus' text format |

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};

use super::state::Collector;
use super::{nothing_here, other_methods};

/// The routes.
pub fn router(collector: Arc<Collector>) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics))
        .method_not_allowed_fallback(other_methods)
        .fallback(nothing_here)
        .with_state(collector)
}

async fn healthz(State(collector): State<Arc<Collector>>) -> impl IntoResponse {
    let condition = collector.health.condition();
    let status = if condition.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, [(CACHE_CONTROL, "no-store")], Json(condition))
}

async fn metrics(State(collector): State<Arc<Collector>>) -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4"), (CACHE_CONTROL, "no-store")];
    (
        headers,
        collector.metrics.text(&collector.catalogue.plans(), collector.answers.made(), &collector.load()),
    )
}

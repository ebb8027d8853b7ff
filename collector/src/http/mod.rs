//! The HTTP routes.
//!
//! | route | answer |
//! |---|---|
//! | `GET /surveys` | all plans, with the state and schedule of their totals, their accuracy relative to the bound, and their unidentifiable pairs |
//! | `GET /surveys/{name}` | the newest plan of a survey |
//! | `GET /plans/{fingerprint}` | a plan, which never changes |
//! | `POST /plans`, `POST /plans/{fingerprint}/close`, `DELETE /plans/{fingerprint}` | for authors: publish, close, delete |
//! | `POST /plans/{fingerprint}/invitations` | for authors: issue invitations |
//! | `GET /plans/{fingerprint}/key`, `POST /plans/{fingerprint}/signatures` | exchange blind invitations for signatures |
//! | `DELETE /plans/{fingerprint}/reports/{id}` | withdraws a report, for whoever has its secret |
//! | `POST /reports` | stores one report, or all reports of an NDJSON body or none |
//! | `GET /estimates` | estimated tables, for whoever may read them |
//! | `GET /scores`, `GET /rankings` | estimated scores and rankings, for the same |
//! | `GET /openapi.json` | describes these routes to programs |
//! | anything else | static files |
//!
//! [`operations`] has the operator's routes. Errors are problem documents [RFC 9457] with the SDK's code.

mod access;
mod authors;
mod body;
mod decode;
mod estimates;
mod framing;
mod headers;
mod inline;
mod invitations;
mod openapi;
pub mod operations;
pub mod page;
mod parameters;
mod place;
mod plans;
mod problem;
mod reports;
mod state;
mod statistics;
mod withdrawal;

use core::time::Duration;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use candor::{Code, Error};
use tower::util::MapResponseLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

pub use self::access::{Authors, Readers};
use self::problem::{Problem, Refused};
pub use self::state::AppState;

/// The longest time from a request's headers to its response.
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);

/// The most bytes of a path.
const PATH_LIMIT: usize = 4096;

/// Builds all routes; `page` is a directory of static files.
///
/// # Errors
/// `io` when the directory cannot be read.
pub fn router(collector: Arc<AppState>, page: Option<&Path>) -> Result<Router, Error> {
    let inline = page.map_or(Ok(Vec::new()), inline::hashes)?;
    let policies = headers::Policies::new(&inline)?;
    let public = Router::new()
        .route("/openapi.json", get(openapi::document))
        .route("/surveys", get(plans::surveys))
        .route("/surveys/{name}", get(plans::newest))
        .route("/plans", get(authors::plans).post(authors::publish))
        .route("/plans/{fingerprint}", get(plans::plan).delete(authors::delete))
        .route("/plans/{fingerprint}/close", post(authors::close))
        .route("/plans/{fingerprint}/invitations", post(invitations::issue))
        .route("/plans/{fingerprint}/key", get(invitations::key))
        .route("/plans/{fingerprint}/signatures", post(invitations::exchange))
        .route("/plans/{fingerprint}/reports/{id}", delete(withdrawal::withdraw))
        .route("/reports", post(reports::submit))
        .route("/estimates", get(estimates::estimates))
        .route("/scores", get(statistics::scores))
        .route("/rankings", get(statistics::rankings))
        .method_not_allowed_fallback(other_methods)
        .layer(headers::any_origin());
    let counting = Arc::clone(&collector);
    let router = public.with_state(collector);
    let router = match page {
        Some(directory) => router.fallback_service(page::files(directory)?),
        None => router.fallback(nothing_here),
    };
    Ok(router
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(acceptable))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, ANSWERED_WITHIN))
        .layer(MapResponseLayer::new(move |response| counted(response, &counting)))
        .layer(MapResponseLayer::new(move |response| headers::secured(response, &policies))))
}

/// Counts refusals by code, or by status if they have no code. Failures of the collector go to the log.
fn counted(response: Response, collector: &AppState) -> Response {
    let (status, metrics) = (response.status(), &collector.metrics);
    match response.extensions().get::<Refused>() {
        Some(Refused(error)) => {
            metrics.refused(error.code().as_str());
            if status == StatusCode::INTERNAL_SERVER_ERROR {
                collector.health.failed(error);
            }
        }
        None if status == StatusCode::REQUEST_TIMEOUT => metrics.refused("timeout"),
        None if status.is_client_error() || status.is_server_error() => metrics.refused("other"),
        None => {}
    }
    response
}

/// Refuses ambiguous requests, and paths that are too long for any file system.
async fn acceptable(request: Request, next: Next) -> Response {
    if let Some(refused) = framing::refusal(&request) {
        return refused;
    }
    let length = request.uri().path().len();
    if length > PATH_LIMIT {
        let message = format!("the path has {length} bytes; the limit is {PATH_LIMIT}");
        return Problem::from(Error::new(Code::UriTooLong, message)).into_response();
    }
    next.run(request).await
}

async fn nothing_here() -> Problem {
    Problem::nothing_here()
}

async fn other_methods(method: Method) -> Problem {
    Error::new(
        Code::MethodNotAllowed,
        format!("this path does not answer {method}; the header `Allow` lists what it answers"),
    )
    .into()
}

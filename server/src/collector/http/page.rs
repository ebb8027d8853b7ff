//! Static files: the respondents' page at `/`, the dashboard at `/dashboard`.

use std::path::Path;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::services::{ServeDir, ServeFile};

use super::problem::Problem;

/// The files of a directory, gzipped ones (`app.js.gz`) where the browser takes them.
///
/// `/dashboard` is `dashboard.html`, or `index.html` for a page that routes by itself.
pub(super) fn files(directory: &Path) -> Router {
    let dashboard = directory.join("dashboard.html");
    let dashboard = if dashboard.is_file() { dashboard } else { directory.join("index.html") };
    Router::new()
        .route_service("/dashboard", ServeFile::new(dashboard).precompressed_gzip())
        .fallback_service(ServeDir::new(directory).precompressed_gzip())
        .layer(middleware::from_fn(cached))
}

/// Files under `/assets/` have a hash of their content in their name and never change; all others are
/// asked for anew, and answered with 304 while they are the same.
async fn cached(request: Request, next: Next) -> Response {
    let hashed = request.uri().path().starts_with("/assets/");
    let mut response = next.run(request).await;
    if response.status() == StatusCode::NOT_FOUND {
        return Problem::nothing_here().into_response();
    }
    let cached = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(cached));
    response
}

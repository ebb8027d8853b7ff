//! Headers of every answer.

use axum::http::Method;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::Response;
use tower_http::cors::{Any, CorsLayer};

/// Scripts, workers and requests stay with this origin; WebAssembly may be compiled; nothing may frame
/// the page or receive a form.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The answer with the headers that keep a browser from doing more than it is meant to.
pub(super) async fn secured(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Pages of any origin may fetch plans and send reports: respondents are safer where the page does not
/// come from whoever collects. Nothing here depends on cookies, and none are allowed.
pub(super) fn any_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([CONTENT_TYPE])
}

//! Headers of every answer.

use axum::http::Method;
use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::response::Response;
use candor::Error;
use tower_http::cors::{Any, CorsLayer};

use crate::failure;

/// What a browser may do with any answer: scripts, workers and requests stay with this origin, but for the
/// `inline` scripts of its own pages, by hash; WebAssembly may be compiled; nothing may frame the page or receive
/// a form.
///
/// # Errors
/// `io` where a hash is none.
pub(super) fn policy(inline: &[String]) -> Result<HeaderValue, Error> {
    let hashes: String = inline.iter().map(|hash| format!(" 'sha256-{hash}'")).collect();
    let policy = format!(
        "default-src 'self'; script-src 'self'{hashes} 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data:; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
         form-action 'none'"
    );
    HeaderValue::try_from(policy).map_err(|cause| failure::io("the pages' scripts", &cause))
}

/// The answer with the headers that keep a browser from doing more than it is meant to.
pub(super) fn secured(mut response: Response, policy: HeaderValue) -> Response {
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Pages of any origin may fetch plans and send reports: respondents are safer where the page does not
/// come from whoever collects. Nothing here depends on cookies, and none are allowed.
pub(super) fn any_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE])
}

//! Headers of every answer.

use axum::http::Method;
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
    REFERRER_POLICY, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::Response;
use candor::Error;
use tower_http::cors::{Any, CorsLayer};

use crate::failure;

/// Nobody keeps the answer.
pub(super) const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// What a report is admitted with.
pub(super) const INVITATION: HeaderName = HeaderName::from_static("candor-invitation");

/// SHA-256 of the secret that withdraws a report, in base64url.
pub(super) const WITHDRAWAL: HeaderName = HeaderName::from_static("candor-withdrawal");

/// What a browser may do with an answer: scripts, workers and requests stay with this origin, but for the `inline` scripts of
/// its own pages, by hash; WebAssembly may be compiled; nothing may receive a form.
#[derive(Clone)]
pub(super) struct Policies {
    /// Nothing may frame the page.
    alone: HeaderValue,
    /// Any page may.
    framed: HeaderValue,
}

impl Policies {
    /// # Errors
    /// `io` where a hash is none.
    pub(super) fn new(inline: &[String]) -> Result<Self, Error> {
        Ok(Self { alone: policy(inline, "'none'")?, framed: policy(inline, "*")? })
    }
}

fn policy(inline: &[String], ancestors: &str) -> Result<HeaderValue, Error> {
    let hashes: String = inline.iter().map(|hash| format!(" 'sha256-{hash}'")).collect();
    let policy = format!(
        "default-src 'self'; script-src 'self'{hashes} 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data:; connect-src 'self'; worker-src 'self'; frame-ancestors {ancestors}; base-uri 'none'; \
         form-action 'none'"
    );
    HeaderValue::try_from(policy).map_err(|cause| failure::io("the pages' scripts", &cause))
}

/// Marks the answer that is the page made for frames.
#[derive(Clone, Copy)]
pub(super) struct Framed;

/// The answer with the headers that keep a browser from doing more than it is meant to.
pub(super) fn secured(mut response: Response, policies: &Policies) -> Response {
    let framed = response.extensions().get::<Framed>().is_some();
    let policy = if framed { &policies.framed } else { &policies.alone };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy.clone());
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
        .allow_headers([AUTHORIZATION, CONTENT_TYPE, INVITATION, WITHDRAWAL])
        .expose_headers([RETRY_AFTER])
}

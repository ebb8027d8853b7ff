//! Headers of requests and of every response.

use axum::http::Method;
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
    REFERRER_POLICY, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::Response;
use candor::Error;
use candor_documents::failure;
use tower_http::cors::{Any, CorsLayer};

/// Forbids caches to store the response.
pub(super) const NO_STORE: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

/// The header with a report's proof of invitation.
pub(super) const INVITATION: HeaderName = HeaderName::from_static("candor-invitation");

/// The header with the SHA-256 of the secret that withdraws a report, in base64url.
pub(super) const WITHDRAWAL: HeaderName = HeaderName::from_static("candor-withdrawal");

/// Content security policies of responses: scripts, workers and requests are limited to this origin, plus the `inline` scripts of its own
/// pages, named by hash; WebAssembly may be compiled; forms cannot be submitted.
#[derive(Clone)]
pub(super) struct Policies {
    /// For pages that nothing may frame.
    alone: HeaderValue,
    /// For a page that any page may frame.
    framed: HeaderValue,
}

impl Policies {
    /// # Errors
    /// `io` if a hash cannot stand in a header.
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

/// Marks the response with the page that is made for frames.
#[derive(Clone, Copy)]
pub(super) struct Framed;

/// Adds the security headers to a response.
pub(super) fn secured(mut response: Response, policies: &Policies) -> Response {
    let framed = response.extensions().get::<Framed>().is_some();
    let policy = if framed { &policies.framed } else { &policies.alone };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy.clone());
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Lets pages of any origin fetch plans and send reports: respondents are safer if the page does not come from whoever collects. No route
/// depends on cookies, and credentials are not allowed.
pub(super) fn any_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE, INVITATION, WITHDRAWAL])
        .expose_headers([RETRY_AFTER])
}

//! Refuses requests that another server, such as a proxy in front, could take for other ones [RFC 9112, sections 3.2 and 6.1].

use axum::extract::Request;
use axum::http::header::{CONNECTION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use candor::{Code, Error};

use super::problem::Problem;

/// Refuses ambiguous requests.
pub(super) async fn unambiguous(request: Request, next: Next) -> Response {
    match refusal(&request) {
        None => next.run(request).await,
        Some(refused) => refused,
    }
}

/// The refusal of a request with no `Host` or more than one, or with a `Transfer-Encoding` other than `chunked` alone; it closes the
/// connection.
pub(super) fn refusal(request: &Request) -> Option<Response> {
    let why = ambiguity(request.version(), request.headers())?;
    let mut refused = Problem::from(Error::new(Code::InvalidRequest, why)).into_response();
    refused.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    Some(refused)
}

fn ambiguity(version: Version, headers: &HeaderMap) -> Option<&'static str> {
    // Later versions have neither.
    if version > Version::HTTP_11 {
        return None;
    }
    host_fault(version, headers).or_else(|| coding_fault(headers))
}

fn host_fault(version: Version, headers: &HeaderMap) -> Option<&'static str> {
    let mut hosts = headers.get_all(HOST).iter();
    let is_host = |host: &HeaderValue| {
        Authority::try_from(host.as_bytes()).is_ok_and(|authority| !authority.as_str().contains('@'))
    };
    match (hosts.next(), hosts.next()) {
        (None, _) if version == Version::HTTP_11 => Some("the request has no header `Host`"),
        (_, Some(_)) => Some("the request has more than one header `Host`"),
        (Some(host), None) if !is_host(host) => Some("the header `Host` is not a host"),
        _ => None,
    }
}

fn coding_fault(headers: &HeaderMap) -> Option<&'static str> {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => None,
        _ if headers.contains_key(CONTENT_LENGTH) => {
            Some("the request has both `Content-Length` and `Transfer-Encoding`")
        }
        (Some(coding), None) if coding.as_bytes().eq_ignore_ascii_case(b"chunked") => None,
        _ => Some("`Transfer-Encoding` can be `chunked` alone"),
    }
}

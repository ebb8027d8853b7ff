//! Refuses requests that another server, such as a proxy in front, could take for other ones [RFC 9112, sections 3.2 and 6.1].

use axum::extract::Request;
use axum::http::header::{CONNECTION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use candor::{Code, Error};

use super::problem::Problem;

/// Refuses a request with no `Host` or more than one, or with a `Transfer-Encoding` other than `chunked` alone, and closes the connection.
pub(super) async fn unambiguous(request: Request, next: Next) -> Response {
    match ambiguity(request.version(), request.headers()) {
        None => next.run(request).await,
        Some(why) => {
            let mut refused = Problem::from(Error::new(Code::InvalidRequest, why)).into_response();
            refused.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            refused
        }
    }
}

fn ambiguity(version: Version, headers: &HeaderMap) -> Option<&'static str> {
    if version > Version::HTTP_11 {
        // Later versions have neither.
        return None;
    }
    let hosts: Vec<&HeaderValue> = headers.get_all(HOST).iter().collect();
    let is_host = |host: &HeaderValue| {
        Authority::try_from(host.as_bytes()).is_ok_and(|authority| !authority.as_str().contains('@'))
    };
    let codings: Vec<&HeaderValue> = headers.get_all(TRANSFER_ENCODING).iter().collect();
    let is_chunked = |coding: &HeaderValue| coding.as_bytes().eq_ignore_ascii_case(b"chunked");
    match (&hosts[..], &codings[..]) {
        ([], _) if version == Version::HTTP_11 => Some("the request has no header `Host`"),
        ([_, _, ..], _) => Some("the request has more than one header `Host`"),
        ([host], _) if !is_host(host) => Some("the header `Host` is not a host"),
        (_, [_, ..]) if headers.contains_key(CONTENT_LENGTH) => {
            Some("the request has both `Content-Length` and `Transfer-Encoding`")
        }
        (_, []) => None,
        (_, [coding]) if is_chunked(coding) => None,
        _ => Some("`Transfer-Encoding` can be `chunked` alone"),
    }
}

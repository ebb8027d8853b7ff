//! Errors as problem documents [RFC 9457].

use axum::Extension;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use candor::{Code, Error};
use serde::Serialize;

/// The error behind a refusal, for metrics and the log.
#[derive(Clone)]
pub(super) struct Refused(pub(super) Error);

/// Seconds after which an overloaded collector may be asked again.
const LATER: &str = "2";

/// A refusal: `{"type":"urn:candor:<code>","title","status","detail","code"}`, with the line of the error in NDJSON.
pub(super) struct Problem {
    error: Error,
    line: Option<usize>,
}

#[derive(Serialize)]
struct Document<'e> {
    r#type: String,
    title: String,
    status: u16,
    detail: &'e str,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

impl Problem {
    /// An error in a line of NDJSON.
    pub(super) fn in_line(line: Option<usize>, error: Error) -> Self {
        Self { error, line }
    }

    /// The error for a path that does not exist.
    pub(super) fn nothing_here() -> Self {
        Error::new(Code::NotFound, "there is nothing at this path").into()
    }

    /// The message for the client. The causes of the collector's own failures are for its operator, in the log only.
    fn detail(&self) -> &str {
        if self.status() != StatusCode::INTERNAL_SERVER_ERROR {
            return self.error.message();
        }
        "the collector failed; its log says why"
    }

    fn status(&self) -> StatusCode {
        // Every code has a valid status.
        StatusCode::from_u16(self.error.code().http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self { error, line: None }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (code, status) = (self.error.code(), self.status());
        let document = Document {
            r#type: format!("urn:candor:{code}"),
            title: title(code.as_str()),
            status: status.as_u16(),
            detail: self.detail(),
            code: code.as_str(),
            line: self.line,
        };
        // Strings and small integers can always be serialized.
        let body = serde_json::to_string(&document).unwrap_or_default();
        let headers = [(CONTENT_TYPE, "application/problem+json"), (CACHE_CONTROL, "no-store")];
        let later = (status == StatusCode::SERVICE_UNAVAILABLE).then_some([(RETRY_AFTER, LATER)]);
        let who = (status == StatusCode::UNAUTHORIZED).then_some([(WWW_AUTHENTICATE, "Bearer")]);
        (status, Extension(Refused(self.error)), headers, later, who, body).into_response()
    }
}

/// Turns a code into words: `id-conflict` becomes "Id conflict".
fn title(code: &str) -> String {
    let words = code.replace('-', " ");
    let (first, rest) = words.split_at(words.len().min(1));
    first.to_uppercase() + rest
}

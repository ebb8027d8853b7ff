//! Errors as problem documents [RFC 9457].

use axum::Extension;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use candor::{Code, Error};
use serde::Serialize;

/// Why a request was refused, for those that count and log it.
#[derive(Clone)]
pub(super) struct Refused(pub(super) Error);

/// Seconds after which what was too much may be asked again.
const LATER: &str = "2";

/// A refusal: `{"type":"urn:candor:<code>","title","status","detail","code"}`, with the line where the
/// fault is in NDJSON.
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
    /// A fault in a line of NDJSON.
    pub(super) fn in_line(line: Option<usize>, error: Error) -> Self {
        Self { error, line }
    }

    /// A path that leads nowhere.
    pub(super) fn nothing_here() -> Self {
        Error::new(Code::NotFound, "there is nothing at this path").into()
    }

    /// What the client is told. What failed here is for whoever runs the collector: their log has it, the client does not.
    fn detail(&self) -> &str {
        if self.status() != StatusCode::INTERNAL_SERVER_ERROR {
            return self.error.message();
        }
        "the collector failed; its log says why"
    }

    fn status(&self) -> StatusCode {
        // Every code's status is one.
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
        // Strings and small integers are always JSON.
        let body = serde_json::to_string(&document).unwrap_or_default();
        let headers = [(CONTENT_TYPE, "application/problem+json"), (CACHE_CONTROL, "no-store")];
        let later = (status == StatusCode::SERVICE_UNAVAILABLE).then_some([(RETRY_AFTER, LATER)]);
        let who = (status == StatusCode::UNAUTHORIZED).then_some([(WWW_AUTHENTICATE, "Bearer")]);
        (status, Extension(Refused(self.error)), headers, later, who, body).into_response()
    }
}

/// The code as words: `id-conflict` is "Id conflict".
fn title(code: &str) -> String {
    let words = code.replace('-', " ");
    let (first, rest) = words.split_at(words.len().min(1));
    first.to_uppercase() + rest
}

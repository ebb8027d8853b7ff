//! Errors as problem documents [RFC 9457].

use std::io::{self, Write};

use axum::Extension;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use candor::{Code, Error};
use serde::Serialize;

/// The code of a refusal, for those that count them.
#[derive(Clone, Copy)]
pub(super) struct Refused(pub(super) Code);

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
        // Nobody reads a log that cannot be written.
        drop(writeln!(io::stderr().lock(), "candor: {}", self.error));
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
        let headers = [(CONTENT_TYPE, "application/problem+json"), (CACHE_CONTROL, "no-store")];
        // Strings and small integers are always JSON.
        let body = serde_json::to_string(&document).unwrap_or_default();
        (status, Extension(Refused(code)), headers, body).into_response()
    }
}

/// The code as words: `id-conflict` is "Id conflict".
fn title(code: &str) -> String {
    let words = code.replace('-', " ");
    let (first, rest) = words.split_at(words.len().min(1));
    first.to_uppercase() + rest
}

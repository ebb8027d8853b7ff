//! One error for the whole SDK: a stable code for programs, a sentence for people.
//!
//! The message names the value that was given and the rule it broke. It never holds an answer: a
//! true answer must not reach a log, a screen or a network through an error.

use alloc::borrow::Cow;
use core::fmt;

/// Why a document, a request or an answer was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    code: &'static str,
    message: Cow<'static, str>,
}

impl Error {
    /// An error with a stable kebab-case `code` and a sentence naming value and rule.
    pub fn new(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into() }
    }

    /// The stable code, the same in Rust, JavaScript and HTTP.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The sentence for people.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Error {}

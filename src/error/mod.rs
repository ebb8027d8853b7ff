//! The error type of the whole SDK: a stable code for programs and a sentence for people.
//!
//! The message names the given value and the rule it broke. It never holds an answer: a
//! true answer must not reach a log, a screen or a network through an error.

mod code;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

pub use self::code::Code;
use self::code::Named;

/// Why a document, a request or an answer was refused.
///
/// ```
/// use candor::{Code, Error};
///
/// let refused = Error::new(Code::InvalidEpsilon, "ε of attribute 0 is -1; it must be above 0");
/// assert_eq!(refused.code(), Code::InvalidEpsilon);
/// assert_eq!((refused.code_text(), refused.message()), ("invalid-epsilon", "ε of attribute 0 is -1; it must be above 0"));
/// assert_eq!(refused.at("survey.json").to_string(), "survey.json: ε of attribute 0 is -1; it must be above 0");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    code: &'static Named,
    message: Cow<'static, str>,
}

impl Error {
    /// Creates an error from a stable code and a sentence that names value and rule.
    #[inline(always)]
    pub fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code: code.named(), message: message.into() }
    }

    /// The stable code, the same in Rust, JavaScript and HTTP.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code.code
    }

    /// The text of the code.
    #[must_use]
    pub fn code_text(&self) -> &'static str {
        self.code.text
    }

    /// The sentence for people.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the error with the place where it was found before its message: a file, a row, a line.
    #[must_use]
    pub fn at(&self, place: impl fmt::Display) -> Self {
        Self { code: self.code, message: alloc::format!("{place}: {}", self.message).into() }
    }
}

/// Collects what `each` returns for every item, or returns the first error. A `collect` into a `Result` takes several times as much space in
/// the modules of the npm package.
pub(crate) fn every<T, U>(
    of: impl IntoIterator<Item = T>,
    mut each: impl FnMut(T) -> Result<U, Error>,
) -> Result<Vec<U>, Error> {
    let mut made = Vec::new();
    for one in of {
        made.push(each(one)?);
    }
    Ok(made)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Error {}

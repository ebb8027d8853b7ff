//! The error of a program that was built without a part.

use candor::{Code, Error};

/// Names what is absent, and the feature of the crate that has it (`not-included`).
#[must_use]
pub fn error(what: &str, feature: &str) -> Error {
    let message = format!("{what}: this program was built without the feature `{feature}`");
    Error::new(Code::NotIncluded, message)
}

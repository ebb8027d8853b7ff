//! Errors with a place, and the exit status they lead to.
//!
//! The command line and the collector speak the SDK's own [`Error`]: a stable code and a sentence.
//! They add the codes `io`, `invalid-csv`, `unknown-column`, `invalid-counts`, `id-conflict`, `invalid-key`, `signature-mismatch`,
//! `too-large`, `not-found`, `needs-a-file`, `method-not-allowed`, `unsupported-media-type`, `incomplete-body` and
//! `shutting-down`.

use core::fmt::Display;
use std::io;
use std::path::Path;

use candor::Error;

/// The same error, told with the place it was found at: a file, a row, a line.
#[must_use]
pub fn at(place: impl Display, error: &Error) -> Error {
    Error::new(error.code(), format!("{place}: {error}"))
}

/// A file that could not be read or written (`io`).
#[must_use]
pub fn file(path: &Path, cause: &io::Error) -> Error {
    io(path.display(), cause)
}

/// Anything else the operating system or the database refused (`io`).
#[must_use]
pub fn io(what: impl Display, cause: &dyn Display) -> Error {
    Error::new("io", format!("{what}: {cause}"))
}

/// 2 for input that has to be changed, 1 for what may succeed when tried again.
#[must_use]
pub fn exit_status(error: &Error) -> u8 {
    match error.code() {
        "io" | "entropy-unavailable" | "broken-promise" => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_comes_first_and_the_code_stays() {
        let error = at("row 3 (line 4)", &Error::new("missing-answer", "attribute \"age\" has no answer"));
        assert_eq!(error.code(), "missing-answer");
        assert_eq!(error.message(), "row 3 (line 4): attribute \"age\" has no answer");
    }

    #[test]
    fn bad_input_and_other_failures_exit_differently() {
        assert_eq!(exit_status(&Error::new("unknown-column", "")), 2);
        assert_eq!(exit_status(&Error::new("io", "")), 1);
        assert_eq!(exit_status(&Error::new("broken-promise", "")), 1);
    }
}

//! Failures of the operating system as the SDK's own [`Error`], and files that have to be text.

use core::fmt::Display;
use std::path::Path;
use std::{fs, io};

use candor::{Code, Error};

/// The error of a file that could not be read or written (`io`).
#[must_use]
pub fn file(path: &Path, cause: &io::Error) -> Error {
    io(path.display(), cause)
}

/// The error of any other failure of the operating system or the database (`io`).
#[must_use]
pub fn io(what: impl Display, cause: &dyn Display) -> Error {
    Error::new(Code::Io, format!("{what}: {cause}"))
}

/// Reads a text file.
///
/// # Errors
/// `io`, naming the file; the code `otherwise`, with file and line, where it is not UTF-8.
pub fn text(path: &Path, otherwise: Code) -> Result<String, Error> {
    let bytes = fs::read(path).map_err(|cause| file(path, &cause))?;
    String::from_utf8(bytes).map_err(|cause| {
        let valid = &cause.as_bytes()[..cause.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
        Error::new(otherwise, format!("{}: line {line}: not UTF-8 text", path.display()))
    })
}

//! Failures of the operating system as the SDK's own [`Error`].

use core::fmt::Display;
use std::io;
use std::path::Path;

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

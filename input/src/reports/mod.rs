//! Counts perturbed reports from NDJSON, CSV, Parquet or a collector's database while reading them.

mod database;
mod id;
#[cfg(feature = "parquet")]
pub mod parquet;

use std::io::BufRead;
use std::path::Path;

use candor::{Code, Error};
use candor_collector::store::Location;
use candor_documents::failure;
#[cfg(not(feature = "parquet"))]
use candor_documents::not_included;

pub use candor_documents::reports::{Tally, read_text};
pub use id::id_of;

use crate::source::{self, Source};
use crate::watch::Watch;

/// Counts the reports of a file. Reports of other plans are left out, and a report that occurs again under the same id is counted once; the
/// tally says how many these were.
///
/// # Errors
/// A malformed report, with file and line; the same id with another record (`id-conflict`); a database or Parquet on stdin
/// (`needs-a-file`); `not-included` for Parquet, where the program was built without it; the errors of `watch`; `io`.
pub fn read(path: &Path, tally: &mut Tally, watch: &dyn Watch) -> Result<(), Error> {
    of_kind(Kind::of(path, watch)?, path, tally, watch).map_err(|error| at(error, path))
}

/// Adds the file to an error, or the server's address without its password.
pub fn at(error: Error, path: &Path) -> Error {
    match Location::of(path) {
        Ok(location) => error.at(location),
        Err(refused) => refused,
    }
}

fn of_kind(kind: Kind, path: &Path, tally: &mut Tally, watch: &dyn Watch) -> Result<(), Error> {
    match kind {
        Kind::Database => database::read(path, tally, watch),
        #[cfg(feature = "parquet")]
        Kind::Parquet => parquet::read(path, tally, watch),
        #[cfg(not(feature = "parquet"))]
        Kind::Parquet => Err(not_included::error("Parquet", "parquet")),
        Kind::Lines(mut text) | Kind::Rows(mut text) => read_text(&mut text, tally),
    }
}

/// The format of reports, detected from how they begin.
pub enum Kind {
    /// A SQLite file, by its first sixteen bytes, or the address of a server.
    Database,
    /// Parquet, by `PAR1`.
    Parquet,
    /// JSON lines, by a brace after any blanks.
    Lines(Source),
    /// CSV: anything else.
    Rows(Source),
}

impl Kind {
    /// Detects the format of a file. Text is returned opened, at its beginning.
    ///
    /// # Errors
    /// `needs-a-file` for a database or Parquet on stdin; `io`.
    pub fn of(path: &Path, watch: &dyn Watch) -> Result<Self, Error> {
        if let Location::Server(_) = Location::of(path)? {
            return Ok(Self::Database);
        }
        let mut source = source::open(path, watch)?;
        let start = start(&mut source)?;
        if start.starts_with(b"SQLite format 3\0") {
            return refuse_stdin(path, "a database").map(|()| Self::Database);
        }
        if start.starts_with(b"PAR1") {
            return refuse_stdin(path, "Parquet").map(|()| Self::Parquet);
        }
        match start.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'{') => Ok(Self::Lines(source)),
            _ => Ok(Self::Rows(source)),
        }
    }
}

/// Refuses stdin for formats that cannot be read from front to back.
fn refuse_stdin(path: &Path, what: &str) -> Result<(), Error> {
    if path == Path::new("-") {
        let message = format!("{what} cannot be read from stdin: give the name of a file");
        return Err(Error::new(Code::NeedsAFile, message).at(path.display()));
    }
    Ok(())
}

/// Returns the first bytes without consuming them.
fn start(source: &mut Source) -> Result<&[u8], Error> {
    source.fill_buf().map_err(|cause| failure::io("reading", &cause))
}

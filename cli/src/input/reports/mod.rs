//! Counts perturbed reports from NDJSON, CSV, Parquet or a collector's database while reading them.

mod database;
#[cfg(feature = "parquet")]
pub mod parquet;

use std::io::BufRead;
use std::path::{Path, PathBuf};

use candor::count::Table;
use candor::plan::Plan;
use candor::{Code, Error};
use candor_collector::store::Location;

pub use candor_documents::reports::{Tally, read_text};

use super::source::{self, Source};
#[cfg(not(feature = "parquet"))]
use crate::not_included;
use crate::tables::Selection;
use crate::{failure, output};

/// Counts the reports of all files into the selected tables, and writes a summary to stderr.
///
/// The tables of a labelled plan keep the subsets of its reports, if these take at most `subsets` numbers. Reports of other plans are left
/// out and counted in the summary. A report that occurs again under the same id is counted once; for several files the summary says how
/// many reports have no id.
///
/// # Errors
/// Any other malformed report, with file and line; the same id with another record (`id-conflict`); a database or Parquet on stdin
/// (`needs-a-file`); `not-included` for Parquet, where the program was built without it; `io`.
pub fn count(
    plan: &Plan,
    paths: &[PathBuf],
    selection: &Selection,
    subsets: usize,
) -> Result<Vec<Table>, Error> {
    count_with(plan, &[], paths, selection.empty(plan)?, subsets)
}

/// Like [`count`], into these empty tables, but also counts reports of plans that this one corrects.
///
/// # Errors
/// The errors of [`count`]; `plan-mismatch` if reports of an earlier plan cannot be counted under this one.
pub fn count_with(
    plan: &Plan,
    earlier: &[Plan],
    paths: &[PathBuf],
    empty: Vec<Table>,
    subsets: usize,
) -> Result<Vec<Table>, Error> {
    let tables = empty.into_iter().map(|table| table.keeping_subsets(subsets));
    let mut tally = earlier.iter().try_fold(Tally::new(plan, tables.collect())?, Tally::with)?;
    for path in paths {
        read(Kind::of(path)?, path, &mut tally).map_err(|error| at(error, path))?;
    }
    output::remark(&format!("{}\n", tally.summary().of_files(paths.len())))?;
    tally.into_tables()
}

/// Adds the file to an error, or the server's address without its password.
pub fn at(error: Error, path: &Path) -> Error {
    match Location::of(path) {
        Ok(location) => error.at(location),
        Err(refused) => refused,
    }
}

fn read(kind: Kind, path: &Path, tally: &mut Tally) -> Result<(), Error> {
    match kind {
        Kind::Database => database::read(path, tally),
        #[cfg(feature = "parquet")]
        Kind::Parquet => parquet::read(path, tally),
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
    pub fn of(path: &Path) -> Result<Self, Error> {
        if let Location::Server(_) = Location::of(path)? {
            return Ok(Self::Database);
        }
        let mut source = source::open(path)?;
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

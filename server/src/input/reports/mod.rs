//! Perturbed reports from NDJSON, CSV, Parquet or a collector's database, counted as they are read.

mod database;
pub mod parquet;

use std::io::BufRead;
use std::path::{Path, PathBuf};

use candor::count::Table;
use candor::plan::Plan;
use candor::{Code, Error};

pub use candor_documents::reports::{Tally, read_text};

use super::source::{self, Source};
use crate::store::Location;
use crate::tables::Selection;
use crate::{failure, output};

/// Counts the reports of all files into the tables selected, and tells on stderr what was read.
///
/// The tables of a labelled plan keep the subsets of its reports, where they take no more than `subsets` numbers.
/// A report of another plan is left out and counted in that remark; one that comes again under its id
/// counts once. Of several files the remark tells how many have no id.
///
/// # Errors
/// Any other broken report, with file and line; the same id with another record (`id-conflict`); a database or Parquet on
/// stdin (`needs-a-file`); `io`.
pub fn count(
    plan: &Plan,
    paths: &[PathBuf],
    selection: &Selection,
    subsets: usize,
) -> Result<Vec<Table>, Error> {
    count_with(plan, &[], paths, selection, subsets)
}

/// The same, where reports of plans that this one corrects count as well.
///
/// # Errors
/// Those of [`count`]; `plan-mismatch` where reports of an earlier plan do not stand.
pub fn count_with(
    plan: &Plan,
    earlier: &[Plan],
    paths: &[PathBuf],
    selection: &Selection,
    subsets: usize,
) -> Result<Vec<Table>, Error> {
    let tables = selection.empty(plan)?.into_iter();
    let tables = tables.map(|table| table.keeping_subsets(subsets));
    let mut tally = earlier.iter().try_fold(Tally::new(plan, tables.collect()), Tally::with)?;
    for path in paths {
        read(Kind::of(path)?, path, &mut tally).map_err(|error| at(error, path))?;
    }
    output::remark(&format!("{}\n", tally.summary().of_files(paths.len())))?;
    Ok(tally.into_tables())
}

/// An error of a file, or of a server whose address is told without its password.
pub fn at(error: Error, path: &Path) -> Error {
    match Location::of(path) {
        Ok(location) => error.at(location),
        Err(refused) => refused,
    }
}

fn read(kind: Kind, path: &Path, tally: &mut Tally) -> Result<(), Error> {
    match kind {
        Kind::Database => database::read(path, tally),
        Kind::Parquet => parquet::read(path, tally),
        Kind::Lines(mut text) | Kind::Rows(mut text) => read_text(&mut text, tally),
    }
}

/// How reports are written, told by how they begin.
pub enum Kind {
    /// SQLite's own sixteen bytes, or the address of a server's.
    Database,
    /// `PAR1`.
    Parquet,
    /// A brace, after blanks.
    Lines(Source),
    /// Anything else.
    Rows(Source),
}

impl Kind {
    /// That of a file; text is open, and to be read from its beginning.
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
        if start.starts_with(parquet::MAGIC) {
            return refuse_stdin(path, "Parquet").map(|()| Self::Parquet);
        }
        match start.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'{') => Ok(Self::Lines(source)),
            _ => Ok(Self::Rows(source)),
        }
    }
}

/// Refuses stdin for what is not read from front to back.
fn refuse_stdin(path: &Path, what: &str) -> Result<(), Error> {
    if path == Path::new("-") {
        let message = format!("{what} cannot be read from stdin: give its name");
        return Err(Error::new(Code::NeedsAFile, message).at(path.display()));
    }
    Ok(())
}

/// What is read first, which is left to be read.
fn start(source: &mut Source) -> Result<&[u8], Error> {
    source.fill_buf().map_err(|cause| failure::io("reading", &cause))
}

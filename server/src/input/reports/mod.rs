//! Perturbed reports from NDJSON, CSV, Parquet or a collector's database, counted as they are read.

mod database;
mod lines;
mod parquet;
mod rows;
mod tally;

use std::io::BufRead;
use std::path::{Path, PathBuf};

use candor::count::Table;
use candor::plan::Plan;
use candor::{Code, Error};

pub use self::tally::Tally;
use super::source::{self, Source};
use crate::tables::Selection;
use crate::{failure, output};

/// Counts the reports of all files into the tables selected, and tells on stderr what was read.
///
/// Where `subsets` are asked for, the tables of a labelled plan keep those of its reports.
/// A report of another plan is left out and counted in that remark; one that comes again under its id
/// counts once.
///
/// # Errors
/// Any other broken report, with file and line; the same id with another record (`id-conflict`); a database or Parquet on
/// stdin (`needs-a-file`); `io`.
pub fn count(
    plan: &Plan,
    paths: &[PathBuf],
    selection: &Selection,
    subsets: bool,
) -> Result<Vec<Table>, Error> {
    let tables = selection.empty(plan)?.into_iter();
    let tables = tables.map(|table| if subsets { table.keeping_subsets() } else { table });
    let mut tally = Tally::new(plan, tables.collect());
    for path in paths {
        let source = source::open(path)?;
        read(path, source, &mut tally).map_err(|error| error.at(path.display()))?;
    }
    output::remark(&format!("{}\n", tally.summary()))?;
    Ok(tally.into_tables())
}

/// A database begins with SQLite's own sixteen bytes, Parquet with `PAR1`, anything else is text.
fn read(path: &Path, mut source: Source, tally: &mut Tally<'_>) -> Result<(), Error> {
    let start = start(&mut source)?;
    if start.starts_with(b"SQLite format 3\0") {
        drop(source);
        return database::read(named(path, "a database")?, tally);
    }
    if start.starts_with(parquet::MAGIC) {
        drop(source);
        return parquet::read(named(path, "Parquet")?, tally);
    }
    read_text(source, tally)
}

/// Counts reports written as text: NDJSON begins with `{`, anything else is CSV.
///
/// # Errors
/// Those of [`count`].
pub fn read_text(mut source: Source, tally: &mut Tally<'_>) -> Result<(), Error> {
    match start(&mut source)?.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{') => lines::read(source, tally),
        Some(_) => rows::read(source, tally),
        None => Ok(()),
    }
}

/// The path of what is not read from front to back.
fn named<'p>(path: &'p Path, what: &str) -> Result<&'p Path, Error> {
    if path == Path::new("-") {
        return Err(Error::new(Code::NeedsAFile, format!("{what} cannot be read from stdin: give its name")));
    }
    Ok(path)
}

/// What is read first, which is left to be read.
fn start(source: &mut Source) -> Result<&[u8], Error> {
    source.fill_buf().map_err(|cause| failure::io("reading", &cause))
}

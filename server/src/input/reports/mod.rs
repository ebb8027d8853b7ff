//! Perturbed reports from NDJSON, CSV, Parquet or a collector's database, counted as they are read.

mod database;
mod lines;
mod parquet;
mod rows;

use core::fmt;
use core::hash::BuildHasher;
use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};
use std::io::BufRead;
use std::path::{Path, PathBuf};

use candor::count::{Column, Table};
use candor::plan::Plan;
use candor::report::Report;
use candor::{Code, Error};

use super::source::{self, Source};
use crate::tables::Selection;
use crate::{failure, output};

/// Counts the reports of all files into the tables selected, and tells on stderr what was read.
///
/// A report of another plan is left out and counted in that remark; one that comes again under its id
/// counts once.
///
/// # Errors
/// Any other broken report, with file and line; the same id with other answers (`id-conflict`); a database or Parquet on
/// stdin (`needs-a-file`); `io`.
pub fn count(plan: &Plan, paths: &[PathBuf], selection: &Selection) -> Result<Vec<Table>, Error> {
    let mut tally = Tally::new(plan, selection.empty(plan.schema())?);
    for path in paths {
        let source = source::open(path)?;
        tally.read(path, source).map_err(|error| error.at(path.display()))?;
    }
    output::remark(&format!("{}\n", tally.summary))?;
    Ok(tally.tables)
}

/// Tables being counted, and the reports seen so far.
pub struct Tally<'p> {
    plan: &'p Plan,
    tables: Vec<Table>,
    seen: Seen,
    summary: Summary,
}

impl<'p> Tally<'p> {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(plan: &'p Plan, tables: Vec<Table>) -> Self {
        Self { plan, tables, seen: Seen::default(), summary: Summary::default() }
    }

    /// A database begins with SQLite's own sixteen bytes, Parquet with `PAR1`, anything else is text.
    fn read(&mut self, path: &Path, mut source: Source) -> Result<(), Error> {
        let start = start(&mut source)?;
        if start.starts_with(b"SQLite format 3\0") {
            drop(source);
            return database::read(named(path, "a database")?, self);
        }
        if start.starts_with(parquet::MAGIC) {
            drop(source);
            return parquet::read(named(path, "Parquet")?, self);
        }
        self.read_text(source)
    }

    /// Counts reports written as text: NDJSON begins with `{`, anything else is CSV.
    ///
    /// # Errors
    /// Those of [`count`].
    pub fn read_text(&mut self, mut source: Source) -> Result<(), Error> {
        match start(&mut source)?.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'{') => lines::read(source, self),
            Some(_) => rows::read(source, self),
            None => Ok(()),
        }
    }

    /// What was counted.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Counts a report that has an id, unless it was counted before.
    fn identified(&mut self, report: &Report) -> Result<(), Error> {
        match self.seen.again(report)? {
            true => self.summary.repeated += 1,
            false => self.anonymous(report.answers()),
        }
        Ok(())
    }

    /// Counts a report that has none.
    fn anonymous(&mut self, answers: &[u32]) {
        self.summary.counted += 1;
        self.tables.iter_mut().for_each(|table| table.add(answers));
    }

    /// Counts reports without id that lie in columns, one for every attribute of the plan.
    fn columns(&mut self, columns: &[Column<'_>]) -> Result<(), Error> {
        self.summary.counted += columns.first().map_or(0, |column| column.len() as u64);
        for table in &mut self.tables {
            let own: Vec<Column<'_>> =
                table.attributes().iter().map(|&attribute| columns[attribute]).collect();
            table.count_columns(&own)?;
        }
        Ok(())
    }

    fn of_another_plan(&mut self) {
        self.summary.other_plan += 1;
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

/// The ids seen, each with a keyed hash of its answers.
#[derive(Default)]
struct Seen {
    ids: HashMap<[u8; 16], u64>,
    hasher: RandomState,
}

impl Seen {
    /// Whether the report was seen before; the same id with other answers is refused, as it is either a
    /// fault or an attempt to average the noise away.
    fn again(&mut self, report: &Report) -> Result<bool, Error> {
        let answers = self.hasher.hash_one(report.answers());
        match self.ids.entry(*report.id()) {
            Entry::Vacant(entry) => {
                entry.insert(answers);
                Ok(false)
            }
            Entry::Occupied(entry) if *entry.get() == answers => Ok(true),
            Entry::Occupied(_) => Err(Error::new(
                Code::IdConflict,
                "the id of an earlier report comes again with other answers",
            )),
        }
    }
}

/// What was read, in one sentence.
#[derive(Default)]
struct Summary {
    counted: u64,
    repeated: u64,
    other_plan: u64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "counted {}", output::counted(self.counted, "report"))?;
        if self.other_plan > 0 {
            let (are, were) = if self.other_plan == 1 { ("is", "was") } else { ("are", "were") };
            write!(f, "; {} {are} of another plan and {were} left out", output::grouped(self.other_plan))?;
        }
        if self.repeated > 0 {
            write!(f, "; {} came again and counted once", output::grouped(self.repeated))?;
        }
        Ok(())
    }
}

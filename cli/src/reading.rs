//! Files of reports that are read while the terminal shows how far, and then how many reports there were.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use candor::Error;
use candor::count::Table;
use candor::plan::Plan;
use candor_documents::reports::Tally;
use candor_documents::tables::Selection;
use candor_input::reports::read;
use candor_input::{Unwatched, Watch};

use crate::output::{progress, remark};

/// Shows a bar over the bytes of a file.
pub struct Bars;

impl Watch for Bars {
    fn over(&self, file: File, bytes: u64) -> Box<dyn Read> {
        Box::new(progress::over_bytes(bytes).wrap_read(file))
    }

    fn goes_on(&self) -> Result<(), Error> {
        Unwatched.goes_on()
    }
}

/// Counts the reports of all files into the selected tables, and writes a summary to stderr.
///
/// The tables of a labelled plan keep the subsets of its reports, if these take at most `subsets` numbers. For several files the summary
/// says how many reports have no id.
///
/// # Errors
/// Those of [`read`].
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
/// Those of [`count`]; `plan-mismatch` if reports of an earlier plan cannot be counted under this one.
pub fn count_with(
    plan: &Plan,
    earlier: &[Plan],
    paths: &[PathBuf],
    empty: Vec<Table>,
    subsets: usize,
) -> Result<Vec<Table>, Error> {
    let tables = empty.into_iter().map(|table| table.keeping_subsets(subsets));
    let mut tally = earlier.iter().try_fold(Tally::new(plan, tables.collect())?, Tally::with)?;
    paths.iter().try_for_each(|path| read(path, &mut tally, &Bars))?;
    remark(&format!("{}\n", tally.summary().of_files(paths.len())))?;
    tally.into_tables()
}

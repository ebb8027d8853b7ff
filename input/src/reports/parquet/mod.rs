//! Reports as Parquet.
//!
//! Every attribute has a column with perturbed category values, as text or as whole numbers that stand for the values written with the same
//! digits. A labelled plan has one column `perturbed` instead, as in CSV. A column `plan` may hold the fingerprint of every report's plan;
//! reports of other plans are then left out and counted. A column `id` may hold the reports' ids, 22 characters of base64url; a report that
//! occurs again under the same id is then counted once.
//!
//! Columns are decoded in batches, turned into category numbers and counted column by column (`columns.rs`), or row by row if there are
//! ids, labels or joined columns (`rows.rs`). Uncompressed, Snappy and Zstandard files are read. The cost is that of decoding, with memory
//! for one batch.

mod cells;
mod codes;
mod columns;
mod layout;
mod rows;

use std::path::Path;

use candor::Error;
use candor_documents::reports::Tally;
use parquet::file::reader::FileReader;

use cells::{opened, refused};
use layout::Layout;

use crate::watch::Watch;

pub use layout::Besides;
pub use rows::{Row, read as read_rows};

/// Counts every row of a file.
pub(super) fn read(path: &Path, tally: &mut Tally, watch: &dyn Watch) -> Result<(), Error> {
    let reader = opened(path)?;
    let plan = tally.plan();
    let described = reader.metadata().file_metadata().schema_descr();
    let layout = Layout::new(&plan, described, &Besides::default())?;
    let own: Vec<String> = tally.plans().iter().map(|plan| plan.fingerprint().to_string()).collect();
    let mut row = 1;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(|cause| refused(&cause))?;
        row = match layout.perturbed.or(layout.id) {
            None => columns::count(&layout, &*group, row, &own, (tally, watch))?,
            Some(_) => rows::of_group(&layout, &*group, row, &mut |read| counted(read, &own, tally), watch)?,
        };
    }
    Ok(())
}

/// Counts a row if it belongs to one of these plans.
fn counted(row: &Row<'_>, own: &[String], tally: &mut Tally) -> Result<(), Error> {
    if row.plan.is_some_and(|plan| !own.iter().any(|own| own == plan)) {
        tally.of_another_plan(1);
        return Ok(());
    }
    let numbers = row.numbers()?;
    match row.report(&tally.plan(), &numbers)? {
        Some(report) => tally.identified(&report),
        None => tally.anonymous(&numbers),
    }
}

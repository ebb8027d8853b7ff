//! Reads the reports of a file row by row, if they have labels, ids or joined columns.

use std::path::Path;

use candor::report::Report;
use candor::{Error, Plan};
use candor_documents::reports::rows;
use parquet::data_type::ByteArray;
use parquet::file::reader::{FileReader, RowGroupReader};

use super::cells::{Cells, invalid, opened, refused};
use super::codes::Codes;
use super::layout::{Besides, Layout};
use crate::reports::id::id_of;
use crate::watch::Watch;

/// One row.
pub struct Row<'r> {
    /// The fingerprint of its plan, if the file has it.
    pub plan: Option<&'r str>,
    id: Option<&'r ByteArray>,
    numbers: Option<&'r str>,
    cells: Vec<&'r ByteArray>,
    codes: &'r [Codes<'r>],
    joined: Vec<&'r ByteArray>,
}

impl Row<'_> {
    /// The numbers of the report, including those of plain columns.
    ///
    /// # Errors
    /// `invalid-report`, `unknown-category`.
    pub fn numbers(&self) -> Result<Vec<u32>, Error> {
        let mut perturbed = self.numbers.map(rows::numbers).transpose()?.unwrap_or_default();
        for (codes, cell) in self.codes.iter().zip(&self.cells) {
            perturbed.push(codes.of(cell.data())?);
        }
        Ok(perturbed)
    }

    /// The report with these numbers, if it has an id.
    ///
    /// # Errors
    /// `invalid-report`.
    pub fn report(&self, plan: &Plan, numbers: &[u32]) -> Result<Option<Report>, Error> {
        let report = |id: &ByteArray| Report::from_perturbed(plan, id_of(id.data())?, numbers.into());
        self.id.map(report).transpose()
    }

    /// The value in a joined column, by the column's position among them.
    pub fn joined(&self, place: usize) -> &str {
        text(self.joined[place])
    }
}

/// Reads every row of a file.
///
/// # Errors
/// `invalid-parquet`, `unknown-column`; the errors of `each`, with the row, and of `watch`; `io`.
pub fn read(
    path: &Path,
    plan: &Plan,
    besides: &Besides,
    mut each: impl FnMut(&Row<'_>) -> Result<(), Error>,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let reader = opened(path)?;
    let layout = Layout::new(plan, reader.metadata().file_metadata().schema_descr(), besides)?;
    let mut row = 1;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(|cause| refused(&cause))?;
        row = of_group(&layout, &*group, row, &mut each, watch)?;
    }
    Ok(())
}

/// Reads the rows of a group that begins at `row`. Returns the number of the row after it.
pub(super) fn of_group(
    layout: &Layout<'_>,
    group: &dyn RowGroupReader,
    mut row: usize,
    each: &mut dyn FnMut(&Row<'_>) -> Result<(), Error>,
    watch: &dyn Watch,
) -> Result<usize, Error> {
    let codes: Vec<Codes<'_>> = layout.schema.attributes()[layout.first..].iter().map(Codes::new).collect();
    let special = [layout.perturbed, layout.plan, layout.id];
    let places = special.into_iter().flatten().chain(layout.columns.iter().chain(&layout.joined).copied());
    let opened = |place| Cells::new(group.get_column_reader(place).map_err(|cause| refused(&cause))?);
    let mut cells = places.map(opened).collect::<Result<Vec<_>, Error>>()?;
    loop {
        watch.goes_on()?;
        let batches = cells.iter_mut().map(|cells| cells.texts(row)).collect::<Result<Vec<_>, Error>>()?;
        let rows = batches.first().map_or(0, Vec::len);
        if batches.iter().any(|batch| batch.len() != rows) {
            return Err(invalid(format!("columns have different lengths after row {row}")));
        }
        if rows == 0 {
            return Ok(row);
        }
        for place in 0..rows {
            let mut own = batches.iter().map(|batch| &batch[place]);
            let [numbers, plan, id] = special.map(|place| place.and_then(|_| own.next()));
            let cells: Vec<&ByteArray> = own.by_ref().take(codes.len()).collect();
            let (numbers, plan) = (numbers.map(text), plan.map(text));
            let read = Row { plan, id, numbers, cells, codes: &codes, joined: own.collect() };
            each(&read).map_err(|error| error.at(format_args!("row {}", row + place)))?;
        }
        row += rows;
    }
}

/// The text of a cell. A cell that is not UTF-8 becomes empty, which is neither a category nor a number.
fn text(cell: &ByteArray) -> &str {
    str::from_utf8(cell.data()).unwrap_or_default()
}

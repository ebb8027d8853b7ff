//! Counts the reports of a file column by column, if the law has no labels and the reports no ids.

use candor::Error;
use candor::count::Column;
use candor_documents::reports::Tally;
use parquet::file::reader::RowGroupReader;

use super::cells::{Cells, invalid, refused};
use super::codes::Codes;
use super::layout::Layout;
use crate::watch::Watch;

/// Counts a row group that begins at `row`, leaving out reports of plans other than `own`. Returns the number of the row after it.
pub(super) fn count(
    layout: &Layout<'_>,
    group: &dyn RowGroupReader,
    mut row: usize,
    own: &[String],
    (tally, watch): (&mut Tally, &dyn Watch),
) -> Result<usize, Error> {
    let opened =
        |&place: &usize| Cells::new(group.get_column_reader(place).map_err(|cause| refused(&cause))?);
    let mut cells = layout.columns.iter().map(opened).collect::<Result<Vec<_>, Error>>()?;
    let mut plans = layout.plan.as_ref().map(opened).transpose()?;
    let codes: Vec<Codes<'_>> = layout.schema.attributes().iter().map(Codes::new).collect();
    loop {
        watch.goes_on()?;
        let each = cells.iter_mut().zip(&codes);
        let mut batches =
            each.map(|(cells, codes)| decoded(cells, codes, row)).collect::<Result<Vec<_>, _>>()?;
        let rows = batches.first().map_or(0, Vec::len);
        if batches.iter().any(|batch| batch.len() != rows) {
            return Err(invalid(format!("columns have different lengths after row {row}")));
        }
        if rows == 0 {
            return Ok(row);
        }
        if let Some(plans) = &mut plans {
            let plans = plans.texts(row)?;
            let kept: Vec<bool> =
                plans.iter().map(|plan| own.iter().any(|own| own.as_bytes() == plan.data())).collect();
            batches.iter_mut().for_each(|batch| keep(batch, &kept));
            tally.of_another_plan(kept.iter().filter(|own| !**own).count() as u64);
        }
        tally.columns(&batches.iter().map(|batch| Column::Words(batch)).collect::<Vec<_>>())?;
        row += rows;
    }
}

/// Decodes a batch into category numbers.
fn decoded(cells: &mut Cells, codes: &Codes<'_>, row: usize) -> Result<Vec<u32>, Error> {
    let texts = cells.texts(row)?;
    let number = |(place, cell): (usize, &parquet::data_type::ByteArray)| {
        codes.of(cell.data()).map_err(|error| error.at(format_args!("row {}", row + place)))
    };
    texts.iter().enumerate().map(number).collect()
}

/// Keeps only the marked rows.
fn keep(batch: &mut Vec<u32>, kept: &[bool]) {
    let mut kept = kept.iter();
    batch.retain(|_| kept.next() == Some(&true));
}

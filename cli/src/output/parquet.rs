//! Writes reports as Parquet, as `candor count` reads them.
//!
//! Every attribute has a column with perturbed category values as text; a labelled plan has one column of numbers separated by blanks
//! instead. Plain columns follow. Files use Snappy and dictionaries, with a row group for every `GROUP` reports, and take memory for one
//! row group.

use std::io::Write;
use std::sync::Arc;

use candor::plan::Plan;
use candor::report::Report;
use candor::{Attribute, Error};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use super::cells::{names, numbers, valued};
use crate::failure;

/// The number of reports in a row group.
const GROUP: usize = 1 << 18;

/// A Parquet file being written.
pub struct Columns<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// Whether the first column holds numbers.
    is_labelled: bool,
    /// The category values of every other column.
    categories: Vec<Vec<ByteArray>>,
    cells: Vec<Vec<ByteArray>>,
}

impl<W: Write + Send> Columns<W> {
    /// Begins a file. `labelled` is the name of a labelled plan's column of numbers.
    ///
    /// # Errors
    /// `io`.
    pub fn new(plan: &Plan, labelled: &str, target: W) -> Result<Self, Error> {
        let names = names(plan, labelled);
        let values = |attribute: &Attribute| {
            attribute.categories().iter().map(|category| category.value().into()).collect()
        };
        let (is_labelled, categories) =
            (!plan.law().is_unlabelled(), valued(plan).iter().map(values).collect());
        let cells = vec![Vec::with_capacity(GROUP); names.len()];
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let begin = || SerializedFileWriter::new(target, schema(&names)?, Arc::new(properties));
        Ok(Self { writer: begin().map_err(|cause| refused(&cause))?, is_labelled, categories, cells })
    }

    /// Writes one report.
    ///
    /// # Errors
    /// `io`.
    pub fn write(&mut self, report: &Report) -> Result<(), Error> {
        let all = report.numbers();
        let mut rest = &all[..];
        if self.is_labelled {
            self.cells[0].push(numbers(report).into_bytes().into());
            rest = report.plain();
        }
        let columns = self.cells.iter_mut().skip(self.is_labelled.into()).zip(&self.categories);
        columns.zip(rest).for_each(|((cells, values), &answer)| cells.push(values[answer as usize].clone()));
        if self.cells[0].len() == GROUP { self.group().map_err(|cause| refused(&cause)) } else { Ok(()) }
    }

    fn group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for cells in &mut self.cells {
            if let Some(mut column) = group.next_column()? {
                column.typed::<ByteArrayType>().write_batch(cells, None, None)?;
                column.close()?;
            }
            cells.clear();
        }
        group.close().map(drop)
    }

    /// Ends the file and returns the target.
    ///
    /// # Errors
    /// `io`.
    pub fn finish(mut self) -> Result<W, Error> {
        let last = if self.cells[0].is_empty() { Ok(()) } else { self.group() };
        last.and_then(|()| self.writer.into_inner()).map_err(|cause| refused(&cause))
    }
}

fn schema(names: &[&str]) -> Result<TypePtr, ParquetError> {
    let column = |name: &&str| {
        let column = Type::primitive_type_builder(name, Physical::BYTE_ARRAY);
        let column =
            column.with_repetition(Repetition::REQUIRED).with_logical_type(Some(LogicalType::String));
        column.build().map(Arc::new)
    };
    let columns = names.iter().map(column).collect::<Result<_, _>>()?;
    Type::group_type_builder("reports").with_fields(columns).build().map(Arc::new)
}

fn refused(cause: &ParquetError) -> Error {
    failure::io("reports", cause)
}

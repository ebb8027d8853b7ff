//! Writes reports as Parquet, as `candor count` reads them.
//!
//! Every attribute has a column with perturbed category values as text; a labelled plan has one column of numbers separated by blanks
//! instead. Plain columns follow. Files use Snappy and dictionaries, with a row group for every `GROUP` reports, and take memory for one
//! row group.

use std::borrow::Cow;
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

/// The columns whose cells are category values: plain columns and, if the plan is unlabelled, its attributes.
fn valued(plan: &Plan) -> &[Attribute] {
    let skipped = if plan.law().is_unlabelled() { 0 } else { plan.schema().len() };
    &plan.table_schema().attributes()[skipped..]
}

/// The names of all columns. `labelled` is the name of a labelled plan's column of numbers.
pub(super) fn names<'p>(plan: &'p Plan, labelled: &'p str) -> Vec<&'p str> {
    let numbers = (!plan.law().is_unlabelled()).then_some(labelled);
    numbers.into_iter().chain(valued(plan).iter().map(Attribute::name)).collect()
}

/// The cells of a report in these columns.
pub(super) fn cells<'p>(plan: &'p Plan, report: &Report) -> Vec<Cow<'p, str>> {
    let (all, is_labelled) = (report.numbers(), !plan.law().is_unlabelled());
    let rest = if is_labelled { report.plain() } else { &all };
    let value = |(attribute, &answer): (&'p Attribute, &u32)| {
        Cow::Borrowed(attribute.categories()[answer as usize].value())
    };
    let numbers = is_labelled.then(|| Cow::Owned(numbers(report)));
    numbers.into_iter().chain(valued(plan).iter().zip(rest).map(value)).collect()
}

/// The perturbed numbers of a report, separated by blanks.
fn numbers(report: &Report) -> String {
    report.perturbed().iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

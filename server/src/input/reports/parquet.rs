//! Reports as Parquet: a column for every attribute with perturbed category values, as text or as whole
//! numbers that stand for the values written with the same digits; of a labelled plan one column `perturbed`, as in CSV. A further column `plan` may hold the
//! fingerprint of every report's plan; reports of other plans are then left out and counted. A column `id` may hold the
//! reports' ids, 22 characters of base64url; a report that comes again under its id then counts once.
//!
//! Columns are decoded in batches, turned into category numbers and counted side by side; with ids row by row. Uncompressed,
//! Snappy and Zstandard files are read. Cost: that of decoding; memory for one batch.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use base64ct::{Base64UrlUnpadded, Encoding};
use candor::Plan;
use candor::count::Column;
use candor::report::Report;
use candor::schema::Schema;
use candor::{Code, Error};
use parquet::basic::Type as Physical;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::schema::types::SchemaDescriptor;

use crate::failure;
use candor_documents::reports::Tally;
use candor_documents::reports::rows::{self, PERTURBED};

/// How a Parquet file begins.
pub(super) const MAGIC: &[u8] = b"PAR1";

/// Rows decoded together.
const BATCH: usize = 1 << 16;

/// The column with the fingerprints of plans.
const PLAN: &str = "plan";

/// The column with the ids of reports.
const ID: &str = "id";

/// Counts every row.
pub(super) fn read(path: &Path, tally: &mut Tally) -> Result<(), Error> {
    let file = File::open(path).map_err(|cause| failure::file(path, &cause))?;
    let reader = SerializedFileReader::new(file).map_err(|cause| refused(&cause))?;
    let plan = tally.plan();
    let layout = Layout::new(&plan, reader.metadata().file_metadata().schema_descr())?;
    let mut row = 1;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(|cause| refused(&cause))?;
        row = layout.count(&*group, row, tally)?;
    }
    Ok(())
}

fn unknown(name: &str) -> Error {
    Error::new(Code::UnknownColumn, format!("column {name:?} is no attribute of the plan"))
}

fn refused(cause: &ParquetError) -> Error {
    invalid(cause.to_string())
}

fn invalid(message: String) -> Error {
    Error::new(Code::InvalidParquet, message)
}

/// Where every attribute stands.
struct Layout<'s> {
    schema: &'s Schema,
    /// The first attribute with a column of its own: of a labelled plan the first plain one.
    first: usize,
    columns: Vec<usize>,
    /// The column of numbers, of a labelled plan.
    perturbed: Option<usize>,
    plan: Option<usize>,
    id: Option<usize>,
}

impl<'s> Layout<'s> {
    fn new(plan: &'s Plan, described: &SchemaDescriptor) -> Result<Self, Error> {
        let (schema, unlabelled) = (plan.table_schema(), plan.law().is_unlabelled());
        let first = if unlabelled { 0 } else { plan.schema().len() };
        let mut layout = Self { schema, first, columns: Vec::new(), perturbed: None, plan: None, id: None };
        let mut columns = vec![None; schema.len()];
        for (place, column) in described.columns().iter().enumerate() {
            let name = column.path().string();
            if column.max_rep_level() > 0 || column.path().parts().len() > 1 {
                return Err(invalid(format!("column {name:?} is nested; reports have plain columns")));
            }
            if !matches!(column.physical_type(), Physical::BYTE_ARRAY | Physical::INT32 | Physical::INT64) {
                return Err(invalid(format!("column {name:?} holds neither text nor whole numbers")));
            }
            match schema
                .position(&name)
                .and_then(|own| if own >= first { Ok(own) } else { Err(unknown(&name)) })
            {
                Ok(attribute) if columns[attribute].is_none() => columns[attribute] = Some(place),
                Ok(_) => return Err(invalid(format!("there are two columns {name:?}"))),
                Err(_) if name == PERTURBED && !unlabelled => layout.perturbed = Some(place),
                Err(_) if name == PLAN => layout.plan = Some(place),
                Err(_) if name == ID => layout.id = Some(place),
                Err(_) => return Err(unknown(&name)),
            }
        }
        if !unlabelled && layout.perturbed.is_none() {
            return Err(invalid(format!("there is no column {PERTURBED:?}")));
        }
        let found = columns.into_iter().zip(schema.attributes()).skip(first);
        let missing = |name: &str| invalid(format!("there is no column {name:?}"));
        layout.columns = found
            .map(|(column, attribute)| column.ok_or_else(|| missing(attribute.name())))
            .collect::<Result<_, _>>()?;
        Ok(layout)
    }

    /// Counts a row group that begins at `row`; the row after it.
    fn count(&self, group: &dyn RowGroupReader, mut row: usize, tally: &mut Tally) -> Result<usize, Error> {
        let opened =
            |&place: &usize| Cells::new(group.get_column_reader(place).map_err(|cause| refused(&cause))?);
        let mut cells = self.columns.iter().map(opened).collect::<Result<Vec<_>, Error>>()?;
        let mut plans = self.plan.as_ref().map(opened).transpose()?;
        let mut ids = self.id.as_ref().map(opened).transpose()?;
        let mut codes: Vec<Codes<'_>> =
            (self.first..self.schema.len()).map(|a| Codes::new(self.schema, a)).collect();
        if let Some(place) = &self.perturbed {
            return labelled(opened(place)?, (cells, codes), (ids, plans), row, tally);
        }
        let own_plans = fingerprints(tally);
        loop {
            for (cells, codes) in cells.iter_mut().zip(&mut codes) {
                codes.decode(cells, row)?;
            }
            let rows = codes.first().map_or(0, |codes| codes.batch.len());
            if codes.iter().any(|codes| codes.batch.len() != rows) {
                return Err(invalid(format!("columns of different length after row {row}")));
            }
            if rows == 0 {
                return Ok(row);
            }
            let mut named = ids.as_mut().map(|ids| ids.texts(row)).transpose()?;
            if let Some(plans) = &mut plans {
                let own = plans.texts(row)?.into_iter().map(|plan| is_among(&own_plans, &plan));
                let own: Vec<bool> = own.collect();
                codes.iter_mut().for_each(|codes| keep(&mut codes.batch, &own));
                named.iter_mut().for_each(|named| keep(named, &own));
                tally.of_another_plan(own.iter().filter(|own| !**own).count() as u64);
            }
            match named {
                Some(named) => identified(&named, &codes, row, tally)?,
                None => {
                    let columns: Vec<Column<'_>> =
                        codes.iter().map(|codes| Column::Words(&codes.batch)).collect();
                    tally.columns(&columns)?;
                }
            }
            row += rows;
        }
    }
}

/// As a column has them, of the plans whose reports count.
fn fingerprints(tally: &Tally) -> Vec<String> {
    tally.plans().iter().map(|plan| plan.fingerprint().to_string()).collect()
}

fn is_among(own: &[String], plan: &ByteArray) -> bool {
    own.iter().any(|fingerprint| fingerprint.as_bytes() == plan.data())
}

/// Counts the labelled reports of a row group that begins at `row`, given as lists of numbers; the row after it.
fn labelled(
    mut numbers: Cells,
    (mut plain, mut codes): (Vec<Cells>, Vec<Codes<'_>>),
    (mut ids, mut plans): (Option<Cells>, Option<Cells>),
    mut row: usize,
    tally: &mut Tally,
) -> Result<usize, Error> {
    let own_plans = fingerprints(tally);
    loop {
        let batch = numbers.texts(row)?;
        if batch.is_empty() {
            return Ok(row);
        }
        plain.iter_mut().zip(&mut codes).try_for_each(|(cells, codes)| codes.decode(cells, row))?;
        if codes.iter().any(|codes| codes.batch.len() != batch.len()) {
            return Err(invalid(format!("columns of different length after row {row}")));
        }
        let ids = ids.as_mut().map(|ids| ids.texts(row)).transpose()?;
        let plans = plans.as_mut().map(|plans| plans.texts(row)).transpose()?;
        for (place, text) in batch.iter().enumerate() {
            if plans.as_ref().is_some_and(|plans| !is_among(&own_plans, &plans[place])) {
                tally.of_another_plan(1);
                continue;
            }
            let mut counted = || {
                let text = str::from_utf8(text.data()).unwrap_or_default();
                let mut perturbed = rows::numbers(text)?;
                perturbed.extend(codes.iter().map(|codes| codes.batch[place]));
                match &ids {
                    Some(ids) => {
                        let id = id_of(ids[place].data())?;
                        tally.identified(&Report::from_perturbed(&tally.plan(), id, perturbed)?)
                    }
                    None => tally.anonymous(&perturbed),
                }
            };
            counted().map_err(|error| error.at(format_args!("row {}", row + place)))?;
        }
        row += batch.len();
    }
}

/// Counts the reports of a batch that begins at `row`, each once under its id.
fn identified(ids: &[ByteArray], codes: &[Codes<'_>], row: usize, tally: &mut Tally) -> Result<(), Error> {
    for (place, id) in ids.iter().enumerate() {
        let read = || {
            let id = id_of(id.data())?;
            let perturbed = codes.iter().map(|codes| codes.batch[place]).collect();
            Report::from_perturbed(&tally.plan(), id, perturbed)
        };
        let counted = read().and_then(|report| tally.identified(&report));
        counted.map_err(|error| error.at(format_args!("row {} or after it", row + place)))?;
    }
    Ok(())
}

fn id_of(text: &[u8]) -> Result<[u8; 16], Error> {
    let mut id = [0; 16];
    let read = Base64UrlUnpadded::decode(text, &mut id).map(<[u8]>::len);
    if read == Ok(id.len()) {
        return Ok(id);
    }
    Err(Error::new(Code::InvalidReport, "its id is not 16 bytes in base64url"))
}

/// The category numbers of one attribute, batch by batch.
struct Codes<'s> {
    name: &'s str,
    categories: HashMap<&'s [u8], u32>,
    batch: Vec<u32>,
}

impl<'s> Codes<'s> {
    fn new(schema: &'s Schema, attribute: usize) -> Self {
        let attribute = &schema.attributes()[attribute];
        let values = attribute.categories().iter().map(|category| category.value().as_bytes());
        Self { name: attribute.name(), categories: values.zip(0..).collect(), batch: Vec::new() }
    }

    fn decode(&mut self, cells: &mut Cells, row: usize) -> Result<(), Error> {
        self.batch.clear();
        for (place, cell) in cells.texts(row)?.into_iter().enumerate() {
            match self.categories.get(cell.data()) {
                Some(&code) => self.batch.push(code),
                None => {
                    let message = format!(
                        "row {}: the cell under {:?} is none of its categories",
                        row + place,
                        self.name
                    );
                    return Err(Error::new(Code::UnknownCategory, message));
                }
            }
        }
        Ok(())
    }
}

/// Of every row only what is to be kept.
fn keep<T>(batch: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    batch.retain(|_| kept.next() == Some(&true));
}

/// One column of a row group.
enum Cells {
    Text(ColumnReaderImpl<parquet::data_type::ByteArrayType>),
    Short(ColumnReaderImpl<parquet::data_type::Int32Type>),
    Long(ColumnReaderImpl<parquet::data_type::Int64Type>),
}

impl Cells {
    fn new(reader: ColumnReader) -> Result<Self, Error> {
        match reader {
            ColumnReader::ByteArrayColumnReader(reader) => Ok(Self::Text(reader)),
            ColumnReader::Int32ColumnReader(reader) => Ok(Self::Short(reader)),
            ColumnReader::Int64ColumnReader(reader) => Ok(Self::Long(reader)),
            _ => Err(invalid("a column holds neither text nor whole numbers".to_owned())),
        }
    }

    /// The next batch; empty after the last.
    fn texts(&mut self, row: usize) -> Result<Vec<ByteArray>, Error> {
        match self {
            Self::Text(reader) => batch(reader, row),
            Self::Short(reader) => Ok(written(&batch(reader, row)?)),
            Self::Long(reader) => Ok(written(&batch(reader, row)?)),
        }
    }
}

fn batch<T: DataType>(reader: &mut ColumnReaderImpl<T>, row: usize) -> Result<Vec<T::T>, Error> {
    let (mut values, mut defined) = (Vec::with_capacity(BATCH), Vec::new());
    let (records, found, _) =
        reader.read_records(BATCH, Some(&mut defined), None, &mut values).map_err(|cause| refused(&cause))?;
    if found != records {
        return Err(invalid(format!("a cell is empty in row {row} or after it; a report has every answer")));
    }
    Ok(values)
}

fn written(numbers: &[impl ToString]) -> Vec<ByteArray> {
    numbers.iter().map(|number| ByteArray::from(number.to_string().into_bytes())).collect()
}

//! Opens Parquet files, and reads single columns of row groups as text.

use std::fs::File;
use std::path::Path;

use candor::{Code, Error};
use candor_documents::failure;
use parquet::basic::Type as Physical;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::SerializedFileReader;
use parquet::schema::types::ColumnDescriptor;

/// The number of rows decoded together.
const BATCH: usize = 1 << 16;

/// Opens a file.
pub(super) fn opened(path: &Path) -> Result<SerializedFileReader<File>, Error> {
    let file = File::open(path).map_err(|cause| failure::file(path, &cause))?;
    SerializedFileReader::new(file).map_err(|cause| refused(&cause))
}

/// One column of a row group.
pub(super) enum Cells {
    Text(ColumnReaderImpl<ByteArrayType>),
    Short(ColumnReaderImpl<Int32Type>),
    Long(ColumnReaderImpl<Int64Type>),
    Single(ColumnReaderImpl<FloatType>),
    Double(ColumnReaderImpl<DoubleType>),
}

impl Cells {
    pub(super) fn new(reader: ColumnReader) -> Result<Self, Error> {
        match reader {
            ColumnReader::ByteArrayColumnReader(reader) => Ok(Self::Text(reader)),
            ColumnReader::Int32ColumnReader(reader) => Ok(Self::Short(reader)),
            ColumnReader::Int64ColumnReader(reader) => Ok(Self::Long(reader)),
            ColumnReader::FloatColumnReader(reader) => Ok(Self::Single(reader)),
            ColumnReader::DoubleColumnReader(reader) => Ok(Self::Double(reader)),
            _ => Err(invalid("a column holds neither text nor numbers")),
        }
    }

    /// Reads the next batch, which begins at `row`; empty after the last.
    pub(super) fn texts(&mut self, row: usize) -> Result<Vec<ByteArray>, Error> {
        match self {
            Self::Text(reader) => batch(reader, row),
            Self::Short(reader) => Ok(written(&batch(reader, row)?)),
            Self::Long(reader) => Ok(written(&batch(reader, row)?)),
            Self::Single(reader) => Ok(written(&batch(reader, row)?)),
            Self::Double(reader) => Ok(written(&batch(reader, row)?)),
        }
    }
}

/// Refuses nested columns, and columns of neither text nor numbers. Columns that the plan asks for must be text or whole numbers.
pub(super) fn check(column: &ColumnDescriptor, is_asked: bool) -> Result<(), Error> {
    let name = column.path().string();
    if column.max_rep_level() > 0 || column.path().parts().len() > 1 {
        return Err(invalid(format!("column {name:?} is nested; every cell has to hold one value")));
    }
    match column.physical_type() {
        Physical::BYTE_ARRAY | Physical::INT32 | Physical::INT64 => Ok(()),
        Physical::FLOAT | Physical::DOUBLE if !is_asked => Ok(()),
        _ if is_asked => Err(invalid(format!("column {name:?} holds neither text nor whole numbers"))),
        _ => Err(invalid(format!("column {name:?} holds neither text nor numbers"))),
    }
}

fn batch<T: DataType>(reader: &mut ColumnReaderImpl<T>, row: usize) -> Result<Vec<T::T>, Error> {
    let (mut values, mut defined) = (Vec::with_capacity(BATCH), Vec::new());
    let (records, found, _) =
        reader.read_records(BATCH, Some(&mut defined), None, &mut values).map_err(|cause| refused(&cause))?;
    if found != records {
        return Err(invalid(format!(
            "a cell is empty in row {row} or a later one; every report has all answers"
        )));
    }
    Ok(values)
}

fn written(numbers: &[impl ToString]) -> Vec<ByteArray> {
    numbers.iter().map(|number| ByteArray::from(number.to_string().into_bytes())).collect()
}

pub(super) fn refused(cause: &ParquetError) -> Error {
    invalid(cause.to_string())
}

pub(super) fn invalid(message: impl Into<String>) -> Error {
    Error::new(Code::InvalidParquet, message.into())
}

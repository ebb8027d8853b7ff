//! Tables of other programs, by Arrow's streams: cells as text.

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType};
use candor::{Code, Error};
use candor_bindings::rows::{EachRow, Rows};
use candor_input::Watch;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};

/// A table that arrives in batches.
pub(crate) struct Frame(RecordBatchStreamReader);

/// The name that Arrow's PyCapsule interface gives to streams.
pub(crate) const STREAM: &core::ffi::CStr = c"arrow_array_stream";

impl Frame {
    /// Takes the stream in a capsule.
    ///
    /// # Errors
    /// `TypeError` for another capsule; `invalid-parquet` where the stream does not describe its columns.
    pub(crate) fn of(capsule: &Bound<'_, PyCapsule>) -> PyResult<Self> {
        let stream = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
        #[allow(
            unsafe_code,
            reason = "the interface is one of C: the capsule's name promises what it points to"
        )]
        let reader = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr()) };
        reader.map(Self).map_err(|cause| PyTypeError::new_err(cause.to_string()))
    }
}

impl Rows for Frame {
    fn names(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn rows(self, watch: &dyn Watch, each: &mut EachRow<'_>) -> Result<(), Error> {
        let mut row = 1_u64;
        for batch in self.0 {
            watch.goes_on()?;
            let batch = batch.map_err(|cause| broken(&cause))?;
            let columns = columns(&batch)?;
            for place in 0..batch.num_rows() {
                let cells: Vec<Option<&str>> = columns.iter().map(|column| column.cell(place)).collect();
                each(&cells).map_err(|error| error.at(format_args!("row {row}")))?;
                row += 1;
            }
        }
        Ok(())
    }
}

/// The cells of a column of a batch as text.
enum Column<'a> {
    Text(ArrayRef),
    Encoded { values: Vec<Option<String>>, codes: Vec<usize>, nulls: &'a ArrayRef },
    Made(Vec<Option<String>>),
}

impl Column<'_> {
    fn cell(&self, row: usize) -> Option<&str> {
        match self {
            Self::Text(array) if array.is_null(row) => None,
            Self::Text(array) => match array.data_type() {
                DataType::Utf8 => Some(array.as_string::<i32>().value(row)),
                DataType::LargeUtf8 => Some(array.as_string::<i64>().value(row)),
                _ => Some(array.as_string_view().value(row)),
            },
            Self::Encoded { nulls, .. } if nulls.is_null(row) => None,
            Self::Encoded { values, codes, .. } => values.get(codes[row])?.as_deref(),
            Self::Made(cells) => cells[row].as_deref(),
        }
    }
}

fn columns(batch: &RecordBatch) -> Result<Vec<Column<'_>>, Error> {
    let schema = batch.schema_ref();
    let named = schema.fields().iter().zip(batch.columns());
    named.map(|(field, array)| column(field.name(), array)).collect()
}

fn column<'a>(name: &str, array: &'a ArrayRef) -> Result<Column<'a>, Error> {
    Ok(match array.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Column::Text(ArrayRef::clone(array)),
        DataType::Dictionary(_, _) => {
            let encoded = array.as_any_dictionary();
            let values = column(name, encoded.values())?;
            let values = (0..encoded.values().len()).map(|place| values.cell(place).map(str::to_owned));
            // Without values there are no cells but empty ones.
            let codes = match encoded.values().is_empty() {
                true => vec![0; array.len()],
                false => encoded.normalized_keys(),
            };
            Column::Encoded { values: values.collect(), codes, nulls: array }
        }
        DataType::Int8 => written::<Int8Type>(array),
        DataType::Int16 => written::<Int16Type>(array),
        DataType::Int32 => written::<Int32Type>(array),
        DataType::Int64 => written::<Int64Type>(array),
        DataType::UInt8 => written::<UInt8Type>(array),
        DataType::UInt16 => written::<UInt16Type>(array),
        DataType::UInt32 => written::<UInt32Type>(array),
        DataType::UInt64 => written::<UInt64Type>(array),
        DataType::Float32 => without_nan(written::<Float32Type>(array)),
        DataType::Float64 => without_nan(written::<Float64Type>(array)),
        DataType::Null => Column::Made(vec![None; array.len()]),
        other => {
            let message = format!("column {name:?} holds {other}; cells have to be text or numbers");
            return Err(Error::new(Code::InvalidParquet, message));
        }
    })
}

fn written<T: ArrowPrimitiveType<Native: ToString>>(array: &ArrayRef) -> Column<'static> {
    let numbers = array.as_primitive::<T>().iter();
    Column::Made(numbers.map(|number| number.map(|number| number.to_string())).collect())
}

/// Numbers in which one that is none is an empty cell.
fn without_nan(column: Column<'static>) -> Column<'static> {
    match column {
        Column::Made(cells) => {
            Column::Made(cells.into_iter().map(|cell| cell.filter(|cell| cell != "NaN")).collect())
        }
        other => other,
    }
}

fn broken(cause: &ArrowError) -> Error {
    Error::new(Code::InvalidParquet, format!("a stream of Arrow: {cause}"))
}

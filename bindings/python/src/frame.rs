//! Tables of other programs, by Arrow's streams: cells as text.

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType};
use candor::report::Report;
use candor::{Code, Error};
use candor_documents::reports::Tally;
use candor_documents::reports::rows::Reading;
use candor_input::Watch;
use candor_input::reports::id_of;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};

/// A table that arrives in batches.
pub(crate) struct Frame(RecordBatchStreamReader);

/// The name that Arrow's PyCapsule interface gives to streams.
pub(crate) const STREAM: &core::ffi::CStr = c"arrow_array_stream";

/// The columns of a table of reports that are not answers.
const BESIDES: [&str; 2] = ["id", "plan"];

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

    /// The names of the columns.
    pub(crate) fn names(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Passes the cells of every row to `each`, with the number of the row from 1; `None` is an empty cell.
    ///
    /// # Errors
    /// `invalid-parquet` for a column of neither text nor numbers; those of `each`, with the row, and of `watch`.
    pub(crate) fn rows(
        self,
        watch: &dyn Watch,
        mut each: impl FnMut(&[Option<&str>]) -> Result<(), Error>,
    ) -> Result<(), Error> {
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

    /// Counts a report for every row: perturbed values under the names of questions and, if there are such columns, ids and fingerprints of
    /// plans.
    ///
    /// # Errors
    /// `invalid-csv`, `unknown-column`, `unknown-category`, `invalid-report`, `id-conflict`, with the row.
    pub(crate) fn count(self, tally: &mut Tally, watch: &dyn Watch) -> Result<(), Error> {
        let (plan, names) = (tally.plan(), self.names());
        let own: Vec<String> = tally.plans().iter().map(|plan| plan.fingerprint().to_string()).collect();
        let is_beside = |name: &&str| plan.table_schema().position(name).is_err();
        let besides: Vec<String> = BESIDES.into_iter().filter(is_beside).map(str::to_owned).collect();
        let place = |name: &str| {
            let beside = besides.iter().any(|beside| beside == name);
            names.iter().position(|own| beside && own == name)
        };
        let (id, of_plan) = (place("id"), place("plan"));
        let header: Vec<&str> = names.iter().map(String::as_str).collect();
        let reading = Reading::new(&plan, &header, &besides)?;
        let mut perturbed = Vec::new();
        self.rows(watch, |cells| {
            let cells = cells.iter().copied().collect::<Option<Vec<&str>>>();
            let cells = cells.ok_or_else(|| {
                Error::new(Code::InvalidReport, "a cell is empty; every report has all answers")
            })?;
            if of_plan.is_some_and(|place| !own.iter().any(|own| own == cells[place])) {
                tally.of_another_plan(1);
                return Ok(());
            }
            reading.perturbed(&cells, &mut perturbed)?;
            match id {
                Some(place) => {
                    let id = id_of(cells[place].as_bytes())?;
                    tally.identified(&Report::from_perturbed(&plan, id, perturbed.as_slice().into())?)
                }
                None => tally.anonymous(&perturbed),
            }
        })
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

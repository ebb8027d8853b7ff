//! Results as streams of Arrow, which other programs take by its PyCapsule interface.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::frame::STREAM;

/// A column, by the type of its cells.
#[derive(FromPyObject)]
pub(crate) enum Cells {
    #[pyo3(transparent)]
    Text(Texts),
    #[pyo3(transparent)]
    Whole(Wholes),
    #[pyo3(transparent)]
    Real(Reals),
}

/// A list named `text`.
#[derive(FromPyObject)]
pub(crate) struct Texts {
    #[pyo3(item)]
    text: Vec<Option<String>>,
}

/// A list named `whole`.
#[derive(FromPyObject)]
pub(crate) struct Wholes {
    #[pyo3(item)]
    whole: Vec<Option<i64>>,
}

/// A list named `real`.
#[derive(FromPyObject)]
pub(crate) struct Reals {
    #[pyo3(item)]
    real: Vec<Option<f64>>,
}

/// A capsule with a stream of one batch.
#[pyfunction]
pub(crate) fn arrow_stream(py: Python<'_>, columns: Vec<(String, Cells)>) -> PyResult<Bound<'_, PyCapsule>> {
    let array = |cells: Cells| -> ArrayRef {
        match cells {
            Cells::Text(Texts { text }) => Arc::new(StringArray::from(text)),
            Cells::Whole(Wholes { whole }) => Arc::new(Int64Array::from(whole)),
            Cells::Real(Reals { real }) => Arc::new(Float64Array::from(real)),
        }
    };
    let refused = |cause: arrow_schema::ArrowError| PyValueError::new_err(cause.to_string());
    let columns = columns.into_iter().map(|(name, cells)| (name, array(cells), true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns).map_err(refused)?;
    let schema = batch.schema();
    let reader = RecordBatchIterator::new([Ok(batch)], schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
}

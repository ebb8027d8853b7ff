//! Requests from dictionaries.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pythonize::{PythonizeError, depythonize};
use serde::de::DeserializeOwned;

/// The request in a dictionary.
///
/// # Errors
/// `TypeError` where a value does not have the type of its option.
pub(crate) fn request<T: DeserializeOwned>(of: &Bound<'_, PyAny>) -> PyResult<T> {
    depythonize(of).map_err(mistyped)
}

/// `TypeError` for options that are none of the request's.
pub(crate) fn mistyped(misfit: PythonizeError) -> PyErr {
    PyTypeError::new_err(misfit.to_string())
}

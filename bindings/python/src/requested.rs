//! Requests from dictionaries, and results as documents.

use candor::{Code, Error};
use candor_documents::{Document, Format, failure};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pythonize::depythonize;
use serde::de::DeserializeOwned;

/// A result: its JSON document, and its text for people.
pub(crate) type Found = (String, String);

/// The request in a dictionary.
///
/// # Errors
/// `TypeError` where a value does not have the type of its option.
pub(crate) fn request<T: DeserializeOwned>(of: &Bound<'_, PyAny>) -> PyResult<T> {
    depythonize(of).map_err(|misfit| PyTypeError::new_err(misfit.to_string()))
}

/// A document as JSON and as text.
///
/// # Errors
/// `io` if a number cannot be written.
pub(crate) fn found(of: &impl Document) -> Result<Found, Error> {
    let failed = |cause: &dyn core::fmt::Display| failure::io("document", cause);
    let json = serde_json::to_string(of).map_err(|cause| failed(&cause))?;
    let mut text = Vec::new();
    of.write(Format::Table, &mut text).map_err(|cause| failed(&cause))?;
    let text = String::from_utf8(text).map_err(|_| Error::new(Code::Internal, "a text is not UTF-8"))?;
    Ok((json, text))
}

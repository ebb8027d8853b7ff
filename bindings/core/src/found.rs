//! Results as documents.

use candor::{Code, Error};
use candor_documents::{Document, Format, failure};

/// A result: its JSON document, and its text for people.
pub type Found = (String, String);

/// A document as JSON and as text.
///
/// # Errors
/// `io` if a number cannot be written.
pub fn found(of: &impl Document) -> Result<Found, Error> {
    let failed = |cause: &dyn core::fmt::Display| failure::io("document", cause);
    let json = serde_json::to_string(of).map_err(|cause| failed(&cause))?;
    let mut text = Vec::new();
    of.write(Format::Table, &mut text).map_err(|cause| failed(&cause))?;
    let text = String::from_utf8(text).map_err(|_| Error::new(Code::Internal, "a text is not UTF-8"))?;
    Ok((json, text))
}

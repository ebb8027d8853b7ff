//! Results as lists: `value`, or the `code` and `message` of a condition that R raises.

use candor::Error;
use extendr_api::deserializer::from_robj;
use extendr_api::prelude::*;
use serde::de::DeserializeOwned;

/// Why something was refused.
pub(crate) struct Refusal {
    code: String,
    message: String,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { code: error.code().as_str().to_owned(), message: error.message().to_owned() }
    }
}

/// Options that are none of the request's; the messages of extendr hold no values.
pub(crate) fn mistyped(misfit: &extendr_api::Error) -> Refusal {
    Refusal { code: "invalid-options".to_owned(), message: format!("an option: {misfit}") }
}

/// The request in a list.
pub(crate) fn request<T: DeserializeOwned>(options: &Robj) -> core::result::Result<T, Refusal> {
    from_robj(options).map_err(|misfit| mistyped(&misfit))
}

/// The list for R.
pub(crate) fn reply<T: Into<Robj>>(of: core::result::Result<T, Refusal>) -> Robj {
    match of {
        Ok(value) => list!(value = value.into()).into(),
        Err(Refusal { code, message }) => list!(code = code, message = message).into(),
    }
}

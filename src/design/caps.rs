//! Caps on attribute ε: one for every attribute, infinite where there is none.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Code, Error};

/// No caps on so many attributes.
pub(super) fn uncapped(attributes: usize) -> Vec<f64> {
    vec![f64::INFINITY; attributes]
}

/// Refuses caps that are no number above 0, infinity standing for none.
pub(super) fn check_caps(caps: &[f64], attributes: usize) -> Result<(), Error> {
    if caps.len() != attributes {
        let message = format!("{attributes} attributes but {} caps on attribute ε given", caps.len());
        return Err(Error::new(Code::LevelsConflict, message));
    }
    match caps.iter().position(|cap| cap.is_nan() || *cap <= 0.0) {
        Some(i) => {
            let message =
                format!("the cap on the attribute ε of attribute {i} is {}; it must be above 0", caps[i]);
            Err(Error::new(Code::InvalidEpsilon, message))
        }
        None => Ok(()),
    }
}

/// A column ε above the attribute ε allowed to `of`.
pub(super) fn conflict(of: &str, column: f64, cap: f64) -> Error {
    let message = format!(
        "{of}: column ε {column} is asked for, but its attribute ε is capped at {cap}, and no law has an \
         attribute ε below a column ε; raise attribute_epsilon or lower epsilon"
    );
    Error::new(Code::InfeasibleRequest, message)
}

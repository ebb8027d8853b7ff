//! Caps on attribute ε: one or none for every attribute, in formulas an infinite one where there is none.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Code, Error};

/// No caps on so many attributes.
pub(super) fn uncapped(attributes: usize) -> Vec<f64> {
    vec![f64::INFINITY; attributes]
}

/// The caps as numbers, infinite where there is none.
///
/// # Errors
/// `invalid-epsilon` for a cap that is not a finite number above 0; `levels-conflict` where there is not one for each attribute.
pub(super) fn limits(caps: &[Option<f64>], attributes: usize) -> Result<Vec<f64>, Error> {
    if caps.len() != attributes {
        let message = format!("{attributes} attributes but {} caps on attribute ε given", caps.len());
        return Err(Error::new(Code::LevelsConflict, message));
    }
    let limit = |(i, cap): (usize, &Option<f64>)| match cap {
        None => Ok(f64::INFINITY),
        Some(cap) if *cap > 0.0 && cap.is_finite() => Ok(*cap),
        Some(cap) => {
            let message = format!(
                "the cap on the attribute ε of attribute {i} is {cap}; it must be a finite number above 0"
            );
            Err(Error::new(Code::InvalidEpsilon, message))
        }
    };
    caps.iter().enumerate().map(limit).collect()
}

/// The caps that are given, of numbers that are infinite where there is none.
pub(super) fn finite_caps(limits: &[f64]) -> Vec<Option<f64>> {
    limits.iter().map(|cap| Some(*cap).filter(|cap| cap.is_finite())).collect()
}

/// A column ε above the attribute ε allowed to `of`.
pub(super) fn conflict(of: &str, column: f64, cap: f64) -> Error {
    let message = format!(
        "{of}: column ε {column} is asked for, but its attribute ε is capped at {cap}, and no law has an \
         attribute ε below a column ε; raise attribute_epsilon or lower epsilon"
    );
    Error::new(Code::InfeasibleRequest, message)
}

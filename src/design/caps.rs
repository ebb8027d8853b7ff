//! Caps on attribute ε: an optional cap for every attribute, infinite in formulas where there is none.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Code, Error};

/// No caps, for this many attributes.
pub(super) fn uncapped(attributes: usize) -> Vec<f64> {
    vec![f64::INFINITY; attributes]
}

/// Converts caps to numbers, infinite for no cap.
///
/// # Errors
/// `invalid-epsilon` for a cap that is not a finite number above 0; `levels-conflict` unless there is one for each attribute.
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

/// Converts numbers to caps, `None` for infinite ones.
pub(super) fn finite_caps(limits: &[f64]) -> Vec<Option<f64>> {
    limits.iter().map(|cap| Some(*cap).filter(|cap| cap.is_finite())).collect()
}

/// The error for a column ε above the cap on the attribute ε of `of`.
pub(super) fn conflict(of: &str, column: f64, cap: f64) -> Error {
    let message = format!(
        "{of}: the requested column ε is {column}, but the attribute ε is capped at {cap}, and no law has an attribute ε below a column ε; raise attribute_epsilon or lower epsilon"
    );
    Error::new(Code::InfeasibleRequest, message)
}

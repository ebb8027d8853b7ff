//! Hypotheses by name.

use candor::inference::Hypothesis;
use candor::{Code, Error};

/// The hypothesis about one table that a test of this name has; `None` for another name.
pub(crate) fn hypothesis(test: &str, scores: Option<Vec<f64>>, shares: Vec<f64>) -> Option<Hypothesis> {
    match test {
        "independence" => Some(Hypothesis::Independence),
        "trend" => Some(Hypothesis::Trend { scores }),
        "tdt" => Some(Hypothesis::Transmission),
        "fit" => Some(Hypothesis::Fit { shares }),
        _ => None,
    }
}

/// The error for a test that is not one of these.
pub(crate) fn is_none_of(test: &str, tests: &str) -> Error {
    Error::new(Code::InvalidHypothesis, format!("{test:?} is none of {tests}"))
}

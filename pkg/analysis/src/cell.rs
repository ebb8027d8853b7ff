//! Shares with their errors.

use candor::estimate;
use serde::Serialize;

/// An estimated share.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Cell {
    estimate: f64,
    standard_error: f64,
    lower: f64,
    upper: f64,
}

impl From<estimate::Cell> for Cell {
    fn from(of: estimate::Cell) -> Self {
        Self { estimate: of.estimate, standard_error: of.standard_error, lower: of.lower, upper: of.upper }
    }
}

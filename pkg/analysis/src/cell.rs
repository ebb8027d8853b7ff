//! Estimated shares with their errors, as JavaScript objects.

use candor::estimate;
use serde::Serialize;

/// An estimated share.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Cell {
    estimate: f64,
    standard_error: Option<f64>,
    lower: f64,
    upper: f64,
    shown: Option<f64>,
}

impl From<estimate::Cell> for Cell {
    fn from(of: estimate::Cell) -> Self {
        let estimate::Cell { estimate, standard_error, lower, upper, .. } = of;
        Self { estimate, standard_error, lower, upper, shown: of.readable() }
    }
}

//! Arguments with numbers that some hypotheses need.

use clap::{Args, ValueEnum};

/// Numbers that some hypotheses need.
#[derive(Args)]
pub struct Said {
    /// Scores of the ordered question's categories, for a trend. Default: 0, 1, 2 and so on.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', allow_hyphen_values = true)]
    pub scores: Option<Vec<f64>>,
    /// Shares of the cells of the table, row by row: those that a fit tests, or those expected for coefficients.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', required_if_eq("kind", "fit"))]
    pub shares: Vec<f64>,
}

/// The name of a value of an option, as it is written on the command line.
pub(super) fn named(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

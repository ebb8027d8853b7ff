//! Arguments with numbers that some hypotheses need.

use clap::Args;

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

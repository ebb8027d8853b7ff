//! Arguments with numbers that some hypotheses need.

use clap::Args;

/// Numbers that some hypotheses need.
#[derive(Args)]
pub struct Said {
    /// Scores of the ordered question's categories, for a trend; without them 0, 1, 2 and so on.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', allow_hyphen_values = true)]
    pub scores: Option<Vec<f64>>,
    /// The shares that the cells of the table are said to have, for a fit or for coefficients; row by row.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', required_if_eq("kind", "fit"))]
    pub shares: Vec<f64>,
}

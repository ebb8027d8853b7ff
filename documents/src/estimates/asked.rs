//! What is asked of estimates.

use candor::estimate::{Options, Stop};

/// Options of the estimate, and what is told of it.
#[derive(Default)]
pub struct Asked {
    /// Reconstruction, confidence, projection and so on.
    pub options: Options,
    /// Whether overlapping tables are made to agree on their common margins.
    pub consistent: bool,
    /// Attributes whose categories form groups: shares are then taken within them.
    pub given: Vec<String>,
    /// The group all others are compared with: a category of every attribute in `given`.
    pub reference: Vec<String>,
    /// Whether the full covariance of every table is added.
    pub covariance: bool,
    /// Whether people are shown every row of a large table, also those that may be empty.
    pub all_rows: bool,
    /// What ends the work before its end.
    pub stop: Stop,
}

//! The request for estimates.

use candor::estimate::{Options, Stop};

/// Options of the estimates, and of how they are written.
#[derive(Default)]
pub struct Asked {
    /// Reconstruction, confidence, projection and so on.
    pub options: Options,
    /// Whether overlapping tables are made to agree on their common margins.
    pub consistent: bool,
    /// Attributes whose categories form groups; shares are then within groups.
    pub given: Vec<String>,
    /// The reference group that all others are compared with: a category of every attribute in `given`.
    pub reference: Vec<String>,
    /// Whether shares are among those who were asked and answered.
    pub valid: bool,
    /// Whether the full covariance of every table is added.
    pub covariance: bool,
    /// Whether the text for people has every row of a large table, also rows that may be empty.
    pub all_rows: bool,
    /// The signal that stops the work early.
    pub stop: Stop,
}

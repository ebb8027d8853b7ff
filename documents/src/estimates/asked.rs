//! The request for estimates.

use candor::estimate::{Options, Stop};

use crate::groups::Groups;

/// Options of the estimates, and of how they are written.
#[derive(Default)]
pub struct Asked {
    /// Reconstruction, confidence, projection and so on.
    pub options: Options,
    /// Whether overlapping tables are made to agree on their common margins.
    pub consistent: bool,
    /// The groups within which shares are estimated.
    pub groups: Groups,
    /// Whether the full covariance of every table is added.
    pub covariance: bool,
    /// Whether the text for people has every row of a large table, also rows that may be empty.
    pub all_rows: bool,
    /// The signal that stops the work early.
    pub stop: Stop,
}

//! The certificate of an optimum.

use serde::Serialize;

/// The optimum and its certificate, in floating point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Certificate {
    /// The record ε of the law that was found.
    pub record_epsilon: f64,
    /// A lower bound on the record ε of every law with these column levels.
    pub lower_bound: f64,
}

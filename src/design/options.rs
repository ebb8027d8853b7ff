//! What may be chosen besides the survey itself.

use super::method::Method;

/// What may be chosen besides the survey itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The method, instead of the survey's own.
    pub method: Option<Method>,
    /// Accept the published heuristic where it raises ε above a request. For comparison only.
    pub allow_raised: bool,
    /// The most bytes that the law may take in a plan document, [`law_size`]; any number where none is given.
    pub max_law_size: Option<usize>,
}

//! What may be chosen besides the request itself.

use super::method::Method;

/// The choices of a request.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RequestOptions {
    pub(super) method: Option<Method>,
    /// Accept the published heuristic where it raises ε above a request.
    pub(super) allow_raised: bool,
    /// The share of the respondents for tables that are not declared.
    pub(super) other_tables: Option<f64>,
    /// The most bytes that the law may take in a plan document; any number where none is given.
    pub(super) max_law_size: Option<usize>,
    /// The most orbits times table components over which a law for tables is searched.
    pub(super) max_products: Option<usize>,
}

//! The options of a design request.

use super::method::Method;

/// The options of a design request, besides its goal and its caps.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RequestOptions {
    pub(super) method: Option<Method>,
    /// Whether to accept the published heuristic where it raises ε above a request.
    pub(super) allow_raised: bool,
    /// The share of the respondents reserved for tables that are not declared.
    pub(super) other_tables: Option<f64>,
    /// The largest number of bytes that the law may take in a plan document; `None` for no limit.
    pub(super) max_law_size: Option<usize>,
    /// The largest product of orbits and table components over which a law for tables is searched.
    pub(super) max_products: Option<usize>,
}

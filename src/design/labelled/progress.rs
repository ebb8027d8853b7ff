//! How far a search has come.

/// The best design so far.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SearchProgress {
    /// Its V.
    pub objective: f64,
    /// How much a form that was found is worth more than V, relative to V.
    pub gap: f64,
    /// The families of forms that are weighed.
    pub families: usize,
}

//! The progress of a search for a labelled design.

/// The best design so far.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SearchProgress {
    /// V of the design.
    pub objective: f64,
    /// The relative excess over V of what the best form found is worth.
    pub gap: f64,
    /// The number of families of forms in the design.
    pub families: usize,
}

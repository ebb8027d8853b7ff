//! How the climb to the likeliest shares ended.

/// How the iterations ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Convergence {
    /// Points at which the likelihood was evaluated.
    pub iterations: u64,
    /// Applications of the law, each O(w·N).
    pub applications: u64,
    /// Σ|change| of an EM step, or of the longer step taken, whichever is more, at the end.
    pub change: f64,
    /// The most by which the log-likelihood per report can still rise.
    pub gap: f64,
    /// n·Σ λ̂ ln(Mθ) in nats.
    pub log_likelihood: f64,
    /// Whether the steps ended because the change was small.
    pub converged: bool,
}

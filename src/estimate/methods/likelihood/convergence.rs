//! How the ascent to the likeliest shares ended.

use serde::Serialize;

/// How the iterations of a likelihood estimate ended.
///
/// ```
/// # use candor::estimate::{Options, Reconstruction, estimate};
/// # use candor::{count::Table, design, schema::{Attribute, Category, Schema}};
/// # let categories = Category::list(["no", "yes"]);
/// # let schema = Schema::new(vec![Attribute::new("smoker", None, categories, false)?])?;
/// # let levels = design::Levels::new(vec![2], vec![1.0])?;
/// # let law = design::Request::levels(&levels).design()?.law().clone();
/// # let smokers = Table::from_counts(&schema, &["smoker"], vec![90, 10])?;
/// let asked = Options::default().reconstruction(Reconstruction::Likelihood);
/// let estimate = estimate(&law, smokers, &asked)?;
/// assert!(estimate.convergence().is_some_and(|convergence| convergence.converged));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Convergence {
    /// Points at which the likelihood was evaluated.
    pub iterations: u64,
    /// Applications of the law, each O(w·N).
    pub applications: u64,
    /// Σ|change| at the end, of an EM step or of the longer step taken, whichever is more.
    pub change: f64,
    /// The most by which the log-likelihood per report can still rise.
    pub gap: f64,
    /// n·Σ λ̂ ln(Mθ) in nats.
    pub log_likelihood: f64,
    /// Whether the steps ended because the change was small.
    pub converged: bool,
}

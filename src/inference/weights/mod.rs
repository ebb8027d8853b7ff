//! Reports that weigh differently: margins that are known of the population, strata, clusters.
//!
//! What a report carries in clear, as a region or the arm of a trial, forms *classes*. [`Raking`] finds weights with which the classes have
//! the margins of the population (post-stratification, where one margin has a category for every class); [`Weighted`] estimates a table with
//! them, with errors by linearisation and by replicates, of all or of what those who gave no answer would have answered.

mod answered;
mod classes;
mod estimates;
mod linearised;
mod raking;

pub use classes::ReportClass;
pub use estimates::{Weighted, WeightedCell};
pub use raking::{Raking, effective_sample_size};

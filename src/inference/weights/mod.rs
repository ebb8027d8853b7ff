//! Weighting: known margins of the population, strata and clusters.
//!
//! Reports with the same values in clear, such as a region or the arm of a trial, form *classes*. [`Raking`] finds weights with which the
//! classes have the margins of the population (post-stratification, where one margin has a category for every class). [`Weighted`] estimates a
//! table with these weights, with errors by linearisation and by replicates; it can also adjust for people who gave no answer. [`WeightedGroups`]
//! estimates shares within groups and differences between them; [`Weighted::best_guess`] estimates all tables of one and two questions together.

mod answered;
mod classes;
mod estimates;
mod groups;
mod guess;
mod linearised;
mod raking;
mod sample;

pub use classes::ReportClass;
pub use estimates::{Weighted, WeightedCell};
pub use groups::{Grouping, WeightedDifference, WeightedGroups};
pub use raking::{Raking, effective_sample_size};
pub(super) use sample::WeightedSample;

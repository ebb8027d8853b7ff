//! Scores: their means, spread, quantiles, distribution and reliability, and the means of groups.
//!
//! [`Chosen`] says which tables have to be counted and estimates the scores from them, as [`crate::statistics`]; [`Scores`] is the document.

mod chosen;
mod document;
mod scored;

pub use self::chosen::{Asked, Chosen};
pub use self::document::Scores;

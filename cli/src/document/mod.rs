//! Documents for people and programs. This module adds what only the command line writes: audits, and pictures of estimates and of a
//! design's trade-off.

#[cfg(feature = "research")]
pub mod audits;
pub mod drawn;
pub mod tradeoff;

pub use candor_documents::{
    Document, Format, coefficients, comparisons, counts, estimates, expectations, hypothesis_tests, model,
    numbers, power_analysis, power_results, promises, rankings, requests, scores, statistics, test_results,
    weighted,
};

//! What is written for people and programs, with what the command line alone writes: audits, and pictures of estimates and of the
//! trade-off of a design; and with what the collector alone tells: which pairs of questions cannot be estimated.

pub mod audits;
pub mod drawn;
pub mod pairs;
pub mod tradeoff;

pub use candor_documents::{
    Document, Format, coefficients, counts, estimates, expectations, hypothesis_tests, model, numbers,
    power_analysis, power_results, promises, test_results, weighted,
};

//! What is written for people and programs: each document as a table, as JSON and as CSV.

pub mod cells;
pub mod counts;
pub mod estimates;
pub mod expectations;
pub mod promises;

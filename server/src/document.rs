//! What is written for people and programs: each document as a table, as JSON and as CSV;
//! and the trade-off of a design as a picture.

pub mod audits;
pub mod cells;
pub mod counts;
pub mod estimates;
pub mod expectations;
pub mod promises;
pub mod tradeoff;

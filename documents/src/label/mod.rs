//! A privacy label: what a plan promises and what not, on one page, arranged by the questions that \[SP800226\] says any claim of
//! differential privacy has to answer, from ε at the top to how answers are collected at the bottom.
//!
//! It is made from a plan, whose promises are recomputed from its integers, and from two names that no plan knows.

mod hazards;
mod odds;
mod page;
mod parties;
mod whole;

pub use parties::Parties;
pub use whole::Label;

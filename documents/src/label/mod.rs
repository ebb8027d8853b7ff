//! A privacy label: on one page, what a plan promises and what it does not. It is arranged by the questions that any claim of differential
//! privacy has to answer according to \[SP800226\], from ε at the top to how answers are collected at the bottom.
//!
//! It is made from a plan, whose promises are recomputed from its integers, and from what is not in the plan: two names and a number of respondents.

mod hazards;
mod odds;
mod page;
mod parties;
mod whole;

pub use parties::Parties;
pub use whole::{Label, USUAL_RESPONDENTS};

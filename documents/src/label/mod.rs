//! A privacy label: on one page, in six languages, what a plan promises and what it does not. It is arranged by the questions that any claim of
//! differential privacy has to answer according to \[SP800226\], from ε at the top to how answers are collected at the bottom.
//!
//! It is made from a plan, whose promises are recomputed from its integers, and from what is not in the plan: who is relied on, who reads totals and
//! in which steps, how long reports are kept. An annex fills in what a data-protection impact assessment asks of the same plan, and an entry what the
//! public registry of deployments does.

mod annex;
mod deployment;
mod hazards;
mod html;
mod odds;
mod page;
mod registry;
mod whole;
mod words;

pub use annex::annex;
pub use deployment::{Deployment, USUAL_RESPONDENTS, USUAL_STEP};
pub use registry::{Publication, registry_entry};
pub use whole::Label;
pub use words::{ENGLISH, LANGUAGES, Words, words_in};

//! Black-box audits of a perturbation mechanism.
//!
//! | module | what it is |
//! |---|---|
//! | [`shipped`] | the respondent's module, as published, under an interpreter that counts its instructions |
//! | [`realised`] | a lower bound on the ε that a mechanism realises, from its outputs alone |
//! | [`clopper_pearson`] | exact confidence bounds for a probability |
//! | [`plans`] | plans with each kind of law |
//!
//! Nothing in this crate is part of what respondents load.

pub mod clopper_pearson;
pub mod plans;
pub mod realised;
pub mod shipped;

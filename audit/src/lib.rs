//! Evidence about a perturbing mechanism, gathered from outside it.
//!
//! | module | what it is |
//! |---|---|
//! | [`shipped`] | the respondent's module, as published, under an interpreter that counts its instructions |
//! | [`realised`] | a lower bound on the ε that a mechanism realises, from what it does alone |
//! | [`clopper_pearson`] | exact confidence bounds for a probability |
//! | [`plans`] | plans of each kind of law |
//!
//! Nothing here is part of what respondents load.

pub mod clopper_pearson;
pub mod plans;
pub mod realised;
pub mod shipped;

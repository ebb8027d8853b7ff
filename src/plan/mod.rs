//! Plans: schema, law and promises published as one document with a fingerprint.
//!
//! A [`Plan`] exists only after its promises were recomputed from its integer weights, whatever
//! numbers the document states.

pub(crate) mod canonical;
mod document;
mod fingerprint;
mod numbers;
mod promises;
mod questions;
mod revision;
mod verified;
mod whole;

pub use document::{
    AttributePromiseDocument, BlockDocument, FormDocument, PatternDocument, PlanDocument, PlanPrivacy,
    UnitDocument,
};
pub use fingerprint::Fingerprint;
pub use promises::{AttributePromise, Promises};
pub use questions::{
    CompoundDocument, CompoundKindDocument, ConditionDocument, PlanAttribute, RoundedDocument, ScoreDocument,
    SectionDocument,
};
pub use verified::Caps;
pub use whole::Plan;

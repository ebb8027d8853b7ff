//! Ring: planted faults. Twelve samplers that are wrong in a way that samplers have been wrong, each of which the exact
//! test or the auditor must catch; and the faultless sampler, which neither may accuse more often than stated.
//!
//! The exact test follows every path of a sampler's random choices and compares what comes out, in integers, with the
//! law. The auditor only sees reports. Seeds are fixed; nothing here can fail by chance.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod auditor;
#[path = "../../../tests/common/mod.rs"]
mod common;
mod exact;
#[path = "../../../tests/enumeration/matrix.rs"]
#[allow(dead_code, reason = "the other test uses all of it")]
mod matrix;
mod samplers;

//! Ring: planted faults. Twelve samplers each have a fault that real samplers have had; the exact test or the auditor must detect each of
//! them. Neither may accuse the correct sampler more often than stated.
//!
//! The exact test follows every path of a sampler's random choices and compares the outputs with the law, in integers. The auditor only
//! sees reports. Seeds are fixed, so nothing here can fail by chance.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod auditor;
#[path = "../../../tests/common/mod.rs"]
mod common;
mod exact;
#[path = "../../../tests/enumeration/matrix.rs"]
#[allow(dead_code, reason = "the other test uses all of it")]
mod matrix;
mod samplers;

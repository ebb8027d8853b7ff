//! Laws: their promises and their properties.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
mod labels;
mod promises;
mod properties;

//! Reports: the same draws and documents everywhere and for ever, and repeated surveys.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
mod drawn;
mod known_answers;
mod plain;
mod revisions;
mod rounded;
mod value_stability;
mod waves;

//! Designs: every method, caps, bounds, and the laws for tables.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod caps;
#[path = "../common/mod.rs"]
mod common;
mod inductive;
mod labelled;
mod large_epsilons;
mod linear_program;
mod listed_reports;
mod optimal;
mod random_designs;
mod smallest;
mod table_signs;

//! What the crate computes, refuses, writes and reads, a folder for each subject: `cargo test -p candor --test behaviour estimate::`.
//! What its files say of themselves is in `construction/`; how much memory it takes, in `memory.rs`, whose allocator counts for a
//! whole program.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;
mod design;
mod enumeration;
mod estimate;
mod exactness;
mod inference;
mod law;
mod refusals;
mod report;
mod synthesize;
mod vectors;

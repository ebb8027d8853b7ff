//! What the crate computes, refuses, writes and reads, in a folder for each subject: `cargo test -p candor --test behaviour estimate::`.
//! `construction/` tests the structure of its files; `memory.rs` tests how much memory it takes, in a program of its own because its
//! allocator counts for the whole program.

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

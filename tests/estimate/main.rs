//! Estimates: every reconstruction, its errors and intervals, by examples, enumeration and simulation.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod adult;
mod ascent;
#[path = "../common/mod.rs"]
mod common;
mod counting;
mod coverage;
mod empty_cells;
mod errors;
mod fit;
mod influence;
mod intervals;
mod labelled;
mod loglinear;
mod noise_floor;
#[path = "../common/normal.rs"]
mod normal;
mod plain;
mod reconstructions;
mod shown;
mod sparse;
mod subsets;

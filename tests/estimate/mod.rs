//! Estimates: every reconstruction, its errors and intervals, by examples, enumeration and simulation.

mod adult;
mod ascent;
mod counting;
mod coverage;
mod empty_cells;
mod errors;
mod fit;
mod forged;
mod fragility;
mod influence;
mod intervals;
mod labelled;
mod loglinear;
mod noise_floor;
mod normal;
mod plain;
mod questionnaires;
mod reconstructions;
mod shown;
mod sparse;
mod subsets;

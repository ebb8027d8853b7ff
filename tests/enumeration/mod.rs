//! Ring: exact enumeration. Every input and every output of small mechanisms, in integers, by code that shares
//! nothing with `src/law`: promises, inversion, and the sampler against the matrix.
//!
//! No test here can fail by chance except those of `sampler`, which states its false-alarm rate.

mod central;
mod change_sets;
mod chi_squared;
mod dense;
mod inversion;
mod labelled;
mod laws;
pub mod listing;
pub mod matrix;
mod pairs;
mod planted;
mod promises;
mod questionnaires;
mod reported_scores;
mod sampler;
mod words;

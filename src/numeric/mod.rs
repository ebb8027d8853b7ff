//! Numerical methods that know nothing of surveys: factorisations, quadratic programming, square roots, vectors, wide registers, sorting, random
//! numbers, resampling, tails of χ² distributions, and bounds on large deviations.

pub(crate) mod chi_squared;
pub(crate) mod cholesky;
pub(crate) mod deviations;
pub(crate) mod eigen;
pub(crate) mod lu;
pub(crate) mod null_space;
pub(crate) mod order;
pub(crate) mod quadratic;
pub(crate) mod random;
mod resampling;
pub(crate) mod vectors;
pub(crate) mod wide;

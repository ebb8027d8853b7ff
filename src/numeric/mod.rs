//! Numerical methods that know nothing of surveys: factorisations, quadratic programming, square roots, vectors, sorting, random
//! numbers, resampling, and tails of χ² distributions.

pub(crate) mod chi_squared;
pub(crate) mod cholesky;
pub(crate) mod eigen;
pub(crate) mod lu;
pub(crate) mod order;
pub(crate) mod quadratic;
pub(crate) mod random;
mod resampling;
pub(crate) mod vectors;

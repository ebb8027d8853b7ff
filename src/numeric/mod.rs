//! Numerical methods that know nothing of surveys: factorisations, a quadratic program, square roots, sums over vectors, orders, random numbers, samples drawn again, tails of χ² laws.

pub(crate) mod chi_squared;
pub(crate) mod cholesky;
pub(crate) mod lu;
pub(crate) mod order;
pub(crate) mod quadratic;
pub(crate) mod random;
mod resampling;
pub(crate) mod roots;
pub(crate) mod vectors;

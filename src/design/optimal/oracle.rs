//! What cutting planes ask of a set of orbits: the part of it where Σ μ_c z_c > 0, with its sums under a uniform record.
//!
//! Over all orbits that is [`super::orbits`], over a few of them [`super::listed`].

use alloc::vec::Vec;

use super::classes::Class;

/// An orbit, by its place in either half of the classes.
pub(super) type Orbit = [usize; 2];

/// Orbits over which E[(Σ_c μ_c z_c)⁺] is minimised.
pub(super) trait Oracle {
    /// The classes that the coordinates of μ stand for.
    fn classes(&self) -> &[Class];

    /// ln of the largest of the weights that [`Oracle::set`] sums, −∞ where the set is empty.
    fn log_largest(&self, mu: &[f64]) -> f64;

    /// The orbits of positive score, in units of e^`shift`.
    fn set(&self, mu: &[f64], shift: f64) -> Set;

    /// Σ_j β_j 1\[in the set of μ_j\] wherever it is not 0.
    fn shares(&self, parts: &[(f64, &[f64])]) -> Vec<Share>;
}

/// The sums over a set of orbits: its probability, how many orbits it has, and E[z_c; set] of every class.
pub(super) struct Set {
    pub(super) probability: f64,
    pub(super) orbits: usize,
    pub(super) gradient: Vec<f64>,
}

/// An orbit, and the share of the largest excess density that it has.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub(super) orbit: Orbit,
    pub(super) share: f64,
}

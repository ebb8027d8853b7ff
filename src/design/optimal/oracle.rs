//! The oracle that cutting planes query: the orbits where Σ μ_c z_c > 0, with their sums under a uniform record.
//!
//! [`super::orbits`] answers for all orbits, [`super::listed`] for some of them.

use alloc::vec::Vec;

use super::classes::Class;

/// An orbit, by its position in each half of the classes.
pub(super) type Orbit = [usize; 2];

/// The orbits over which E[(Σ_c μ_c z_c)⁺] is minimised.
pub(super) trait Oracle {
    /// The classes that the coordinates of μ belong to.
    fn classes(&self) -> &[Class];

    /// ln of the largest weight that [`Oracle::set`] sums, or −∞ where the set is empty.
    fn log_largest(&self, mu: &[f64]) -> f64;

    /// The sums over the orbits of positive score, in units of e^`shift`.
    fn set(&self, mu: &[f64], shift: f64) -> Set;

    /// The orbits where Σ_j β_j 1\[in the set of μ_j\] is not 0, with that sum.
    fn shares(&self, parts: &[(f64, &[f64])]) -> Vec<Share>;
}

/// The sums over a set of orbits: its probability, its number of orbits, and E[z_c; set] for every class.
pub(super) struct Set {
    pub(super) probability: f64,
    pub(super) orbits: usize,
    pub(super) gradient: Vec<f64>,
}

/// An orbit, and its share of the largest excess density.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub(super) orbit: Orbit,
    pub(super) share: f64,
}

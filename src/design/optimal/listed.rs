//! The optimum over laws with excess on some listed orbits only, for plans that must be small.
//!
//! The dual is the same, with sums over the list. Cost of a set: listed orbits × classes.

use alloc::vec;
use alloc::vec::Vec;

use super::classes::Class;
use super::oracle::{Oracle, Orbit, Set, Share};
use super::orbits::Orbits;

/// The listed orbits.
pub(super) struct Listed<'a> {
    classes: &'a [Class],
    entries: Vec<Entry>,
}

struct Entry {
    orbit: Orbit,
    log_weight: f64,
    z: Vec<f64>,
}

impl Entry {
    fn is_positive(&self, mu: &[f64]) -> bool {
        self.z.iter().zip(mu).map(|(z, mu)| mu * z).sum::<f64>() > 0.0
    }
}

impl<'a> Listed<'a> {
    pub(super) fn new(orbits: &'a Orbits, list: impl Iterator<Item = Orbit>) -> Self {
        let entry = |orbit| Entry { orbit, log_weight: orbits.log_weight(orbit), z: orbits.z(orbit) };
        Self { classes: orbits.classes(), entries: list.map(entry).collect() }
    }

    fn positive(&self, mu: &[f64]) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.is_positive(mu))
    }
}

impl Oracle for Listed<'_> {
    fn classes(&self) -> &[Class] {
        self.classes
    }

    fn log_largest(&self, mu: &[f64]) -> f64 {
        self.positive(mu).map(|entry| entry.log_weight).fold(f64::NEG_INFINITY, f64::max)
    }

    fn set(&self, mu: &[f64], shift: f64) -> Set {
        let mut set = Set { probability: 0.0, orbits: 0, gradient: vec![0.0; mu.len()] };
        for entry in self.positive(mu) {
            let weight = libm::exp(entry.log_weight - shift);
            set.probability += weight;
            set.orbits += 1;
            set.gradient.iter_mut().zip(&entry.z).for_each(|(g, z)| *g += weight * z);
        }
        set
    }

    fn shares(&self, parts: &[(f64, &[f64])]) -> Vec<Share> {
        let share = |entry: &Entry| {
            let met = parts.iter().filter(|(_, mu)| entry.is_positive(mu));
            Share { orbit: entry.orbit, share: met.map(|(beta, _)| beta).sum() }
        };
        self.entries.iter().map(share).filter(|share| share.share > 0.0).collect()
    }
}

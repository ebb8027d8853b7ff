//! The orbits of all change sets, each a pair of one orbit from either half of the classes: its weight is their product, its
//! score their sum.
//!
//! For a given orbit of one half, the set {Σ μ_c z_c > 0} holds exactly the first orbits of the other half in the order of
//! score. Sums over the set are therefore sums over one half of prefix sums of the other (meet in the middle
//! \[HorowitzSahni74\]).
//!
//! Cost of a set: √orbits × (classes + ln orbits) instead of orbits × classes.

use alloc::vec;
use alloc::vec::Vec;

use super::classes::Class;
use super::half::Half;
use super::oracle::{Oracle, Orbit, Set, Share};
use crate::numeric::order::{places, sorted};

/// The orbits of all classes.
pub(super) struct Orbits {
    classes: Vec<Class>,
    halves: [Half; 2],
}

impl Orbits {
    pub(super) fn new(classes: Vec<Class>) -> Self {
        let halves = parted(&classes).map(|own| Half::new(&classes, own));
        Self { classes, halves }
    }

    /// ln of the weight of an orbit under a uniform record.
    pub(super) fn log_weight(&self, orbit: Orbit) -> f64 {
        self.parts(orbit).map(|(half, place)| half.log_weight(place)).sum()
    }

    /// z of every class for an orbit.
    pub(super) fn z(&self, orbit: Orbit) -> Vec<f64> {
        let mut z = vec![0.0; self.classes.len()];
        for (half, place) in self.parts(orbit) {
            half.classes().iter().zip(half.z(place)).for_each(|(&c, own)| z[c] = *own);
        }
        z
    }

    /// Pairs of a class and how many of its attributes change, for the classes that change.
    pub(super) fn changes(&self, orbit: Orbit) -> Vec<(usize, usize)> {
        let own = |(half, place): (&Half, usize)| {
            half.classes().iter().copied().zip(half.counts(place)).collect::<Vec<_>>()
        };
        sorted(self.parts(orbit).flat_map(own).filter(|(_, count)| *count > 0).collect())
    }

    fn parts(&self, orbit: Orbit) -> impl Iterator<Item = (&Half, usize)> {
        self.halves.iter().zip(orbit)
    }
}

impl Oracle for Orbits {
    fn classes(&self) -> &[Class] {
        &self.classes
    }

    fn log_largest(&self, mu: &[f64]) -> f64 {
        let [first, second] = &self.halves;
        let (own, other) = (first.ranked(mu), second.ranked(mu));
        let logs = own.beside(&other).map(|(orbit, count)| first.log_weight(orbit) + other.log_sum(count));
        logs.fold(f64::NEG_INFINITY, f64::max)
    }

    fn set(&self, mu: &[f64], shift: f64) -> Set {
        let ranked = [0, 1].map(|i: usize| self.halves[i].ranked(mu));
        let mut set = Set { probability: 0.0, orbits: 0, gradient: vec![0.0; mu.len()] };
        for (i, half) in self.halves.iter().enumerate() {
            let (own, other) = (&ranked[i], &ranked[1 - i]);
            for (orbit, count) in own.beside(other).filter(|(_, count)| *count > 0) {
                let weight = other.sum(count, half.log_weight(orbit) - shift);
                if i == 0 {
                    set.probability += weight;
                    set.orbits += count;
                }
                let z = half.classes().iter().zip(half.z(orbit));
                z.for_each(|(&c, z)| set.gradient[c] += weight * z);
            }
        }
        set
    }

    fn shares(&self, parts: &[(f64, &[f64])]) -> Vec<Share> {
        let [first, second] = &self.halves;
        let ranked = parts.iter().map(|(beta, mu)| (*beta, first.ranked(mu), second.ranked(mu)));
        let ranked: Vec<_> = ranked.collect();
        let mut beside = vec![Vec::new(); first.len()];
        for (part, (_, own, other)) in ranked.iter().enumerate() {
            own.beside(other).for_each(|(orbit, count)| beside[orbit].push((part, count)));
        }
        let (mut shares, mut share) = (Vec::new(), vec![0.0; second.len()]);
        for (one, counts) in beside.iter().enumerate() {
            let mut met = Vec::new();
            for &(part, count) in counts {
                let (beta, _, other) = &ranked[part];
                for &orbit in other.first(count) {
                    if share[orbit] == 0.0 {
                        met.push(orbit);
                    }
                    share[orbit] += beta;
                }
            }
            let own = met.into_iter().map(|orbit| ([one, orbit], core::mem::take(&mut share[orbit])));
            shares.extend(own.map(|(orbit, share)| Share { orbit, share }));
        }
        shares
    }
}

/// Splits the classes into two parts with about equally many orbits, assigning the largest classes first.
fn parted(classes: &[Class]) -> [Vec<usize>; 2] {
    let order =
        places(classes.len(), &|a, b| classes[b].log_weights.len().cmp(&classes[a].log_weights.len()));
    let (mut parts, mut orbits) = ([Vec::new(), Vec::new()], [1_usize, 1]);
    for c in order {
        let smaller = usize::from(orbits[1] < orbits[0]);
        orbits[smaller] *= classes[c].log_weights.len();
        parts[smaller].push(c);
    }
    parts
}

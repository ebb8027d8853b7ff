//! The orbits of one half of the classes, with their weights under a uniform record, ranked by their score for a given μ.
//!
//! Weights are stored as logarithms, and each sum of weights is scaled to its own unit, so that small ones do not underflow
//! beside large ones. Cost: orbits × classes to rank, and a sort.

use alloc::vec;
use alloc::vec::Vec;

use super::classes::Class;
use crate::numeric::order::descending;

/// The factor, as a logarithm, by which a term must exceed the unit of a sum for the sum to be rescaled.
const REACH: f64 = 200.0;

/// All orbits of the classes at these positions; the count of the first class varies fastest.
pub(super) struct Half {
    classes: Vec<usize>,
    /// n + 1 for each class.
    lengths: Vec<usize>,
    log_weights: Vec<f64>,
    /// z of every class, for one orbit after the other.
    z: Vec<f64>,
}

/// Orbits sorted by their score Σ μ_c z_c, the largest first.
pub(super) struct Ranked {
    orbits: Vec<usize>,
    scores: Vec<f64>,
    /// The weight of the first t orbits, for t = 0 …
    sums: Vec<Sum>,
}

/// A sum, amount · e^unit.
#[derive(Clone, Copy)]
struct Sum {
    unit: f64,
    amount: f64,
}

impl Half {
    pub(super) fn new(all: &[Class], classes: Vec<usize>) -> Self {
        let lengths: Vec<usize> = classes.iter().map(|&c| all[c].log_weights.len()).collect();
        let mut new = Self { classes, lengths, log_weights: Vec::new(), z: Vec::new() };
        for orbit in 0..new.lengths.iter().product() {
            let counts = new.counts(orbit);
            let own = || new.classes.iter().zip(&counts);
            let log_weight = own().map(|(&c, &m)| all[c].log_weights[m]).sum();
            let z: Vec<f64> = own().map(|(&c, &m)| all[c].z(m)).collect();
            new.log_weights.push(log_weight);
            new.z.extend(z);
        }
        new
    }

    pub(super) fn len(&self) -> usize {
        self.log_weights.len()
    }

    /// The classes, by their positions.
    pub(super) fn classes(&self) -> &[usize] {
        &self.classes
    }

    /// The number of attributes of each class that change in an orbit.
    pub(super) fn counts(&self, orbit: usize) -> Vec<usize> {
        let mut rest = orbit;
        let count = |&length: &usize| {
            let count = rest % length;
            rest /= length;
            count
        };
        self.lengths.iter().map(count).collect()
    }

    /// ln of the weight of an orbit.
    pub(super) fn log_weight(&self, orbit: usize) -> f64 {
        self.log_weights[orbit]
    }

    /// z of each class in an orbit.
    pub(super) fn z(&self, orbit: usize) -> &[f64] {
        &self.z[orbit * self.classes.len()..][..self.classes.len()]
    }

    /// The score Σ μ_c z_c of an orbit.
    pub(super) fn score(&self, orbit: usize, mu: &[f64]) -> f64 {
        self.classes.iter().zip(self.z(orbit)).map(|(&c, z)| mu[c] * z).sum()
    }

    pub(super) fn ranked(&self, mu: &[f64]) -> Ranked {
        let scores: Vec<f64> = (0..self.len()).map(|orbit| self.score(orbit, mu)).collect();
        let orbits = descending(&scores);
        let scores = orbits.iter().map(|&orbit| scores[orbit]).collect();
        Ranked { sums: self.sums(&orbits), orbits, scores }
    }

    fn sums(&self, orbits: &[usize]) -> Vec<Sum> {
        let mut sum = Sum { unit: self.log_weights[orbits[0]], amount: 0.0 };
        let mut sums = vec![sum];
        for &orbit in orbits {
            let log_weight = self.log_weights[orbit];
            if log_weight - sum.unit > REACH {
                sum = Sum { unit: log_weight, amount: sum.amount * libm::exp(sum.unit - log_weight) };
            }
            sum.amount += libm::exp(log_weight - sum.unit);
            sums.push(sum);
        }
        sums
    }
}

impl Ranked {
    /// For every orbit, counts the orbits of `other` that give a positive score with it; these are the first ones of `other`.
    pub(super) fn beside<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (usize, usize)> + 'a {
        let mut reached = 0;
        (0..self.orbits.len()).rev().map(move |place| {
            let positive = |with: &f64| self.scores[place] + with > 0.0;
            reached += other.scores[reached..].iter().take_while(|score| positive(score)).count();
            (self.orbits[place], reached)
        })
    }

    /// ln of the weight of the first `count` orbits.
    pub(super) fn log_sum(&self, count: usize) -> f64 {
        self.sums[count].unit + libm::log(self.sums[count].amount)
    }

    /// The weight of the first `count` orbits times e^`log`.
    pub(super) fn sum(&self, count: usize, log: f64) -> f64 {
        self.sums[count].amount * libm::exp(self.sums[count].unit + log)
    }

    /// The first `count` orbits.
    pub(super) fn first(&self, count: usize) -> &[usize] {
        &self.orbits[..count]
    }
}

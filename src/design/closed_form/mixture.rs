//! The family behind *pair*, *inductive* and *single-change*: a mixture of a uniform record, the unchanged record,
//! and changes of exactly one attribute [Mathematics, §3, inductive and single change].
//!
//! With weights 1 : u₀ : (aⱼ−1)uⱼ out of 1 + M, M = u₀ + Σ(aⱼ−1)uⱼ, the records of one change set are
//! xⱼ = 1 + P·uⱼ times as likely as the rarest. Column level εⱼ holds exactly where
//! uⱼ = (M − cⱼ)/(e^{εⱼ} + aⱼ − 1), cⱼ = (e^{εⱼ} − 1)/aⱼ. P itself is never formed, only ln P.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use crate::design::levels::Levels;
use crate::design::randomized_response::{denominator, least_mass};
use crate::design::ratio::log_one_plus;
use crate::design::rounding::{self, Limits, Nominal};
use crate::error::Error;
use crate::law::{Block, Law};
use crate::numeric::order::sorted;

/// A mixture of a uniform record, the unchanged record and single changes.
///
/// ```
/// use candor::design::{Levels, Mixture, single_change};
/// let levels = Levels::new(vec![2, 3], vec![1.0, 2.0])?;
/// let mixture: Mixture = single_change::mixture(&levels)?;
/// let [uniform, unchanged] = [mixture.uniform_probability(), mixture.unchanged_probability()];
/// let changed: f64 = mixture.change_probabilities(&levels).iter().sum();
/// assert!((uniform + unchanged + changed - 1.0).abs() < 1e-12 && (uniform * (1.0 + mixture.mass()) - 1.0).abs() < 1e-12);
/// let largest = mixture.log_ratios(&levels).into_iter().fold(mixture.unchanged_ratio(&levels).ln(), f64::max);
/// assert!((mixture.record_epsilon(&levels) - largest).abs() < 1e-12);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mixture {
    mass: f64,
    unchanged: f64,
    changes: Vec<f64>,
}

impl Mixture {
    /// A mixture from M, u₀ and u₁ … u_k.
    pub(crate) fn new(mass: f64, unchanged: f64, changes: Vec<f64>) -> Self {
        Self { mass, unchanged, changes }
    }

    /// The mixture of mass M in which every column has its requested level.
    pub(crate) fn of_mass(levels: &Levels, mass: f64) -> Self {
        let changes: Vec<f64> = levels.pairs().map(|(a, epsilon)| excess(a, epsilon, mass)).collect();
        let changed: f64 = levels.pairs().zip(&changes).map(|((a, _), u)| (a - 1.0) * u).sum();
        Self::new(mass, mass - changed, changes)
    }

    /// M, the odds of not drawing the uniform record.
    #[must_use]
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// The probability of replacing the whole record by a uniform one, 1/(1+M).
    #[must_use]
    pub fn uniform_probability(&self) -> f64 {
        1.0 / (1.0 + self.mass)
    }

    /// The probability of reporting the true record unchanged, u₀/(1+M).
    #[must_use]
    pub fn unchanged_probability(&self) -> f64 {
        self.unchanged / (1.0 + self.mass)
    }

    /// The probability of changing exactly attribute j, (aⱼ−1)uⱼ/(1+M).
    #[must_use]
    pub fn change_probabilities(&self, levels: &Levels) -> Vec<f64> {
        let weighted = levels.pairs().zip(&self.changes);
        weighted.map(|((a, _), u)| (a - 1.0) * u / (1.0 + self.mass)).collect()
    }

    /// ln xⱼ = ln(1 + P·uⱼ) for every attribute.
    #[must_use]
    pub fn log_ratios(&self, levels: &Levels) -> Vec<f64> {
        let log_records = levels.log_records();
        self.changes.iter().map(|&u| log_one_plus(log_records, u)).collect()
    }

    /// x₀ = 1 + P·u₀: how many times likelier the unchanged record is than the rarest.
    #[must_use]
    pub fn unchanged_ratio(&self, levels: &Levels) -> f64 {
        libm::exp(log_one_plus(levels.log_records(), self.unchanged))
    }

    /// Record ε = ln(1 + P·max(u₀, uⱼ)), in floating point; the promise of a plan is computed from its integer weights.
    #[must_use]
    pub fn record_epsilon(&self, levels: &Levels) -> f64 {
        let largest = self.changes.iter().copied().fold(self.unchanged, f64::max);
        log_one_plus(levels.log_records(), largest)
    }

    /// Returns the integer law, a single block, whose column levels do not exceed `epsilons`.
    pub(crate) fn law(&self, levels: &Levels, epsilons: &[f64]) -> Result<Law, Error> {
        let sizes = levels.sizes();
        Law::new(sizes.into(), vec![self.block(sizes, epsilons)?])
    }

    fn block(&self, sizes: &[u32], epsilons: &[f64]) -> Result<Block, Error> {
        let classes = self.classes(sizes);
        let mut excess = vec![(Vec::new(), self.unchanged_probability())];
        for (class, members) in classes.iter().enumerate() {
            let (a, u) = (f64::from(sizes[members[0]]), self.changes[members[0]]);
            let all = f64::from(u32::try_from(members.len()).unwrap_or(u32::MAX));
            excess.push((vec![(class, 1)], all * (a - 1.0) * u / (1.0 + self.mass)));
        }
        let attributes = (0..sizes.len()).collect();
        rounding::round(
            Nominal { attributes, classes, uniform: self.uniform_probability(), excess },
            sizes,
            Limits::columns(epsilons),
        )
    }

    /// Groups attributes of equal size and equal excess, which are exchangeable.
    fn classes(&self, sizes: &[u32]) -> Vec<Vec<usize>> {
        let mut classes: BTreeMap<(u32, u64), Vec<usize>> = BTreeMap::new();
        for (position, (&a, u)) in sizes.iter().zip(&self.changes).enumerate() {
            classes.entry((a, u.to_bits())).or_default().push(position);
        }
        sorted(classes.into_values().collect())
    }
}

/// u = (M − c)/(e^ε + a − 1).
pub(crate) fn excess(a: f64, epsilon: f64, mass: f64) -> f64 {
    (mass - least_mass(a, epsilon)) / denominator(a, epsilon)
}

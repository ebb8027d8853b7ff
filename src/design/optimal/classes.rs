//! Classes of exchangeable attributes in the dual. Under a uniform record m of the n attributes of a class change
//! with probability Binomial(n, r); z(m) = (n q − m)/(n(r − q)) is the coefficient of the class for such a change set, in
//! units in which its mean is −1.
//!
//! Probabilities are kept as logarithms, since the dual's value F may be e^{−870}. Cost: O(attributes).

use alloc::vec::Vec;

use crate::design::levels::Levels;
use crate::design::orbits::binomial::log_binomial;
use crate::design::randomized_response::{change, denominator, gain, uniform_change};
use crate::exact::to_f64;

/// A class: n attributes of a categories at level ε.
pub(super) struct Class {
    /// ln P(m of n change) under a uniform record, m = 0 … n.
    pub(super) log_weights: Vec<f64>,
    /// z(0), and how much z falls with each change.
    first: f64,
    step: f64,
    /// ε·n·(r − q): the weight of the class in the likelihood ratio of independent perturbation.
    influence: f64,
    /// ε·q(1 − q)/(r − q): the error of the class's row that would double column ε or remove it.
    pub(super) stiffness: f64,
}

impl Class {
    pub(super) fn of(levels: &Levels, members: &[usize]) -> Self {
        Self::new(members.len(), levels.sizes()[members[0]], levels.epsilons()[members[0]])
    }

    fn new(n: usize, a: u32, epsilon: f64) -> Self {
        let (members, a) = (to_f64(n as u128), f64::from(a));
        let (q, gain) = (change(a, epsilon), gain(a, epsilon));
        Self {
            log_weights: log_binomial(n, uniform_change(a)),
            first: q / gain,
            step: 1.0 / (members * gain),
            influence: epsilon * members * gain,
            stiffness: epsilon * q * libm::exp(epsilon) / (denominator(a, epsilon) * gain),
        }
    }

    pub(super) fn z(&self, m: usize) -> f64 {
        self.first - self.step * to_f64(m as u128)
    }
}

/// The normalised likelihood ratio of independent perturbation, as a starting point μ.
pub(super) fn start(classes: &[Class]) -> Vec<f64> {
    let total: f64 = classes.iter().map(|class| class.influence).sum();
    classes.iter().map(|class| class.influence / total).collect()
}

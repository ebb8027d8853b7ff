//! Orbits of change sets under a uniform record: m_c ~ Binomial(n_c, r_c) independently, with
//! z_c(m) = (n_c q_c − m)/(n_c(r_c − q_c)), whose mean is −1.
//!
//! A threshold set {Σ μ_c z_c(m_c) > 0} meets each line along the largest class in a run that starts or
//! ends at an end of the line, so that sums over a line are differences of prefix sums: an evaluation
//! costs orbits / (n + 1). Everything is kept as logarithms, since F may be e^{−870}.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::design::levels::Levels;
use crate::exact::to_f64;

/// One class: n attributes of a categories at level ε.
struct Class {
    /// ln P(m of n change) under a uniform record, m = 0 … n.
    log_weights: Vec<f64>,
    /// z(0), and how much z falls with each change.
    first: f64,
    step: f64,
    /// ε·n·(r − q): the weight of the class in the likelihood ratio of independent perturbation.
    influence: f64,
    /// ε·q(1 − q)/(r − q): by how much the row of the class must be off to double column ε or to take it away.
    stiffness: f64,
}

/// The logarithm of the weight of some orbits of the line, and the mean of z over them.
type Sum = (f64, f64);

/// The orbits of all classes; the largest class is the line.
pub(super) struct Orbits {
    classes: Vec<Class>,
    line: usize,
    /// Along the line, the sums over m < t.
    below: Vec<Sum>,
    /// Along the line, the sums over m ≥ t.
    above: Vec<Sum>,
}

/// A run of orbits along the line, the other counts fixed.
pub(super) struct Run<'a> {
    /// The counts of all classes; that of the line is to be ignored.
    pub(super) counts: &'a [usize],
    /// ln of the weight of the other counts.
    pub(super) log_weight: f64,
    /// Σ μ_c z_c over the other classes, for the μ asked about.
    pub(super) score: f64,
}

impl Orbits {
    pub(super) fn new(levels: &Levels, classes: &[Vec<usize>]) -> Self {
        let class = |members: &Vec<usize>| {
            Class::new(members.len(), levels.sizes()[members[0]], levels.epsilons()[members[0]])
        };
        let classes: Vec<Class> = classes.iter().map(class).collect();
        let line = (0..classes.len()).max_by_key(|&c| classes[c].log_weights.len()).unwrap_or(0);
        let (below, above) = sums_along(&classes[line]);
        Self { classes, line, below, above }
    }

    /// The number of classes.
    pub(super) fn dimension(&self) -> usize {
        self.classes.len()
    }

    /// The class along which runs go.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// ln P(m) along the line.
    pub(super) fn line_log_weight(&self, m: usize) -> f64 {
        self.classes[self.line].log_weights[m]
    }

    /// A starting point: the likelihood ratio of independent perturbation, normalised.
    pub(super) fn start(&self) -> Vec<f64> {
        let total: f64 = self.classes.iter().map(|class| class.influence).sum();
        self.classes.iter().map(|class| class.influence / total).collect()
    }

    /// ε·q(1 − q)/(r − q).
    pub(super) fn stiffness(&self, class: usize) -> f64 {
        self.classes[class].stiffness
    }

    /// The m along the line with score + μ·z(m) > 0.
    pub(super) fn positive(&self, score: f64, mu: f64) -> Range<usize> {
        let class = &self.classes[self.line];
        let length = class.log_weights.len();
        let value = |m: usize| score + mu * class.z(m);
        let positive = |m: &usize| value(*m) > 0.0;
        if mu >= 0.0 { 0..partition(length, positive) } else { partition(length, |m| !positive(m))..length }
    }

    /// ln of the weight of a range that touches an end of the line, and the mean of z in it.
    pub(super) fn sum(&self, range: &Range<usize>) -> Sum {
        if range.start == 0 { self.below[range.end] } else { self.above[range.start] }
    }

    /// z_c(m).
    pub(super) fn z(&self, class: usize, m: usize) -> f64 {
        self.classes[class].z(m)
    }

    /// Calls `visit` for every line of orbits.
    pub(super) fn for_each_line(&self, mu: &[f64], mut visit: impl FnMut(&Run<'_>)) {
        let mut counts = vec![0; self.classes.len()];
        loop {
            let others = (0..counts.len()).filter(|&c| c != self.line);
            let (log_weight, score) = others.fold((0.0, 0.0), |(log_weight, score), c| {
                (
                    log_weight + self.classes[c].log_weights[counts[c]],
                    score + mu[c] * self.classes[c].z(counts[c]),
                )
            });
            visit(&Run { counts: &counts, log_weight, score });
            if !self.advance(&mut counts) {
                return;
            }
        }
    }

    fn advance(&self, counts: &mut [usize]) -> bool {
        for c in (0..counts.len()).filter(|&c| c != self.line) {
            counts[c] += 1;
            if counts[c] < self.classes[c].log_weights.len() {
                return true;
            }
            counts[c] = 0;
        }
        false
    }
}

impl Class {
    fn new(n: usize, a: u32, epsilon: f64) -> Self {
        let (members, a) = (to_f64(n as u128), f64::from(a));
        let d = libm::exp(epsilon) + a - 1.0;
        let (q, gain) = ((a - 1.0) / d, (a - 1.0) * libm::expm1(epsilon) / (a * d));
        Self {
            log_weights: log_binomial(n, (a - 1.0) / a),
            first: q / gain,
            step: 1.0 / (members * gain),
            influence: epsilon * members * gain,
            stiffness: epsilon * q * libm::exp(epsilon) / (d * gain),
        }
    }

    fn z(&self, m: usize) -> f64 {
        self.first - self.step * to_f64(m as u128)
    }
}

/// ln of the Binomial(n, r) probabilities.
pub(in crate::design) fn log_binomial(n: usize, r: f64) -> Vec<f64> {
    let odds = libm::log(r / (1.0 - r));
    let mut logs = vec![to_f64(n as u128) * libm::log1p(-r)];
    for m in 0..n {
        let ratio = to_f64((n - m) as u128) / to_f64(m as u128 + 1);
        logs.push(logs[m] + libm::log(ratio) + odds);
    }
    logs
}

/// The sums over m < t and over m ≥ t, for t = 0 … n + 1.
fn sums_along(class: &Class) -> (Vec<Sum>, Vec<Sum>) {
    let length = class.log_weights.len();
    let empty = (f64::NEG_INFINITY, 0.0);
    let (mut below, mut above) = (vec![empty; length + 1], vec![empty; length + 1]);
    for m in 0..length {
        below[m + 1] = joined(below[m], (class.log_weights[m], class.z(m)));
    }
    for m in (0..length).rev() {
        above[m] = joined(above[m + 1], (class.log_weights[m], class.z(m)));
    }
    (below, above)
}

/// The sum over two disjoint parts.
fn joined(one: Sum, other: Sum) -> Sum {
    let log = libm::fmax(one.0, other.0) + libm::log1p(libm::exp(-libm::fabs(one.0 - other.0)));
    let share = libm::exp(other.0 - log);
    (log, one.1 + share * (other.1 - one.1))
}

/// The first index below `length` where `holds` fails, `holds` being true then false.
fn partition(length: usize, holds: impl Fn(&usize) -> bool) -> usize {
    let (mut low, mut high) = (0, length);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(&middle) { low = middle + 1 } else { high = middle }
    }
    low
}

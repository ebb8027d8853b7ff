//! The search over signs of the components (mathematics §8): V depends on μ², so that each pattern of signs is a convex
//! program of its own, and the smallest V is the smallest of 2^K such minima.
//!
//! All patterns where they are few; else one sign after the other is turned around as long as that lowers V, from several
//! patterns: all positive, only single attributes positive, those that [`super::frank_wolfe::settled`] finds from random
//! signs. A pattern is done with as soon as its lower bound is above what is known, so that the bound of the search is that
//! of every pattern in it. Turning a yes/no question's answers around changes nothing, so that one sign for each class of
//! these is given.
//!
//! Cost: the budget given, in multiplications; at least all positive signs and the patterns asked for are searched.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use super::components::Components;
use super::frank_wolfe::Mixture;

/// The most signs of which all patterns are tried.
const FEW: usize = 12;
/// Patterns from random signs.
const STARTS: u64 = 24;
/// A pattern this many times worse than the best is not improved.
const PROMISING: f64 = 1.5;

/// The best law that was found, and among how many patterns.
pub(super) struct Found {
    pub(super) negative: Vec<bool>,
    pub(super) mixture: Mixture,
    /// Below this is no law of any pattern searched.
    pub(super) lower_bound: f64,
    pub(super) searched: BTreeSet<Vec<bool>>,
    /// The number of signs that could be either.
    pub(super) signs: usize,
}

/// How the smallest V of a pattern is found, broken off where it is at least the second argument; a pattern from weights
/// of random signs, and its cost.
pub(super) struct Program<'a> {
    pub(super) components: &'a Components,
    pub(super) minimise: &'a dyn Fn(&[bool], f64) -> Mixture,
    pub(super) settled: &'a dyn Fn(&[f64]) -> (Vec<bool>, f64),
    pub(super) budget: f64,
}

struct Search<'a> {
    program: &'a Program<'a>,
    free: Vec<usize>,
    known: BTreeSet<Vec<bool>>,
    best: (Vec<bool>, Mixture),
    lower_bound: f64,
    work: f64,
}

/// Searches, patterns that are asked for first.
pub(super) fn search(program: &Program<'_>, asked: &[Vec<bool>]) -> Found {
    let mut search = Search::new(program);
    asked.iter().for_each(|pattern| search.from(pattern.clone()));
    if search.all_are_few() {
        search.all();
    } else {
        search.locally();
    }
    let (negative, mixture) = search.best;
    let lower_bound = libm::fmin(search.lower_bound, mixture.objective);
    Found { negative, mixture, lower_bound, searched: search.known, signs: search.free.len() }
}

impl<'a> Search<'a> {
    /// All signs positive.
    fn new(program: &'a Program<'a>) -> Self {
        let named = program.components.named();
        let positive = vec![false; named.len()];
        let mixture = (program.minimise)(&positive, f64::INFINITY);
        Self {
            program,
            free: (0..named.len()).filter(|&component| !named[component]).collect(),
            known: BTreeSet::from([positive.clone()]),
            lower_bound: mixture.lower_bound,
            work: mixture.work,
            best: (positive, mixture),
        }
    }

    fn all_are_few(&self) -> bool {
        let patterns = f64::from(1_u32 << self.free.len().min(FEW));
        self.free.len() <= FEW && patterns * self.best.1.work <= self.program.budget
    }

    fn all(&mut self) {
        for chosen in 1..1_usize << self.free.len() {
            let mut pattern = vec![false; self.program.components.named().len()];
            let turned = self.free.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1);
            turned.for_each(|(_, &component)| pattern[component] = true);
            self.value(&pattern, self.best.1.objective);
        }
    }

    fn locally(&mut self) {
        let components = self.program.components;
        self.improve(vec![false; components.named().len()], self.best.1.objective);
        self.from(components.orders().map(|order| order > 1).collect());
        for start in 0..STARTS {
            if self.work >= self.program.budget {
                break;
            }
            let weights = components.coefficients().iter().enumerate();
            let weights = weights.map(|(place, c)| if coin(start, place) { *c } else { -*c });
            let (pattern, work) = (self.program.settled)(&weights.collect::<Vec<f64>>());
            self.work += work;
            self.from(pattern);
        }
    }

    /// The pattern and, where it promises something, those around it.
    fn from(&mut self, pattern: Vec<bool>) {
        let pattern = self.program.components.renamed(pattern);
        let enough = PROMISING * self.best.1.objective;
        let value = self.value(&pattern, enough);
        if value < enough {
            self.improve(pattern, value);
        }
    }

    /// Turns one sign after the other around, until none lowers V.
    fn improve(&mut self, mut pattern: Vec<bool>, mut value: f64) {
        let (mut kept, mut place) = (0, 0);
        while kept < self.free.len() && self.work < self.program.budget {
            let component = self.free[place];
            pattern[component] = !pattern[component];
            let turned = self.value(&pattern, value);
            if turned < value {
                (value, kept) = (turned, 0);
            } else {
                pattern[component] = !pattern[component];
                kept += 1;
            }
            place = (place + 1) % self.free.len();
        }
    }

    /// V of a pattern that is not known yet, or more than `enough`.
    fn value(&mut self, pattern: &[bool], enough: f64) -> f64 {
        if !self.known.insert(pattern.to_vec()) {
            return f64::INFINITY;
        }
        let mixture = (self.program.minimise)(pattern, enough);
        let value = mixture.objective;
        self.work += mixture.work;
        self.lower_bound = libm::fmin(self.lower_bound, mixture.lower_bound);
        if value < self.best.1.objective {
            self.best = (pattern.to_vec(), mixture);
        }
        value
    }
}

/// A fair coin of its place (SplitMix64; Steele, Lea, Flood 2014).
fn coin(start: u64, place: usize) -> bool {
    let mut z = ((start << 32) + place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) & 1 == 1
}

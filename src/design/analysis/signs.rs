//! The search over the signs of the components [Mathematics, §8]. V depends on the squares of the μ_T, so each pattern of
//! signs is a separate convex program, and the smallest V is the smallest of 2^K such minima.
//!
//! Where there are few patterns, all are solved. Otherwise a local search flips signs one by one as long as
//! that lowers V, from several starts: all positive; only those of single attributes positive; those that
//! [`super::frank_wolfe::settled`] reaches from random signs. A pattern is abandoned as soon as its lower bound is above the best V
//! known, so that the bound of the search holds for every pattern in it. Exchanging the two answers of a yes/no question flips
//! the signs of all components with that question and changes nothing else, so one sign for each class of yes/no
//! questions is fixed beforehand.
//!
//! Cost: the given budget of multiplications; at least all positive signs and the requested patterns are searched.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use super::components::Components;
use super::frank_wolfe::Minimum;
use crate::numeric::order::by_ascending;

/// The largest number of signs for which all patterns are tried.
const FEW: usize = 12;
/// The number of starts from random signs.
const STARTS: u64 = 24;
/// A pattern this many times worse than the best one is not improved.
const PROMISING: f64 = 1.5;
/// The relative gap to which the best patterns are solved.
const PRECISE: f64 = 1e-10;
/// The budget that is always spent, as a multiple of the work on the first pattern.
const SPENT: f64 = 1.0;

/// The best law found, and the patterns searched.
pub(super) struct BestPattern {
    pub(super) negative: Vec<bool>,
    pub(super) mixture: Minimum,
    /// A lower bound on V of every law with any pattern searched.
    pub(super) lower_bound: f64,
    pub(super) searched: BTreeSet<Vec<bool>>,
    /// The number of free signs.
    pub(super) signs: usize,
}

/// Minimises V for a pattern until a lower bound is above the first number, or the relative gap is within the second.
pub(super) type Minimise<'a> = dyn Fn(&[bool], f64, f64) -> Minimum + 'a;

/// Finds a pattern from weights with random signs; also returns the number of multiplications.
pub(super) type Settled<'a> = dyn Fn(&[f64]) -> (Vec<bool>, f64) + 'a;

/// A search problem: how to minimise V for a pattern, how to find patterns, and the number of
/// multiplications for other patterns, in addition to `SPENT` times those of the first one.
pub(super) struct Problem<'a> {
    pub(super) components: &'a Components,
    pub(super) minimise: &'a Minimise<'a>,
    pub(super) settled: &'a Settled<'a>,
    pub(super) budget: f64,
    /// The relative gap at which patterns are compared, before those that may be the best are solved precisely.
    pub(super) precision: f64,
}

struct SignSearch<'a> {
    program: &'a Problem<'a>,
    free: Vec<usize>,
    /// The patterns searched, with their lower bounds.
    known: BTreeMap<Vec<bool>, f64>,
    best: (Vec<bool>, Minimum),
    left: f64,
}

/// Searches all patterns or, where there are many, locally, starting from `asked`.
pub(super) fn search(program: &Problem<'_>, asked: &[Vec<bool>]) -> BestPattern {
    let mut search = SignSearch::new(program);
    if search.all_are_few() {
        search.all();
    } else {
        search.locally(asked);
    }
    search.settle();
    let (negative, mixture) = search.best;
    let lower_bound = search.known.values().copied().fold(mixture.objective, f64::min);
    let mut searched = BTreeSet::new();
    searched.extend(search.known.into_keys());
    let signs = search.free.len();
    BestPattern { negative, mixture, lower_bound, searched, signs }
}

impl<'a> SignSearch<'a> {
    /// Starts with all signs positive.
    fn new(program: &'a Problem<'a>) -> Self {
        let named = program.components.mirrored();
        let positive = vec![false; named.len()];
        let mixture = (program.minimise)(&positive, f64::INFINITY, PRECISE);
        Self {
            program,
            free: (0..named.len()).filter(|&component| !named[component]).collect(),
            known: BTreeMap::from([(positive.clone(), mixture.lower_bound)]),
            left: program.budget + SPENT * mixture.work,
            best: (positive, mixture),
        }
    }

    /// Whether all patterns can be tried within the budget.
    fn all_are_few(&self) -> bool {
        let patterns = f64::from(1_u32 << self.free.len().min(FEW));
        self.free.len() <= FEW && patterns * self.best.1.work <= self.left
    }

    fn all(&mut self) {
        for chosen in 1..1_usize << self.free.len() {
            let mut pattern = vec![false; self.program.components.mirrored().len()];
            let turned = self.free.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1);
            turned.for_each(|(_, &component)| pattern[component] = true);
            self.value(&pattern, self.best.1.objective);
        }
    }

    /// Searches locally from the requested patterns and then from the best starts, until the budget is spent.
    fn locally(&mut self, asked: &[Vec<bool>]) {
        for pattern in asked {
            let (value, pattern) = self.start(pattern.clone());
            self.improve(pattern, value);
        }
        let components = self.program.components;
        let positive = vec![false; components.mirrored().len()];
        let single: Vec<bool> = components.orders().map(|order| order > 1).collect();
        let mut starts = vec![(self.best.1.objective, positive), self.start(single)];
        for start in 0..STARTS {
            if !self.is_affordable() {
                break;
            }
            let weights = components.coefficients().iter().enumerate();
            let weights = weights.map(|(place, c)| if coin(start, place) { *c } else { -*c });
            let (pattern, work) = (self.program.settled)(&weights.collect::<Vec<f64>>());
            self.left -= work;
            starts.push(self.start(pattern));
        }
        for (value, pattern) in by_ascending(starts, |(value, _)| *value) {
            self.improve(pattern, value);
        }
    }

    /// The equivalent pattern with fixed signs positive, and its V.
    fn start(&mut self, pattern: Vec<bool>) -> (f64, Vec<bool>) {
        let pattern = self.program.components.renamed(pattern);
        (self.value(&pattern, PROMISING * self.best.1.objective), pattern)
    }

    fn is_affordable(&self) -> bool {
        self.left > 0.0
    }

    /// Flips one sign after the other, until no flip lowers V.
    fn improve(&mut self, mut pattern: Vec<bool>, mut value: f64) {
        let (mut kept, mut place) = (0, 0);
        let promises = value < PROMISING * self.best.1.objective;
        while promises && kept < self.free.len() && self.is_affordable() {
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

    /// V of a pattern, possibly only a value above `enough`; infinite for a pattern that is already known.
    fn value(&mut self, pattern: &[bool], enough: f64) -> f64 {
        if self.known.contains_key(pattern) {
            return f64::INFINITY;
        }
        self.solve(pattern, enough, self.program.precision)
    }

    fn solve(&mut self, pattern: &[bool], enough: f64, precision: f64) -> f64 {
        let mixture = (self.program.minimise)(pattern, enough, precision);
        let (value, lower_bound) = (mixture.objective, mixture.lower_bound);
        self.left -= mixture.work;
        let known = self.known.entry(pattern.to_vec()).or_insert(lower_bound);
        *known = libm::fmax(*known, lower_bound);
        if value < self.best.1.objective {
            self.best = (pattern.to_vec(), mixture);
        }
        value
    }

    /// Solves the best pattern precisely, and all others until they cannot be better.
    fn settle(&mut self) {
        if self.program.precision <= PRECISE {
            return;
        }
        let best = self.best.0.clone();
        self.solve(&best, f64::INFINITY, PRECISE);
        let patterns: Vec<Vec<bool>> = self.known.keys().cloned().collect();
        for pattern in patterns {
            if self.known[&pattern] < self.best.1.objective * (1.0 - PRECISE) {
                self.solve(&pattern, self.best.1.objective, PRECISE);
            }
        }
    }
}

/// A fair coin, determined by start and place [SteeleLeaFlood14, SplitMix64].
fn coin(start: u64, place: usize) -> bool {
    let mut z = ((start << 32) + place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) & 1 == 1
}

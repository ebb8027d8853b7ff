//! The search over the signs of the components [Mathematics, §8]. V depends on the squares of the μ_T, so that each pattern of
//! signs is a convex program of its own, and the smallest V is the smallest of 2^K such minima.
//!
//! Where there are few patterns, all are solved. Otherwise it is a local search: signs are turned around one by one as long as
//! that lowers V, from several starts: all positive; only those of single attributes positive; those that
//! [`super::frank_wolfe::settled`] reaches from random signs. A pattern is given up as soon as its lower bound is above the best V
//! known, so that the bound of the search holds for every pattern in it. To exchange the two answers of a yes/no question turns
//! around the signs of all components with that question and changes nothing else, so that one sign for each class of yes/no
//! questions is fixed beforehand.
//!
//! Cost: the budget given, in multiplications; at least all positive signs and the patterns asked for are searched.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use super::components::Components;
use super::frank_wolfe::Minimum;
use crate::numeric::order::by_ascending;

/// The most signs of which all patterns are tried.
const FEW: usize = 12;
/// Patterns from random signs.
const STARTS: u64 = 24;
/// A pattern this many times worse than the best is not improved.
const PROMISING: f64 = 1.5;
/// How precisely the best patterns are solved.
const PRECISE: f64 = 1e-10;
/// Times the work on the first pattern, which are spent in any case.
const SPENT: f64 = 1.0;

/// The best law that was found, and among which patterns.
pub(super) struct BestPattern {
    pub(super) negative: Vec<bool>,
    pub(super) mixture: Minimum,
    /// Below this is no law of any pattern searched.
    pub(super) lower_bound: f64,
    pub(super) searched: BTreeSet<Vec<bool>>,
    /// The number of signs that could be either.
    pub(super) signs: usize,
}

/// What is known of a pattern and when that is enough: a lower bound above the first number, or within the second of V.
pub(super) type Minimise<'a> = dyn Fn(&[bool], f64, f64) -> Minimum + 'a;

/// A pattern from weights of random signs, and its cost.
pub(super) type Settled<'a> = dyn Fn(&[f64]) -> (Vec<bool>, f64) + 'a;

/// How the smallest V of a pattern is found, how patterns are found, and how many
/// multiplications may be spent on other patterns, besides a few times what the first one took.
pub(super) struct Problem<'a> {
    pub(super) components: &'a Components,
    pub(super) minimise: &'a Minimise<'a>,
    pub(super) settled: &'a Settled<'a>,
    pub(super) budget: f64,
    /// How precisely patterns are compared, before those that may be the best are solved to the end.
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

/// Searches all patterns or, where they are many, from those that are asked for first.
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
    /// All signs positive.
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

    /// Whether all patterns can be tried.
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

    /// From what is asked for and then from the best of all starts on, until the budget is spent.
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

    /// A pattern and its V.
    fn start(&mut self, pattern: Vec<bool>) -> (f64, Vec<bool>) {
        let pattern = self.program.components.renamed(pattern);
        (self.value(&pattern, PROMISING * self.best.1.objective), pattern)
    }

    fn is_affordable(&self) -> bool {
        self.left > 0.0
    }

    /// Turns one sign after the other around, until none lowers V.
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

    /// V of a pattern that is not known yet, or more than `enough`.
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

    /// Solves the best pattern precisely, and all others as far as they could be better.
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

/// A fair coin of its place [SteeleLeaFlood14, SplitMix64].
fn coin(start: u64, place: usize) -> bool {
    let mut z = ((start << 32) + place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) & 1 == 1
}

//! Cutting planes on the dual \[Kelley60\]; each step goes part of the way from the best point to the solution of the master problem.
//!
//! F is the largest of the linear functions μ ↦ Σ_c μ_c G_c(A), G_c(A) = E[z_c; A], over sets A of orbits;
//! the set {Σ μ_c z_c > 0} attains it. The master problem ([`super::master`]) min t, t ≥ Σ_c μ_c G_c for every set
//! seen, Σ μ_c = 1 gives the next μ; its own dual, max θ with Σ_j β_j G_c(A_j) = θ for every class, β ≥ 0,
//! Σ β_j = 1, is the law: excess density h/θ relative to uniform, h = Σ_j β_j 1[A_j] ≤ 1.
//!
//! Cost: as many sets as the search needs: some dozens for few classes, 500 to 2,000 for 22.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::certificate::Certificate;
use super::classes;
use super::master::Master;
use super::oracle::Oracle;
use crate::design::ratio::{CERTAIN, log_one_plus_exp};
use crate::error::{Code, Error};

/// The relative gap between best value and master value at which the search ends.
const GAP: f64 = 1e-9;
/// The largest relative error of a column ε, or θ, in an accepted solution.
const TOLERANCE: f64 = 1e-6;
/// The evaluation limit for d classes is this times d², some four times as many as are needed.
const EVALUATIONS: usize = 16;
const LEAST_EVALUATIONS: usize = 500;
/// For a start near the optimum: the evaluation limit, and the smallest share of the usual start that each coordinate keeps.
const NEAR_EVALUATIONS: usize = 1_000;
const LEAST_SHARE: f64 = 1e-3;
/// The search also ends when the bound has risen by less than this share of the gap, this many times in a row,
/// while the gap is within ten times `GAP`.
const STALL: f64 = 1e-3;
const PATIENCE: usize = 10;
/// The fraction of the way from the best point to the master's solution of a usual step.
const STEP: f64 = 0.25;
/// For a balanced start: rounds over the coordinates, and the largest change of the logarithm of each.
const SWEEPS: usize = 3;
const REACH: f64 = 96.0;
/// When the best value falls below this, it becomes the new unit, so that the master problem stays well scaled.
const RESCALE: f64 = 1e-3;

/// A set of orbits: the μ that selects it, its probability under a uniform record, and its G_c.
pub(super) struct CuttingPlane {
    pub(super) mu: Vec<f64>,
    probability: f64,
    gradient: Vec<f64>,
    /// The number of orbits in the set.
    orbits: usize,
}

impl CuttingPlane {
    fn of(oracle: &impl Oracle, mu: Vec<f64>, shift: f64) -> Self {
        let set = oracle.set(&mu, shift);
        Self { mu, probability: set.probability, gradient: set.gradient, orbits: set.orbits }
    }

    fn value_at(&self, mu: &[f64]) -> f64 {
        self.gradient.iter().zip(mu).map(|(g, m)| g * m).sum()
    }

    fn rescale(&mut self, unit: f64) {
        self.probability /= unit;
        self.gradient.iter_mut().for_each(|g| *g /= unit);
    }
}

/// The result of a search. Values are in units of e^`shift`.
pub(super) struct DualMinimum {
    pub(super) shift: f64,
    pub(super) theta: f64,
    best: f64,
    /// The point where F is `best`.
    pub(super) mu: Vec<f64>,
    parts: Vec<(f64, CuttingPlane)>,
}

/// Minimises F from the likelihood ratio of independent perturbation; where levels are too far apart for that, from a balanced
/// point.
pub(super) fn minimise(oracle: &impl Oracle) -> Result<DualMinimum, Error> {
    let most = usize::max(EVALUATIONS * oracle.classes().len().pow(2), LEAST_EVALUATIONS);
    let found = minimum(oracle, classes::start(oracle.classes()), most);
    found.or_else(|_| minimum(oracle, balanced(oracle), most))
}

/// Minimises F from a point near the optimum, with fewer evaluations: where the orbits are too few for any law, there is no minimum.
pub(super) fn minimise_from(oracle: &impl Oracle, mu: &[f64]) -> Result<DualMinimum, Error> {
    let start = classes::start(oracle.classes());
    let inner = mu.iter().zip(start).map(|(mu, start)| libm::fmax(*mu, LEAST_SHARE * start));
    let total: f64 = inner.clone().sum();
    minimum(oracle, inner.map(|mu| mu / total).collect(), NEAR_EVALUATIONS)
}

fn minimum(oracle: &impl Oracle, start: Vec<f64>, evaluations: usize) -> Result<DualMinimum, Error> {
    let mut search = CuttingPlanes::from(oracle, start);
    search.run(evaluations)?;
    let found = search.into_minimum();
    found.check(oracle)?;
    Ok(found)
}

/// Improves the usual start by minimising F along one coordinate after the other, since the coordinates of μ differ by many orders of
/// magnitude where levels do. Along a coordinate F/Σμ falls, then rises.
fn balanced(oracle: &impl Oracle) -> Vec<f64> {
    let mut logs: Vec<f64> = classes::start(oracle.classes()).into_iter().map(libm::log).collect();
    let point = |logs: &[f64]| {
        let mu: Vec<f64> = logs.iter().copied().map(libm::exp).collect();
        let total: f64 = mu.iter().sum();
        mu.into_iter().map(|mu| mu / total).collect::<Vec<f64>>()
    };
    for c in (0..SWEEPS).flat_map(|_| 0..oracle.classes().len()) {
        let value = |log: f64| {
            let mut moved = logs.clone();
            moved[c] = log;
            log_value(oracle, &point(&moved))
        };
        let (mut low, mut high) = (logs[c] - REACH, logs[c] + REACH);
        while high - low > 0.1 {
            let third = (high - low) / 3.0;
            if value(low + third) <= value(high - third) { high -= third } else { low += third }
        }
        logs[c] = low + (high - low) / 2.0;
    }
    point(&logs)
}

/// ln F(μ); where the sum underflows, its largest term takes its place.
fn log_value(oracle: &impl Oracle, mu: &[f64]) -> f64 {
    let largest = oracle.log_largest(mu);
    let unit = CuttingPlane::of(oracle, mu.into(), largest);
    largest + libm::log(unit.value_at(mu))
}

/// The state of a search: the sets found so far, the best point, and the master's lower bound.
struct CuttingPlanes<'a, O> {
    oracle: &'a O,
    shift: f64,
    cuts: Vec<CuttingPlane>,
    master: Master,
    best: f64,
    mu: Vec<f64>,
    floor: f64,
    stalled: usize,
}

impl<'a, O: Oracle> CuttingPlanes<'a, O> {
    fn from(oracle: &'a O, start: Vec<f64>) -> Self {
        let shift = log_value(oracle, &start);
        let first = CuttingPlane::of(oracle, start.clone(), shift);
        let mut master = Master::new(start.clone());
        master.add(&first.gradient);
        let best = first.value_at(&start);
        Self { oracle, shift, cuts: vec![first], master, best, mu: start, floor: 0.0, stalled: 0 }
    }

    fn run(&mut self, evaluations: usize) -> Result<(), Error> {
        for _ in 0..evaluations {
            let (mu, bound) =
                self.master.solve().ok_or_else(|| failed("its master problem became singular"))?;
            let risen = bound - self.floor > STALL * (self.best - self.floor);
            self.stalled = if risen { 0 } else { self.stalled + 1 };
            self.floor = bound;
            if self.is_over() {
                return Ok(());
            }
            self.step(&mu);
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        let (gap, width) = (self.best - self.floor, GAP * self.best);
        gap <= width || (self.stalled >= PATIENCE && gap <= 10.0 * width)
    }

    /// Steps part of the way to `to`, or all of it where the last point did not raise the master's bound.
    fn step(&mut self, to: &[f64]) {
        let step = if self.stalled > 0 { 1.0 } else { STEP };
        let point = self.mu.iter().zip(to).map(|(best, mu)| best + step * (mu - best)).collect();
        let next = CuttingPlane::of(self.oracle, point, self.shift);
        let value = next.value_at(&next.mu);
        if value < self.best {
            (self.best, self.mu) = (value, next.mu.clone());
        }
        self.master.add(&next.gradient);
        self.cuts.push(next);
        if self.best < RESCALE {
            self.rescale();
        }
    }

    fn rescale(&mut self) {
        let unit = core::mem::replace(&mut self.best, 1.0);
        self.shift += libm::log(unit);
        self.cuts.iter_mut().for_each(|cut| cut.rescale(unit));
        self.floor /= unit;
        self.master.rescale(unit);
    }

    fn into_minimum(self) -> DualMinimum {
        let amounts = self.master.amounts();
        let total: f64 = amounts.iter().map(|(_, amount)| amount).sum();
        let mut cuts: Vec<Option<CuttingPlane>> = self.cuts.into_iter().map(Some).collect();
        let parts = amounts.into_iter().filter_map(|(j, amount)| Some((amount / total, cuts[j].take()?)));
        let (theta, parts) = (1.0 / total, parts.collect());
        DualMinimum { shift: self.shift, theta, best: self.best, mu: self.mu, parts }
    }
}

/// The error `solver-failed`.
fn failed(why: &str) -> Error {
    Error::new(Code::SolverFailed, format!("the linear program of the optimal design was not solved: {why}"))
}

impl DualMinimum {
    /// Checks rows, bounds and gap, recomputed from the sets.
    fn check(&self, oracle: &impl Oracle) -> Result<(), Error> {
        let sum = |of: &dyn Fn(&CuttingPlane) -> f64| {
            self.parts.iter().map(|(beta, cut)| beta * of(cut)).sum::<f64>()
        };
        let rows: Vec<f64> = (0..oracle.classes().len()).map(|c| sum(&|cut| cut.gradient[c])).collect();
        let off = off(oracle, self.theta, sum(&|cut| cut.probability), &rows);
        let worst = libm::fmax(off, libm::fabs(sum(&|_| 1.0) - 1.0));
        let gap = self.best - self.theta;
        if !(self.theta > 0.0 && worst <= TOLERANCE && gap <= TOLERANCE * self.best) {
            return Err(failed(&format!(
                "columns are off by {worst:.1e} and the duality gap is {gap:.1e}, θ being {:.3e}",
                self.theta
            )));
        }
        Ok(())
    }

    pub(super) fn certificate(&self) -> Certificate {
        let epsilon = |value: f64| log_one_plus_exp(-(self.shift + libm::log(value)));
        Certificate { record_epsilon: epsilon(self.theta), lower_bound: epsilon(self.best) * CERTAIN }
    }

    /// The sets that make up the law, as β and μ of each.
    pub(super) fn parts(&self) -> Vec<(f64, &[f64])> {
        self.parts.iter().map(|(beta, cut)| (*beta, cut.mu.as_slice())).collect()
    }

    /// The number of orbits in the largest of these sets.
    pub(super) fn largest_set(&self) -> usize {
        self.parts.iter().map(|(_, cut)| cut.orbits).max().unwrap_or(0)
    }
}

/// The largest relative error of θ or a column ε where the law has these rows E\[h·z_c\] instead of θ. Given the mass
/// θ + E\[h\] of the law, in the units of θ, a row with error δ moves the change
/// probability of its class by δ·(r − q) and column ε by δ over its stiffness.
pub(super) fn off(oracle: &impl Oracle, theta: f64, probability: f64, rows: &[f64]) -> f64 {
    let mass = Some(theta + probability).filter(|mass| mass.is_finite());
    let off = oracle.classes().iter().zip(rows).map(|(class, row)| {
        let borne = mass.map_or(0.0, |mass| mass * class.stiffness);
        libm::fabs(row - theta) / libm::fmax(theta, borne)
    });
    off.fold(0.0, f64::max)
}

//! Cutting planes on the dual (Kelley 1960), stepping half-way to the best point.
//!
//! F is the largest of the linear functions μ ↦ Σ_c μ_c G_c(A), G_c(A) = E[z_c; A], over sets A of orbits;
//! the set {Σ μ_c z_c > 0} attains it. The master problem ([`super::master`]) min t, t ≥ Σ_c μ_c G_c for every set
//! seen, Σ μ_c = 1 gives the next μ; its own dual, max θ with Σ_j β_j G_c(A_j) = θ for every class, β ≥ 0,
//! Σ β_j = 1, is the law: excess density h/θ relative to uniform, h = Σ_j β_j 1[A_j] ≤ 1.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::Certificate;
use super::master::Master;
use super::orbits::Orbits;
use crate::design::CERTAIN;
use crate::design::rounding::Excess;
use crate::error::Error;

/// The search ends when best value and master value agree to this relative width.
const GAP: f64 = 1e-9;
/// What a column ε, or θ, may be off by, relatively, before an answer is refused.
const TOLERANCE: f64 = 1e-6;
const MAX_EVALUATIONS: usize = 500;
/// The search also ends when the bound has risen by less than this share of the gap, so often in a row,
/// the gap being within ten times `GAP`.
const STALL: f64 = 1e-3;
const PATIENCE: usize = 10;
/// Rounds over the coordinates, and how far the logarithm of each is moved at most, of a balanced start.
const SWEEPS: usize = 3;
const REACH: f64 = 96.0;
/// Values below this are taken as the new unit, so that the master problem stays well scaled.
const RESCALE: f64 = 1e-3;

/// A set of orbits, as the μ that selects it, its probability under a uniform record, and its G_c.
struct Cut {
    mu: Vec<f64>,
    probability: f64,
    gradient: Vec<f64>,
}

impl Cut {
    fn value_at(&self, mu: &[f64]) -> f64 {
        self.gradient.iter().zip(mu).map(|(g, m)| g * m).sum()
    }

    fn rescale(&mut self, unit: f64) {
        self.probability /= unit;
        self.gradient.iter_mut().for_each(|g| *g /= unit);
    }
}

/// A law in doubles, and what certifies it.
pub(super) struct Optimum {
    orbits: Orbits,
    found: Found,
}

/// The end of a search. Values are in units of e^`shift`.
struct Found {
    shift: f64,
    best: f64,
    theta: f64,
    parts: Vec<(f64, Cut)>,
}

/// From the likelihood ratio of independent perturbation; where levels are too far apart for that, from a balanced
/// point.
pub(super) fn minimise(orbits: Orbits) -> Result<Optimum, Error> {
    let found = search(&orbits, orbits.start());
    let found = found.or_else(|_| search(&orbits, balanced(&orbits)))?;
    Ok(Optimum { orbits, found })
}

/// The start with one coordinate after the other where F is smallest: μ that differ by many orders of magnitude, as
/// they do where levels do. Along a coordinate F/Σμ falls, then rises.
fn balanced(orbits: &Orbits) -> Vec<f64> {
    let mut logs: Vec<f64> = orbits.start().into_iter().map(libm::log).collect();
    let point = |logs: &[f64]| {
        let mu: Vec<f64> = logs.iter().copied().map(libm::exp).collect();
        let total: f64 = mu.iter().sum();
        mu.into_iter().map(|mu| mu / total).collect::<Vec<f64>>()
    };
    for c in (0..SWEEPS).flat_map(|_| 0..orbits.dimension()) {
        let value = |log: f64| {
            let mut moved = logs.clone();
            moved[c] = log;
            log_value(orbits, &point(&moved))
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

fn search(orbits: &Orbits, start: Vec<f64>) -> Result<Found, Error> {
    let mut shift = log_value(orbits, &start);
    let mut cuts = vec![cut(orbits, start.clone(), shift)];
    let mut master = Master::new(start.clone());
    let (mut best, mut best_mu) = (cuts[0].value_at(&start), start);
    master.add(&cuts[0].gradient);
    let (mut floor, mut stalled) = (0.0, 0);
    for _ in 0..MAX_EVALUATIONS {
        let (mu, bound) = master.solve().ok_or_else(|| failed("its master problem became singular"))?;
        stalled = if bound - floor > STALL * (best - floor) { 0 } else { stalled + 1 };
        floor = bound;
        if best - floor <= GAP * best || (stalled >= PATIENCE && best - floor <= 10.0 * GAP * best) {
            break;
        }
        // Half-way, unless the last point has told the master problem nothing.
        let step = if stalled > 0 { 1.0 } else { 0.5 };
        let point = best_mu.iter().zip(&mu).map(|(best, mu)| best + step * (mu - best)).collect();
        let next = cut(orbits, point, shift);
        let value = next.value_at(&next.mu);
        if value < best {
            (best, best_mu) = (value, next.mu.clone());
        }
        master.add(&next.gradient);
        cuts.push(next);
        if best < RESCALE {
            let unit = core::mem::replace(&mut best, 1.0);
            shift += libm::log(unit);
            cuts.iter_mut().for_each(|cut| cut.rescale(unit));
            floor /= unit;
            master.rescale(unit);
        }
    }
    let amounts = master.amounts();
    let total: f64 = amounts.iter().map(|(_, amount)| amount).sum();
    let mut cuts: Vec<Option<Cut>> = cuts.into_iter().map(Some).collect();
    let parts = amounts.into_iter().filter_map(|(j, amount)| Some((amount / total, cuts[j].take()?)));
    let found = Found { shift, best, theta: 1.0 / total, parts: parts.collect() };
    found.check(orbits)?;
    Ok(found)
}

/// ln F(μ), the largest term standing for the sum where that underflows.
fn log_value(orbits: &Orbits, mu: &[f64]) -> f64 {
    let mut largest = f64::NEG_INFINITY;
    orbits.for_each_line(mu, |run| {
        let (log, _) = orbits.sum(&orbits.positive(run.score, mu[orbits.line()]));
        largest = libm::fmax(largest, run.log_weight + log);
    });
    let unit = cut(orbits, mu.into(), largest);
    largest + libm::log(unit.value_at(mu))
}

/// G of the set that μ selects.
fn cut(orbits: &Orbits, mu: Vec<f64>, shift: f64) -> Cut {
    let line = orbits.line();
    let (mut probability, mut gradient) = (0.0, vec![0.0; mu.len()]);
    orbits.for_each_line(&mu, |run| {
        let range = orbits.positive(run.score, mu[line]);
        if range.is_empty() {
            return;
        }
        let (log, mean) = orbits.sum(&range);
        let weight = libm::exp(run.log_weight + log - shift);
        probability += weight;
        for (c, g) in gradient.iter_mut().enumerate() {
            *g += weight * if c == line { mean } else { orbits.z(c, run.counts[c]) };
        }
    });
    Cut { mu, probability, gradient }
}

fn failed(why: &str) -> Error {
    Error::new("solver-failed", format!("the linear program of the optimal design was not solved: {why}"))
}

impl Found {
    /// Rows, bounds and gap, recomputed from the orbits. Of θ + E\[h\], the mass of the law in units of the uniform
    /// record's θ, a row that is off by δ moves the change probability of its class by δ·(r − q) and column ε by δ
    /// over [`Orbits::stiffness`].
    fn check(&self, orbits: &Orbits) -> Result<(), Error> {
        let sum = |of: &dyn Fn(&Cut) -> f64| self.parts.iter().map(|(beta, cut)| beta * of(cut)).sum::<f64>();
        let mass = Some(self.theta + sum(&|cut| cut.probability)).filter(|mass| mass.is_finite());
        let off = (0..orbits.dimension()).map(|c| {
            let borne = mass.map_or(0.0, |mass| mass * orbits.stiffness(c));
            libm::fabs(sum(&|cut| cut.gradient[c]) - self.theta) / libm::fmax(self.theta, borne)
        });
        let worst = off.fold(libm::fabs(sum(&|_| 1.0) - 1.0), f64::max);
        let gap = self.best - self.theta;
        if !(self.theta > 0.0 && worst <= TOLERANCE && gap <= TOLERANCE * self.best) {
            return Err(failed(&format!(
                "columns are off by {worst:.1e} and the duality gap is {gap:.1e}, θ being {:.3e}",
                self.theta
            )));
        }
        Ok(())
    }
}

impl Optimum {
    pub(super) fn certificate(&self) -> Certificate {
        let epsilon = |value: f64| {
            let log = -(self.found.shift + libm::log(value));
            libm::fmax(log, 0.0) + libm::log1p(libm::exp(-libm::fabs(log)))
        };
        Certificate {
            record_epsilon: epsilon(self.found.theta),
            lower_bound: epsilon(self.found.best) * CERTAIN,
        }
    }

    /// The probability of a uniform record, and of every orbit with excess.
    pub(super) fn probabilities(&self) -> (f64, Vec<Excess>) {
        let odds = self.excess_odds();
        let total: f64 = odds.iter().map(|(_, odds)| odds).sum();
        let share = 1.0 / (1.0 + total);
        (share, odds.into_iter().map(|(changes, odds)| (changes, odds * share)).collect())
    }

    /// Excess weight of every orbit relative to the uniform part's 1.
    fn excess_odds(&self) -> Vec<Excess> {
        let line = self.orbits.line();
        let scores: Vec<Vec<f64>> = self.found.parts.iter().map(|(_, cut)| self.scores(cut)).collect();
        let (mut odds, mut index) = (Vec::new(), 0);
        self.orbits.for_each_line(&self.orbits.start(), |run| {
            let ranges = self
                .found
                .parts
                .iter()
                .zip(&scores)
                .map(|((beta, cut), scores)| (*beta, self.orbits.positive(scores[index], cut.mu[line])));
            let ranges: Vec<_> = ranges.collect();
            index += 1;
            let end = ranges.iter().map(|(_, range)| range.end).max().unwrap_or(0);
            for m in 0..end {
                let h: f64 =
                    ranges.iter().filter(|(_, range)| range.contains(&m)).map(|(beta, _)| beta).sum();
                if h > 0.0 {
                    let log = run.log_weight + self.orbits.line_log_weight(m) - self.found.shift;
                    odds.push((changes(run.counts, line, m), libm::exp(log) * h / self.found.theta));
                }
            }
        });
        odds
    }

    /// Σ μ_c z_c over the classes besides the line, line by line.
    fn scores(&self, cut: &Cut) -> Vec<f64> {
        let mut scores = Vec::new();
        self.orbits.for_each_line(&cut.mu, |run| scores.push(run.score));
        scores
    }
}

fn changes(counts: &[usize], line: usize, along: usize) -> Vec<(usize, usize)> {
    let count = |(c, &count): (usize, &usize)| (c, if c == line { along } else { count });
    counts.iter().enumerate().map(count).filter(|(_, count)| *count > 0).collect()
}

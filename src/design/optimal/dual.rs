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
/// What an answer may be off by before it is refused, relative to θ.
const TOLERANCE: f64 = 1e-6;
const MAX_EVALUATIONS: usize = 500;
/// The search also ends when the bound has risen by less than this share of the gap, so often in a row,
/// the gap being within ten times `GAP`.
const STALL: f64 = 1e-3;
const PATIENCE: usize = 10;
/// Values below this are taken as the new unit, so that the master problem stays well scaled.
const RESCALE: f64 = 1e-3;

/// A set of orbits, as the μ that selects it, and its G_c.
struct Cut {
    mu: Vec<f64>,
    gradient: Vec<f64>,
}

impl Cut {
    fn value_at(&self, mu: &[f64]) -> f64 {
        self.gradient.iter().zip(mu).map(|(g, m)| g * m).sum()
    }
}

/// A law in doubles, and what certifies it. Values are in units of e^`shift`.
pub(super) struct Optimum {
    orbits: Orbits,
    shift: f64,
    best: f64,
    theta: f64,
    parts: Vec<(f64, Cut)>,
}

pub(super) fn minimise(orbits: Orbits) -> Result<Optimum, Error> {
    let start = orbits.start();
    let mut shift = log_value(&orbits, &start);
    let mut cuts = vec![cut(&orbits, start.clone(), shift)];
    let (mut best, mut best_mu) = (cuts[0].value_at(&start), start);
    let mut master = Master::new(orbits.start());
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
        let next = cut(&orbits, point, shift);
        let value = next.value_at(&next.mu);
        if value < best {
            (best, best_mu) = (value, next.mu.clone());
        }
        master.add(&next.gradient);
        cuts.push(next);
        if best < RESCALE {
            let unit = core::mem::replace(&mut best, 1.0);
            shift += libm::log(unit);
            cuts.iter_mut().flat_map(|cut| &mut cut.gradient).for_each(|g| *g /= unit);
            floor /= unit;
            master.rescale(unit);
        }
    }
    let amounts = master.amounts();
    let total: f64 = amounts.iter().map(|(_, amount)| amount).sum();
    let mut cuts: Vec<Option<Cut>> = cuts.into_iter().map(Some).collect();
    let parts = amounts.into_iter().filter_map(|(j, amount)| Some((amount / total, cuts[j].take()?)));
    let optimum = Optimum { shift, best, theta: 1.0 / total, parts: parts.collect(), orbits };
    optimum.check()?;
    Ok(optimum)
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
    let mut gradient = vec![0.0; mu.len()];
    orbits.for_each_line(&mu, |run| {
        let range = orbits.positive(run.score, mu[line]);
        if range.is_empty() {
            return;
        }
        let (log, mean) = orbits.sum(&range);
        let weight = libm::exp(run.log_weight + log - shift);
        for (c, g) in gradient.iter_mut().enumerate() {
            *g += weight * if c == line { mean } else { orbits.z(c, run.counts[c]) };
        }
    });
    Cut { mu, gradient }
}

fn failed(why: &str) -> Error {
    Error::new("solver-failed", format!("the linear program of the optimal design was not solved: {why}"))
}

impl Optimum {
    /// Rows, bounds and gap, recomputed from the orbits.
    fn check(&self) -> Result<(), Error> {
        let total: f64 = self.parts.iter().map(|(beta, _)| beta).sum();
        let off = (0..self.orbits.dimension()).map(|c| {
            let sum: f64 = self.parts.iter().map(|(beta, cut)| beta * cut.gradient[c]).sum();
            libm::fabs(sum - self.theta)
        });
        let worst = off.fold(libm::fabs(total - 1.0) * self.theta, f64::max);
        let gap = self.best - self.theta;
        if !(self.theta > 0.0 && worst <= TOLERANCE * self.theta && gap <= TOLERANCE * self.best) {
            return Err(failed(&format!(
                "rows are off by {worst:.1e} and the duality gap is {gap:.1e}, θ being {:.3e}",
                self.theta
            )));
        }
        Ok(())
    }

    pub(super) fn certificate(&self) -> Certificate {
        let epsilon = |value: f64| {
            let log = -(self.shift + libm::log(value));
            libm::fmax(log, 0.0) + libm::log1p(libm::exp(-libm::fabs(log)))
        };
        Certificate { record_epsilon: epsilon(self.theta), lower_bound: epsilon(self.best) * CERTAIN }
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
        let scores: Vec<Vec<f64>> = self.parts.iter().map(|(_, cut)| self.scores(cut)).collect();
        let (mut odds, mut index) = (Vec::new(), 0);
        self.orbits.for_each_line(&self.orbits.start(), |run| {
            let ranges = self
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
                    let log = run.log_weight + self.orbits.line_log_weight(m) - self.shift;
                    odds.push((changes(run.counts, line, m), libm::exp(log) * h / self.theta));
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

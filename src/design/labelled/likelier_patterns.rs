//! Chooses the patterns of hits that a form favours. With weight e^ε on a set A of patterns and 1 on the others,
//!
//! μ_J = (1 − e^−ε) Σ_{H∈A} p_H h_J(H) / (e^−ε + (1 − e^−ε) p(A)),
//!
//! and Σ_J q_J μ_J² is to be maximised. For a linear function Σ_J u_J μ_J the best set is {H: Σ_J u_J h_J(H) > λ}, where
//! λ is the largest value itself, found by Dinkelbach's iteration \[Dinkelbach67\]; u_J ← q_J μ_J then never lowers the sum of
//! squares, which is convex in μ. It ends at a local maximum, so the search starts from every J with either sign, and from mixed signs.
//!
//! With up to eight patterns all sets are tried.
//!
//! Cost: patterns × overlaps per step, some five steps per start.

use alloc::vec;
use alloc::vec::Vec;

use super::hits::Hits;
use crate::exact::{floor_u128, to_f64};

/// The largest number of steps from one start.
const MAX_STEPS: usize = 40;
/// The largest number of patterns for which all sets are tried.
const MAX_LISTED: usize = 8;
/// The largest product of starts, patterns and overlaps, and the number of starts that is always used.
const MAX_WORK: usize = 1 << 18;
const FEWEST: usize = 8;
/// The number of starts with mixed signs.
const MIXED: usize = 24;
/// The relative increase above which a step counts as a gain and not as rounding.
const RISE: f64 = 1e-10;

/// e^−ε and 1 − e^−ε.
#[derive(Clone, Copy)]
pub(super) struct Privacy {
    least: f64,
    gain: f64,
}

impl Privacy {
    pub(super) fn new(record_epsilon: f64) -> Self {
        Self { least: libm::exp(-record_epsilon), gain: -libm::expm1(-record_epsilon) }
    }

    /// The probability of chance, and the excess of favoured patterns per chance, where their total chance is `favoured`.
    pub(super) fn shares(self, favoured: f64) -> (f64, f64) {
        let all = self.least + self.gain * favoured;
        (self.least / all, self.gain / all)
    }

    /// 1/(e^ε+1), the best probability of the favoured patterns by chance.
    pub(super) fn share(self) -> f64 {
        self.least / (1.0 + self.least)
    }

    /// The best d of a single unit with `cells` cells, one of the two whole numbers around D/(e^ε+1).
    pub(super) fn subset_size(self, cells: usize) -> usize {
        let all = to_f64(cells as u128);
        let near = all * self.share();
        let below = usize::try_from(floor_u128(near)).unwrap_or(1).clamp(1, cells - 1);
        let above = (below + 1).min(cells - 1);
        if self.of_single_unit(cells, above) > self.of_single_unit(cells, below) { above } else { below }
    }

    /// μ² of a single unit: r(1−r)(1 − e^−ε)²/(e^−ε + (1 − e^−ε) r)².
    pub(super) fn of_single_unit(self, cells: usize, size: usize) -> f64 {
        let hit = to_f64(size as u128) / to_f64(cells as u128);
        let scale = self.gain / (self.least + self.gain * hit);
        hit * (1.0 - hit) * scale * scale
    }

    /// sinh²(ε/2) = (1 − e^−ε)²/(4e^−ε): no form has a larger Σ_J μ_J².
    pub(super) fn most(self) -> f64 {
        self.gain * self.gain / (4.0 * self.least)
    }
}

/// A set of favoured patterns, its μ, and its worth Σ q_J μ_J².
#[derive(Debug, Clone)]
pub(super) struct LikelierPatterns {
    pub(super) set: Vec<bool>,
    pub(super) mu: Vec<f64>,
    pub(super) worth: f64,
}

/// Finds the best set: among all sets where there are few patterns, otherwise from all starts.
pub(super) fn best(hits: &Hits, gains: &[f64], privacy: Privacy) -> Option<LikelierPatterns> {
    let patterns = hits.chances().len();
    if patterns <= MAX_LISTED {
        let set = |bits: usize| (0..patterns).map(|pattern| bits >> pattern & 1 == 1).collect();
        return (1..(1_usize << patterns) - 1)
            .map(|bits| of_set(hits, gains, set(bits), privacy))
            .reduce(better);
    }
    let affordable = (MAX_WORK / (patterns * gains.len()).max(1)).max(FEWEST);
    starts(gains).into_iter().take(affordable).map(|start| climb(hits, gains, start, privacy)).reduce(better)
}

/// The set that is worth more; the first where both are worth the same.
pub(super) fn better(a: LikelierPatterns, b: LikelierPatterns) -> LikelierPatterns {
    if b.worth > a.worth { b } else { a }
}

/// Climbs from one start until nothing is gained.
pub(super) fn climb(hits: &Hits, gains: &[f64], start: Vec<f64>, privacy: Privacy) -> LikelierPatterns {
    let mut best = linear(hits, gains, &start, privacy);
    for _ in 0..MAX_STEPS {
        let weights: Vec<f64> = best.mu.iter().zip(gains).map(|(mu, gain)| mu * gain).collect();
        let next = linear(hits, gains, &weights, privacy);
        if next.worth <= best.worth * (1.0 + RISE) {
            break;
        }
        best = next;
    }
    best
}

/// The starts: all overlaps with equal and with mixed signs, and each overlap that is worth something alone, with either sign.
fn starts(gains: &[f64]) -> Vec<Vec<f64>> {
    let mut starts = Vec::new();
    // A fixed sequence of signs: Knuth's multiplicative generator.
    let mut state = 1_u64;
    let mut sign = |mixed: bool| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if mixed && state >> 63 == 1 { -1.0 } else { 1.0 }
    };
    for mixed in 0..=MIXED {
        starts.push(gains.iter().map(|gain| sign(mixed > 0) * libm::sqrt(*gain)).collect());
    }
    let used: Vec<usize> = (0..gains.len()).filter(|&j| gains[j] > 0.0).collect();
    for &j in &used {
        for sign in [1.0, -1.0] {
            let mut start = vec![0.0; gains.len()];
            start[j] = sign;
            starts.push(start);
        }
    }
    starts
}

/// The set with the largest Σ u_J μ_J.
fn linear(hits: &Hits, gains: &[f64], weights: &[f64], privacy: Privacy) -> LikelierPatterns {
    let heights: Vec<f64> =
        hits.signals().map(|signals| signals.iter().zip(weights).map(|(h, u)| h * u).sum()).collect();
    let mut threshold = 0.0;
    loop {
        let above = heights.iter().zip(hits.chances()).filter(|(height, _)| **height > threshold);
        let (sum, chance) =
            above.fold((0.0, 0.0), |(s, p), (height, chance)| (s + height * chance, p + chance));
        let value =
            if chance > 0.0 { privacy.gain * sum / (privacy.least + privacy.gain * chance) } else { 0.0 };
        if value <= threshold {
            break;
        }
        threshold = value;
    }
    of_set(hits, gains, heights.iter().map(|height| *height > threshold).collect(), privacy)
}

/// The μ and the worth of a set.
fn of_set(hits: &Hits, gains: &[f64], set: Vec<bool>, privacy: Privacy) -> LikelierPatterns {
    let (mut mu, mut chance) = (vec![0.0; gains.len()], 0.0);
    let favoured = hits.signals().zip(hits.chances()).zip(&set).filter(|(_, favoured)| **favoured);
    for ((signals, p), _) in favoured {
        chance += p;
        mu.iter_mut().zip(signals).for_each(|(mu, h)| *mu += p * h);
    }
    let scale = privacy.gain / (privacy.least + privacy.gain * chance);
    mu.iter_mut().for_each(|mu| *mu *= scale);
    let worth = mu.iter().zip(gains).map(|(mu, gain)| mu * mu * gain).sum();
    LikelierPatterns { set, mu, worth }
}

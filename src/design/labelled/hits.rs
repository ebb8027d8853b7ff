//! Hits: which units' reported subsets hold the true cell; their probabilities by chance, and the information in a pattern of hits.
//!
//! With r = d/D, a subset drawn independently of the record hits with probability r. The score h = √((1−r)/r) on a hit and −√(r/(1−r))
//! on a miss has mean 0 and variance 1. A pattern states how many units of each entry miss; its signal for an overlap J is the mean of
//! ∏_{u∈J} h_u over the ways to choose as many units (a normalised Krawtchouk polynomial for each entry). Cost: patterns × overlaps.

use alloc::vec;
use alloc::vec::Vec;

use super::layout::{Layout, UnitsAlike};
use crate::exact::size_to_f64;

/// The probability of every pattern by chance, and its signal for every overlap.
pub(super) struct Hits {
    chances: Vec<f64>,
    signals: Vec<f64>,
    overlaps: usize,
}

impl Hits {
    /// Tabulates the patterns for these subset sizes, one for each entry of the layout.
    pub(super) fn new(layout: &Layout, subset_sizes: &[usize]) -> Self {
        let overlaps = layout.overlaps();
        let axes: Vec<Axis> = layout
            .units()
            .iter()
            .zip(layout.cells().iter().zip(subset_sizes))
            .enumerate()
            .map(|(entry, (unit, (cells, size)))| {
                let most = overlaps.iter().map(|overlap| overlap.touched[entry]).max().unwrap_or(0);
                Axis::new(unit.multiplicity, size_to_f64(*size) / size_to_f64(*cells), most)
            })
            .collect();
        let (mut chances, mut signals) = (Vec::new(), Vec::new());
        let mut missed = vec![0; axes.len()];
        for _ in 0..layout.patterns() {
            chances.push(axes.iter().zip(&missed).map(|(axis, m)| axis.chances[*m]).product());
            signals.extend(overlaps.iter().map(|overlap| {
                let factors = axes.iter().zip(&missed).zip(&overlap.touched);
                factors.map(|((axis, m), j)| axis.signals[*m][*j]).product::<f64>()
            }));
            advance(&mut missed, &axes);
        }
        Self { chances, signals, overlaps: overlaps.len() }
    }

    pub(super) fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// The signals of one pattern after the other, as slices over the overlaps.
    pub(super) fn signals(&self) -> impl Iterator<Item = &[f64]> {
        self.signals.chunks_exact(self.overlaps.max(1))
    }
}

/// How many units of each entry miss in the pattern with this number; the first entry varies fastest.
pub(super) fn missed(units: &[UnitsAlike], pattern: usize) -> Vec<usize> {
    let mut rest = pattern;
    let count = |unit: &UnitsAlike| {
        let count = rest % (unit.multiplicity + 1);
        rest /= unit.multiplicity + 1;
        count
    };
    units.iter().map(count).collect()
}

fn advance(missed: &mut [usize], axes: &[Axis]) {
    for (count, axis) in missed.iter_mut().zip(axes) {
        if *count + 1 < axis.chances.len() {
            *count += 1;
            return;
        }
        *count = 0;
    }
}

/// Equal units: probabilities and signals by the number that miss.
struct Axis {
    chances: Vec<f64>,
    signals: Vec<Vec<f64>>,
}

impl Axis {
    fn new(units: usize, hit: f64, most: usize) -> Self {
        let miss = 1.0 - hit;
        let (score_of_hit, score_of_miss) = (libm::sqrt(miss / hit), -libm::sqrt(hit / miss));
        let chance = |m: usize| {
            libm::exp(
                log_choose(units, m)
                    + size_to_f64(m) * libm::log(miss)
                    + size_to_f64(units - m) * libm::log(hit),
            )
        };
        let chances = (0..=units).map(chance).collect();
        let signals = (0..=units).map(|m| means(units - m, score_of_hit, m, score_of_miss, most)).collect();
        Self { chances, signals }
    }
}

/// The means of all products of j values, of which `hits` equal `hit` and `misses` equal `miss`, for j up to `most`: elementary
/// symmetric polynomials divided by binomial coefficients.
fn means(hits: usize, hit: f64, misses: usize, miss: f64, most: usize) -> Vec<f64> {
    let row = |n: usize, value: f64| {
        let mut row = vec![1.0];
        for j in 0..most {
            row.push(row[j] * value * size_to_f64(n.saturating_sub(j)) / size_to_f64(j + 1));
        }
        row
    };
    let (left, right, all) = (row(hits, hit), row(misses, miss), row(hits + misses, 1.0));
    let mean = |j: usize| (0..=j).map(|i| left[i] * right[j - i]).sum::<f64>() / all[j];
    (0..=most).map(mean).collect()
}

fn log_choose(n: usize, m: usize) -> f64 {
    libm::lgamma(size_to_f64(n) + 1.0)
        - libm::lgamma(size_to_f64(m) + 1.0)
        - libm::lgamma(size_to_f64(n - m) + 1.0)
}

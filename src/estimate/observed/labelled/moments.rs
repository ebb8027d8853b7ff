//! The second moments of subsets [Mathematics, §10]: the mean products of how often one report holds each of two cells of a table.
//!
//! The table tells N of the D cells of a unit apart, each standing for K = D/N of them; c_z of the d cells that a report names lie in z.
//! Given the true cell x and whether the unit hits, r = d − 1 or d of the D − 1 others are named at random. With q = r/(D−1),
//! q′ = q(r−1)/(D−2) and h = 1 on a hit,
//!
//! E[ccᵀ] = a·11ᵀ + b·I + e·(1δᵀ + δ1ᵀ) + g·δδᵀ,   δ the indicator of x,
//! a = q′K², b = (q−q′)K, e = K(hq−q′), g = 2q′ − q + h(1−2q).
//!
//! Given which units hit, units are independent. Shares are c/d, so everything is divided by d².

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::to_f64;
use crate::law::Shape;
use crate::numeric::vectors::dot;

/// The second moments of one unit, given whether it hits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moments {
    /// N, the cells that the table tells apart.
    cells: usize,
    /// a, b, e and g, divided by d².
    both: f64,
    same: f64,
    one: f64,
    own: f64,
}

impl Moments {
    pub(super) fn new(shape: Shape, cells: usize, hits: bool) -> Self {
        let [all, named] = [shape.cells, shape.subset].map(f64::from);
        let (hit, each) = (if hits { 1.0 } else { 0.0 }, all / to_f64(cells as u128));
        let drawn = named - hit;
        let q = drawn / (all - 1.0);
        let pair = if all > 2.0 { q * (drawn - 1.0) / (all - 2.0) } else { 0.0 };
        let scale = 1.0 / (named * named);
        Self {
            cells,
            both: scale * pair * each * each,
            same: scale * (q - pair) * each,
            one: scale * each * (hit * q - pair),
            own: scale * (2.0 * pair - q + hit * (1.0 - 2.0 * q)),
        }
    }

    /// Adds factor·Σ_x truth_x·E[ccᵀ | x]·scores over its cells.
    fn add_second_moments(&self, factor: f64, scores: &[f64], truth: &[f64], sums: &mut [f64]) {
        let [all_scores, all_truth] = [scores, truth].map(|cells| cells.iter().sum::<f64>());
        let common = factor * (self.both * all_scores * all_truth + self.one * dot(scores, truth));
        let [same, one, own] =
            [self.same * all_truth, self.one * all_scores, self.own].map(|number| factor * number);
        for ((sum, score), share) in sums.iter_mut().zip(scores).zip(truth) {
            *sum += common + same * score + (one + own * score) * share;
        }
    }
}

/// Σ_x truth_x·E[ccᵀ | x]·scores over the cells of some units, the last unit fastest. Cost: O(3^m·N) for m units; nearer to N if few cells
/// have a true share above 0.
pub(super) fn second_moments(units: &[Moments], scores: &[f64], truth: &[f64]) -> Vec<f64> {
    let mut moments = vec![0.0; scores.len()];
    add_second_moments(units, 1.0, scores, truth, &mut moments);
    moments
}

fn add_second_moments(units: &[Moments], factor: f64, scores: &[f64], truth: &[f64], sums: &mut [f64]) {
    let (unit, rest) = match units {
        [] => return sums[0] += factor * scores[0] * truth[0],
        [unit] => return unit.add_second_moments(factor, scores, truth, sums),
        [unit, rest @ ..] => (unit, rest),
    };
    let inner = scores.len() / unit.cells;
    let (all_scores, all_truth) = (sum_of_rows(scores, inner), sum_of_rows(truth, inner));
    // What all rows have in common, and what one row has of its own truth.
    let (mut common, mut own) = (vec![0.0; inner], vec![0.0; inner]);
    if unit.both != 0.0 {
        add_second_moments(rest, factor * unit.both, &all_scores, &all_truth, &mut common);
    }
    let rows = scores.chunks_exact(inner).zip(truth.chunks_exact(inner));
    for ((score, truth), sums) in rows.zip(sums.chunks_exact_mut(inner)) {
        if unit.same != 0.0 {
            add_second_moments(rest, factor * unit.same, score, &all_truth, sums);
        }
        if truth.iter().any(|share| *share != 0.0) {
            own.fill(0.0);
            add_second_moments(rest, factor, score, truth, &mut own);
            add(&mut common, unit.one, &own);
            add(sums, unit.own, &own);
            add_second_moments(rest, factor * unit.one, &all_scores, truth, sums);
        }
    }
    sums.chunks_exact_mut(inner).for_each(|sums| add(sums, 1.0, &common));
}

fn sum_of_rows(cells: &[f64], inner: usize) -> Vec<f64> {
    let mut sums = vec![0.0; inner];
    cells.chunks_exact(inner).for_each(|row| add(&mut sums, 1.0, row));
    sums
}

fn add(sums: &mut [f64], factor: f64, more: &[f64]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += factor * more);
}

#[cfg(test)]
mod tests {
    use super::{Moments, second_moments};
    use crate::exact::to_f64;
    use crate::law::Shape;
    use alloc::vec;
    use alloc::vec::Vec;

    /// Every subset of `named` of `all` cells that holds the true cell 0, or does not.
    fn subsets(all: u32, named: u32, hits: bool) -> Vec<u32> {
        (0..1_u32 << all).filter(|bits| bits.count_ones() == named && (bits & 1 == 1) == hits).collect()
    }

    #[test]
    fn moments_are_means_over_all_subsets() {
        for (all, named, cells) in
            [(6, 2, 6), (6, 3, 3), (6, 4, 2), (8, 3, 4), (4, 1, 2), (2, 1, 2), (12, 5, 3)]
        {
            for hits in [true, false] {
                let each = all / cells;
                let subsets = subsets(all, named, hits);
                let scores: Vec<f64> = (0..cells).map(|z| 1.0 + f64::from(z * z % 5)).collect();
                let mut expected = vec![0.0; scores.len()];
                for bits in &subsets {
                    let held = |z: u32| f64::from((bits >> (z * each) & ((1 << each) - 1)).count_ones());
                    let score: f64 = (0..cells).zip(&scores).map(|(z, score)| held(z) * score).sum();
                    for (z, expected) in (0..cells).zip(&mut expected) {
                        *expected +=
                            held(z) * score / to_f64(subsets.len() as u128) / f64::from(named * named);
                    }
                }
                let mut truth = vec![0.0; scores.len()];
                truth[0] = 1.0;
                let unit = Moments::new(Shape { cells: all, subset: named }, scores.len(), hits);
                let found = second_moments(&[unit], &scores, &truth);
                let close = found.iter().zip(&expected).all(|(one, other)| libm::fabs(one - other) < 1e-12);
                assert!(close, "{all} {named} {cells} {hits}: {found:?} {expected:?}");
            }
        }
    }
}

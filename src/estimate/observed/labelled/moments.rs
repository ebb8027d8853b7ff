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

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::exact::to_f64;
use crate::law::Shape;

/// The second moments of one unit: each number where it misses, and where it hits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moments {
    /// N, the cells that the table tells apart.
    cells: usize,
    /// a, b, e and g, divided by d².
    both: [f64; 2],
    same: [f64; 2],
    one: [f64; 2],
    own: [f64; 2],
}

impl Moments {
    pub(super) fn new(shape: Shape, cells: usize) -> Self {
        let [all, named] = [shape.cells, shape.subset].map(f64::from);
        let each = all / to_f64(cells as u128);
        let scale = 1.0 / (named * named);
        let (mut both, mut same, mut one, mut own) = ([0.0; 2], [0.0; 2], [0.0; 2], [0.0; 2]);
        for (hits, hit) in [0.0, 1.0].into_iter().enumerate() {
            let drawn = named - hit;
            let q = drawn / (all - 1.0);
            let pair = if all > 2.0 { q * (drawn - 1.0) / (all - 2.0) } else { 0.0 };
            both[hits] = scale * pair * each * each;
            same[hits] = scale * (q - pair) * each;
            one[hits] = scale * each * (hit * q - pair);
            own[hits] = scale * (2.0 * pair - q + hit * (1.0 - 2.0 * q));
        }
        Self { cells, both, same, one, own }
    }

    /// a, b, e and g where it misses and hits with these weights.
    fn weighed(&self, [misses, hits]: [f64; 2]) -> [f64; 4] {
        [self.both, self.same, self.one, self.own].map(|number| number[0] * misses + number[1] * hits)
    }
}

/// The products of the units' numbers, each unit having one of a, b, e and g, summed over the sets of units that hit: a tree in which every unit
/// branches into these four.
enum MomentProducts {
    /// Those of the last unit.
    Last([f64; 4]),
    Each(Box<[MomentProducts; 4]>),
}

impl MomentProducts {
    /// `hits` are the weights of the sets of units that hit, the first unit in the lowest bit.
    fn new(units: &[Moments], hits: &[f64]) -> Self {
        match units {
            [] => Self::Last([hits[0], 0.0, 0.0, 0.0]),
            [unit] => Self::Last(unit.weighed([hits[0], hits[1]])),
            [unit, rest @ ..] => {
                let of_number = |number: [f64; 2]| {
                    let weights = hits.chunks_exact(2).map(|of| of[0] * number[0] + of[1] * number[1]);
                    Self::new(rest, &weights.collect::<Vec<f64>>())
                };
                Self::Each(Box::new([unit.both, unit.same, unit.one, unit.own].map(of_number)))
            }
        }
    }

    /// Adds Σ_x truth_x·E[ccᵀ | x]·scores over the cells of the units.
    fn add_second_moments(
        &self,
        units: &[Moments],
        scores: &[f64],
        truth: &[f64],
        sums: &mut [f64],
        room: &mut [f64],
    ) {
        let ([unit, rest @ ..], Self::Each(products)) = (units, self) else {
            return self.add_of_last(scores, truth, sums);
        };
        let [both, same, one, own] = &**products;
        let inner = scores.len() / unit.cells;
        let (all_scores, room) = room.split_at_mut(inner);
        let (all_truth, room) = room.split_at_mut(inner);
        // What all rows have in common.
        let (common, room) = room.split_at_mut(inner);
        sum_rows(scores, all_scores);
        sum_rows(truth, all_truth);
        common.fill(0.0);
        if unit.both != [0.0; 2] {
            both.add_second_moments(rest, all_scores, all_truth, common, room);
        }
        let rows = scores.chunks_exact(inner).zip(truth.chunks_exact(inner));
        for ((score, truth), sums) in rows.zip(sums.chunks_exact_mut(inner)) {
            if unit.same != [0.0; 2] {
                same.add_second_moments(rest, score, all_truth, sums, room);
            }
            if truth.iter().any(|share| *share != 0.0) {
                own.add_second_moments(rest, score, truth, sums, room);
                one.add_second_moments(rest, score, truth, common, room);
                one.add_second_moments(rest, all_scores, truth, sums, room);
            }
        }
        sums.chunks_exact_mut(inner).for_each(|sums| add(sums, common));
    }

    fn add_of_last(&self, scores: &[f64], truth: &[f64], sums: &mut [f64]) {
        let Self::Last([both, same, one, own]) = self else { return };
        let (mut all_scores, mut all_truth, mut product) = (0.0, 0.0, 0.0);
        for (score, share) in scores.iter().zip(truth) {
            all_scores += score;
            all_truth += share;
            product += score * share;
        }
        let common = both * all_scores * all_truth + one * product;
        let (same, one) = (same * all_truth, one * all_scores);
        for ((sum, score), share) in sums.iter_mut().zip(scores).zip(truth) {
            *sum += common + same * score + (one + own * score) * share;
        }
    }
}

/// The second moments of some units.
pub(super) struct SecondMoments {
    units: Vec<Moments>,
    products: MomentProducts,
}

impl SecondMoments {
    /// Those of units where `hits` are the probabilities of the sets of units that hit, the first unit in the lowest bit.
    pub(super) fn new(units: Vec<Moments>, hits: &[f64]) -> Self {
        Self { products: MomentProducts::new(&units, hits), units }
    }

    /// Σ_x truth_x·E[ccᵀ | x]·scores over the cells of the units, the last unit fastest. Cost: O(4^m·N) for m units; nearer to N if few cells
    /// have a true share above 0.
    pub(super) fn times(&self, scores: &[f64], truth: &[f64]) -> Vec<f64> {
        let mut moments = vec![0.0; scores.len()];
        // For every unit, three tables over the units after it.
        let rooms = self.units.iter().scan(scores.len(), |inner, unit| {
            *inner /= unit.cells;
            Some(3 * *inner)
        });
        let mut room = vec![0.0; rooms.sum()];
        self.products.add_second_moments(&self.units, scores, truth, &mut moments, &mut room);
        moments
    }
}

fn sum_rows(cells: &[f64], sums: &mut [f64]) {
    sums.fill(0.0);
    cells.chunks_exact(sums.len()).for_each(|row| add(sums, row));
}

fn add(sums: &mut [f64], more: &[f64]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

#[cfg(test)]
mod tests {
    use super::{Moments, SecondMoments};
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
                let unit = Moments::new(Shape { cells: all, subset: named }, scores.len());
                let of_sets = if hits { [0.0, 1.0] } else { [1.0, 0.0] };
                let found = SecondMoments::new(vec![unit], &of_sets).times(&scores, &truth);
                let close = found.iter().zip(&expected).all(|(one, other)| libm::fabs(one - other) < 1e-12);
                assert!(close, "{all} {named} {cells} {hits}: {found:?} {expected:?}");
            }
        }
    }
}

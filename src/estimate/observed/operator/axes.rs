//! Splits axes into their mean and the deviations from it, and joins them again, in place.

use super::tables::{Gain, Operands, parts_of};
use crate::exact::count_to_f64;
use crate::numeric::wide::widely;

/// The number of columns processed side by side: a tile of a few rows stays in the first-level cache.
const TILE: usize = 512;

/// Splits an axis of two: (x₀, x₁) → (mean, deviation of x₁).
pub(super) fn split_two(low: &mut [f64], high: &mut [f64]) {
    widely(
        #[inline(always)]
        || {
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = ((*low + *high) * 0.5, (*high - *low) * 0.5);
            }
        },
    );
}

/// The inverse of [`split_two`], plus a gain.
pub(super) fn join_two<const K: usize>(lows: Operands<'_, K>, highs: Operands<'_, K>, gain: Gain<'_, K>) {
    for (table, (low, high)) in lows.into_iter().zip(highs).enumerate() {
        widely(
            #[inline(always)]
            || match gain {
                None => low.iter_mut().zip(high).for_each(|(low, high)| {
                    (*low, *high) = (*low - *high, *low + *high);
                }),
                Some(gain) => {
                    let (of_low, of_high) = gain[table].split_at(low.len());
                    let cells = low.iter_mut().zip(high).zip(of_low.iter().zip(of_high));
                    cells.for_each(|((low, high), (of_low, of_high))| {
                        (*low, *high) = (*low - *high + of_low, *low + *high + of_high);
                    });
                }
            },
        );
    }
}

/// Splits two axes of two at once: into the mean and the deviations along the second, along the first, along both.
pub(super) fn split_four(quarters: [&mut [f64]; 4]) {
    let [a, b, c, d] = quarters;
    widely(
        #[inline(always)]
        || {
            for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
                let (low, high) = ((*a + *b) * 0.25, (*c + *d) * 0.25);
                let (low_deviation, high_deviation) = ((*b - *a) * 0.25, (*d - *c) * 0.25);
                (*a, *b) = (low + high, low_deviation + high_deviation);
                (*c, *d) = (high - low, high_deviation - low_deviation);
            }
        },
    );
}

/// The inverse of [`split_four`], plus a gain.
pub(super) fn join_four<const K: usize>(quarters: [Operands<'_, K>; 4], gain: Gain<'_, K>) {
    let [firsts, seconds, thirds, fourths] = quarters;
    let tables = firsts.into_iter().zip(seconds).zip(thirds.into_iter().zip(fourths));
    for (table, ((a, b), (c, d))) in tables.enumerate() {
        widely(
            #[inline(always)]
            || match gain {
                None => {
                    for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
                        (*a, *b, *c, *d) = joined(*a, *b, *c, *d);
                    }
                }
                Some(gain) => {
                    let [[ga], [gb], [gc], [gd]] = parts_of::<1, 4>([gain[table]]);
                    let gains = ga.iter().zip(gb).zip(gc.iter().zip(gd));
                    for ((((a, b), c), d), ((ga, gb), (gc, gd))) in
                        a.iter_mut().zip(b).zip(c).zip(d).zip(gains)
                    {
                        let (e, f, g, h) = joined(*a, *b, *c, *d);
                        (*a, *b, *c, *d) = (e + ga, f + gb, g + gc, h + gd);
                    }
                }
            },
        );
    }
}

#[inline(always)]
fn joined(mean: f64, second: f64, first: f64, both: f64) -> (f64, f64, f64, f64) {
    let (low, high) = (mean - first, mean + first);
    let (low_deviation, high_deviation) = (second - both, second + both);
    (low - low_deviation, low + low_deviation, high - high_deviation, high + high_deviation)
}

/// Row 0 becomes the mean over the rows, every other row its deviation from it; the deviation of row 0 is
/// minus their sum and need not be kept.
pub(super) fn split(cells: &mut [f64], inner: usize) {
    let (first, rest) = cells.split_at_mut(inner);
    let share = 1.0 / count_to_f64((1 + rest.len() / inner) as u64);
    widely(
        #[inline(always)]
        || {
            for (tile, mean) in first.chunks_mut(TILE).enumerate() {
                let columns = tile * TILE..tile * TILE + mean.len();
                for row in rest.chunks_exact(inner) {
                    mean.iter_mut().zip(&row[columns.clone()]).for_each(|(sum, cell)| *sum += cell);
                }
                mean.iter_mut().for_each(|sum| *sum *= share);
                for row in rest.chunks_exact_mut(inner) {
                    row[columns.clone()].iter_mut().zip(mean.iter()).for_each(|(cell, mean)| *cell -= mean);
                }
            }
        },
    );
}

/// The inverse of [`split`].
pub(super) fn join(cells: &mut [f64], inner: usize) {
    let (first, rest) = cells.split_at_mut(inner);
    let mut deviations = [0.0; TILE];
    widely(
        #[inline(always)]
        || {
            for (tile, mean) in first.chunks_mut(TILE).enumerate() {
                let columns = tile * TILE..tile * TILE + mean.len();
                let deviations = &mut deviations[..mean.len()];
                deviations.fill(0.0);
                for row in rest.chunks_exact_mut(inner) {
                    for ((cell, sum), mean) in
                        row[columns.clone()].iter_mut().zip(&mut *deviations).zip(&*mean)
                    {
                        *sum += *cell;
                        *cell += mean;
                    }
                }
                mean.iter_mut().zip(deviations).for_each(|(mean, sum)| *mean -= *sum);
            }
        },
    );
}

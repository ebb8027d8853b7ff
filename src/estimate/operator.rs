//! Operators that commute with relabelling: on a table they act by a factor per component (mathematics
//! §5), the component of T being constant outside T and of sum zero along each axis in T.
//!
//! Entry t of a factor vector belongs to the axes whose bit is set in t. An axis is split into its mean
//! and the deviations from it, the operator on the later axes acts on both with its own factors, and the
//! axis is joined again: the first axes are passed over in tiles, all others inside the cache. In place,
//! O(w·N) time, no memory beyond the table.

use alloc::vec::Vec;

use crate::exact::{to_f64, to_index};

/// Columns worked on side by side: a tile of a few rows stays in the cache nearest to the processor.
const TILE: usize = 512;

/// The longest last axis that is worked on together with the one before it.
const NARROW: usize = 64;

/// Multiplies every component of a row-major table by its factor.
pub(super) fn apply(factors: &[f64], sizes: &[u32], cells: &mut [f64]) {
    let sizes: Vec<usize> = sizes.iter().copied().map(to_index).collect();
    act(&first_axis_highest(factors), &sizes, cells);
}

/// The factors of the operator with entries `values`: the entry between two cells that differ in D.
/// (v₀, v₁) → (v₀ + (a−1)v₁, v₀ − v₁) axis by axis.
pub(super) fn factors_of(mut values: Vec<f64>, sizes: &[u32]) -> Vec<f64> {
    butterfly(&mut values, sizes, |a, same, other| (same + (a - 1.0) * other, same - other));
    values
}

/// The entries of the operator with the given factors: the inverse of [`factors_of`].
pub(super) fn entries_of(mut factors: Vec<f64>, sizes: &[u32]) -> Vec<f64> {
    butterfly(&mut factors, sizes, |a, mean, rest| ((mean + (a - 1.0) * rest) / a, (mean - rest) / a));
    factors
}

fn butterfly(values: &mut [f64], sizes: &[u32], step: impl Fn(f64, f64, f64) -> (f64, f64)) {
    for (axis, &a) in sizes.iter().enumerate() {
        // Runs of sets without the axis and the same sets with it take turns.
        for run in values.chunks_exact_mut(2 << axis) {
            let (without, with) = run.split_at_mut(1 << axis);
            for (without, with) in without.iter_mut().zip(with) {
                (*without, *with) = step(f64::from(a), *without, *with);
            }
        }
    }
}

/// The factors with the bits of their numbers reversed, so that those with and those without the first
/// axis are the two halves.
fn first_axis_highest(factors: &[f64]) -> Vec<f64> {
    let axes = factors.len().trailing_zeros();
    let reversed = |t: usize| if axes == 0 { 0 } else { t.reverse_bits() >> (usize::BITS - axes) };
    (0..factors.len()).map(|t| factors[reversed(t)]).collect()
}

fn act(factors: &[f64], sizes: &[usize], cells: &mut [f64]) {
    let (without, with) = factors.split_at(factors.len() / 2);
    match *sizes {
        [] => {}
        [_] => along_the_last(without[0], with[0], cells),
        [2, 2, 2] => of_three_pairs(factors, cells),
        [_, b] if b <= NARROW => along_the_last_two(factors, b, cells),
        [2, ref later @ ..] => {
            let (first, second) = cells.split_at_mut(cells.len() / 2);
            turn(first, second, |first, second| ((first + second) * 0.5, (second - first) * 0.5));
            act(without, later, first);
            act(with, later, second);
            turn(first, second, |mean, deviation| (mean - deviation, mean + deviation));
        }
        [a, ref later @ ..] => {
            let inner = cells.len() / a;
            split(cells, inner);
            for (row, row_cells) in cells.chunks_exact_mut(inner).enumerate() {
                act(if row == 0 { without } else { with }, later, row_cells);
            }
            join(cells, inner);
        }
    }
}

/// x ↦ with·x + (without − with)·mean(x).
fn along_the_last(without: f64, with: f64, cells: &mut [f64]) {
    let sum: f64 = cells.iter().sum();
    let shift = (without - with) * sum / to_f64(cells.len() as u128);
    cells.iter_mut().for_each(|cell| *cell = with * *cell + shift);
}

/// x ↦ f₁₁·x + (f₀₁−f₁₁)·(mean over rows) + (f₁₀−f₁₁)·(mean over columns) + (f₀₀−f₀₁−f₁₀+f₁₁)·mean, the first
/// index for the first of the two axes: the sums in one pass, the result in another.
fn along_the_last_two(factors: &[f64], columns: usize, cells: &mut [f64]) {
    let [neither, second, first, both] = *factors else { return };
    let (a, b) = (to_f64((cells.len() / columns) as u128), to_f64(columns as u128));
    let weights = Weights {
        cell: both,
        row: (first - both) / b,
        column: (second - both) / a,
        all: (neither - second - first + both) / (a * b),
    };
    match columns {
        2 => weights.apply(cells.as_chunks_mut::<2>().0),
        3 => weights.apply(cells.as_chunks_mut::<3>().0),
        4 => weights.apply(cells.as_chunks_mut::<4>().0),
        5 => weights.apply(cells.as_chunks_mut::<5>().0),
        6 => weights.apply(cells.as_chunks_mut::<6>().0),
        7 => weights.apply(cells.as_chunks_mut::<7>().0),
        8 => weights.apply(cells.as_chunks_mut::<8>().0),
        _ => weights.apply_to_any(cells, columns),
    }
}

/// What a cell, the sums of its row and of its column, and the sum of all contribute.
struct Weights {
    cell: f64,
    row: f64,
    column: f64,
    all: f64,
}

impl Weights {
    /// Rows of a length that is known when this is compiled: the sums stay in registers.
    fn apply<const B: usize>(&self, rows: &mut [[f64; B]]) {
        let mut sums = [0.0; B];
        for row in &*rows {
            (0..B).for_each(|place| sums[place] += row[place]);
        }
        self.shifts(&mut sums);
        for row in rows {
            let shift = self.row * row.iter().sum::<f64>();
            (0..B).for_each(|place| row[place] = self.cell * row[place] + (sums[place] + shift));
        }
    }

    fn apply_to_any(&self, cells: &mut [f64], columns: usize) {
        let mut sums = [0.0; NARROW];
        let sums = &mut sums[..columns];
        for row in cells.chunks_exact(columns) {
            sums.iter_mut().zip(row).for_each(|(sum, cell)| *sum += cell);
        }
        self.shifts(sums);
        for row in cells.chunks_exact_mut(columns) {
            let shift = self.row * row.iter().sum::<f64>();
            row.iter_mut().zip(&*sums).for_each(|(cell, sum)| *cell = self.cell * *cell + (sum + shift));
        }
    }

    /// Turns the sums of the columns into what their cells gain from columns and from all.
    fn shifts(&self, sums: &mut [f64]) {
        let common = self.all * sums.iter().sum::<f64>();
        sums.iter_mut().for_each(|sum| *sum = self.column * *sum + common);
    }
}

/// Two rows turned into two others.
fn turn(first: &mut [f64], second: &mut [f64], step: impl Fn(f64, f64) -> (f64, f64)) {
    first.iter_mut().zip(second).for_each(|(one, other)| (*one, *other) = step(*one, *other));
}

/// Three axes of two categories at once, where most time of such tables goes: sums and differences, no loop
/// over single numbers.
fn of_three_pairs(factors: &[f64], cells: &mut [f64]) {
    let turned = |cells: &mut [f64]| {
        for half in [4, 2, 1] {
            for pair in cells.chunks_exact_mut(2 * half) {
                let (low, high) = pair.split_at_mut(half);
                for (low, high) in low.iter_mut().zip(high) {
                    (*low, *high) = (*low + *high, *low - *high);
                }
            }
        }
    };
    let (Some(block), Some(factors)) = (cells.first_chunk_mut::<8>(), factors.first_chunk::<8>()) else {
        return;
    };
    turned(block);
    block.iter_mut().zip(factors).for_each(|(cell, factor)| *cell *= factor * 0.125);
    turned(block);
}

/// Row 0 becomes the mean over the rows, every other row its deviation from it; the deviation of row 0 is
/// minus their sum and need not be kept.
fn split(cells: &mut [f64], inner: usize) {
    let (first, rest) = cells.split_at_mut(inner);
    let share = 1.0 / to_f64((1 + rest.len() / inner) as u128);
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
}

/// The inverse of [`split`].
fn join(cells: &mut [f64], inner: usize) {
    let (first, rest) = cells.split_at_mut(inner);
    let mut deviations = [0.0; TILE];
    for (tile, mean) in first.chunks_mut(TILE).enumerate() {
        let columns = tile * TILE..tile * TILE + mean.len();
        let deviations = &mut deviations[..mean.len()];
        deviations.fill(0.0);
        for row in rest.chunks_exact_mut(inner) {
            for ((cell, sum), mean) in row[columns.clone()].iter_mut().zip(&mut *deviations).zip(&*mean) {
                *sum += *cell;
                *cell += mean;
            }
        }
        mean.iter_mut().zip(deviations).for_each(|(mean, sum)| *mean -= *sum);
    }
}

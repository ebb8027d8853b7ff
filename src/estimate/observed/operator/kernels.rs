//! Kernels for the last axes of a table, where most of the time goes: one pass for sums, one for the outcome.

use core::array;

use super::tables::{Gain, Operands, add};
use crate::exact::count_to_f64;
use crate::numeric::wide::widely;

/// The longest last axis that is worked on together with the one before it.
pub(super) const NARROW: usize = 64;

/// x ↦ with·x + (without − with)·mean(x).
pub(super) fn along_the_last<const K: usize>(
    factors: [&[f64]; K],
    tables: Operands<'_, K>,
    gain: Gain<'_, K>,
) {
    let mean = tables[0].iter().sum::<f64>() / count_to_f64(tables[0].len() as u64);
    // The first table is the input, so it is overwritten last.
    for table in (0..K).rev() {
        let (with, shift) = (factors[table][1], (factors[table][0] - factors[table][1]) * mean);
        for cell in 0..tables[0].len() {
            tables[table][cell] = with * tables[0][cell] + shift;
        }
    }
    add(tables, gain);
}

/// x ↦ f₁₁·x + (f₀₁−f₁₁)·(mean over rows) + (f₁₀−f₁₁)·(mean over columns) + (f₀₀−f₀₁−f₁₀+f₁₁)·mean, the first
/// index for the first of the two axes: from the factors f the weights of [`along_the_last_two`].
pub(super) fn weights([neither, second, first, both]: [f64; 4], rows: usize, columns: usize) -> [f64; 4] {
    let (of_row, of_column) = (1.0 / count_to_f64(columns as u64), 1.0 / count_to_f64(rows as u64));
    let (row, column) = ((first - both) * of_row, (second - both) * of_column);
    [both, row, column, (neither - second - first + both) * (of_row * of_column)]
}

/// x ↦ w₀·x + w₁·(sum of the row) + w₂·(sum of the column) + w₃·(sum of all).
pub(super) fn along_the_last_two<const K: usize>(
    weights: [&[f64]; K],
    columns: usize,
    tables: Operands<'_, K>,
    gain: Gain<'_, K>,
) {
    let weights = weights.map(|of| Weights { cell: of[0], row: of[1], column: of[2], all: of[3] });
    widely(
        #[inline(always)]
        || match columns {
            2 => apply::<2, K>(&weights, tables, gain),
            3 => apply::<3, K>(&weights, tables, gain),
            4 => apply::<4, K>(&weights, tables, gain),
            5 => apply::<5, K>(&weights, tables, gain),
            6 => apply::<6, K>(&weights, tables, gain),
            7 => apply::<7, K>(&weights, tables, gain),
            8 => apply::<8, K>(&weights, tables, gain),
            10 => apply::<10, K>(&weights, tables, gain),
            _ => apply_to_any(&weights, columns, tables, gain),
        },
    );
}

/// What a cell, the sums of its row and of its column, and the sum of all contribute.
struct Weights {
    cell: f64,
    row: f64,
    column: f64,
    all: f64,
}

impl Weights {
    /// What cells gain from the sum of their column and from that of all.
    #[inline(always)]
    fn shifts<const B: usize>(&self, sums: &[f64; B], all: f64) -> [f64; B] {
        sums.map(|sum| self.column * sum + self.all * all)
    }
}

/// Acts on rows of a length known at compile time: the sums stay in registers.
#[inline(always)]
fn apply<const B: usize, const K: usize>(weights: &[Weights; K], tables: Operands<'_, K>, gain: Gain<'_, K>) {
    let rows = tables[0].len() / B;
    let tables = tables.map(|table| &mut table.as_chunks_mut::<B>().0[..rows]);
    let mut sums = [0.0; B];
    for row in &*tables[0] {
        (0..B).for_each(|place| sums[place] += row[place]);
    }
    let all = sum(&sums);
    let shifts = weights.each_ref().map(|weights| weights.shifts(&sums, all));
    match gain.map(|gain| gain.map(|gain| &gain.as_chunks::<B>().0[..rows])) {
        None => rows_of(weights, &shifts, tables, |_, _| [0.0; B]),
        Some(gain) => rows_of(weights, &shifts, tables, |table, row| gain[table][row]),
    }
}

#[inline(always)]
fn rows_of<const B: usize, const K: usize>(
    weights: &[Weights; K],
    shifts: &[[f64; B]; K],
    tables: [&mut [[f64; B]]; K],
    gain: impl Fn(usize, usize) -> [f64; B],
) {
    for row in 0..tables[0].len() {
        let cells = tables[0][row];
        let sum = sum(&cells);
        for (table, Weights { cell, row: of_row, .. }) in weights.iter().enumerate() {
            let (shift, gain) = (of_row * sum, gain(table, row));
            tables[table][row] =
                array::from_fn(|place| cell * cells[place] + (shifts[table][place] + shift) + gain[place]);
        }
    }
}

/// Sums even and odd places side by side.
#[inline(always)]
fn sum<const B: usize>(cells: &[f64; B]) -> f64 {
    let (pairs, rest) = cells.as_chunks::<2>();
    let [even, odd] = pairs.iter().fold([0.0; 2], |[even, odd], pair| [even + pair[0], odd + pair[1]]);
    even + odd + rest.iter().sum::<f64>()
}

#[inline(always)]
fn apply_to_any<const K: usize>(
    weights: &[Weights; K],
    columns: usize,
    tables: Operands<'_, K>,
    gain: Gain<'_, K>,
) {
    let (mut sums, mut shifts, mut kept) = ([0.0; NARROW], [[0.0; NARROW]; K], [0.0; NARROW]);
    for row in tables[0].chunks_exact(columns) {
        sums.iter_mut().zip(row).for_each(|(sum, cell)| *sum += cell);
    }
    let all = sums[..columns].iter().sum::<f64>();
    for (shifts, weights) in shifts.iter_mut().zip(weights) {
        let gained = shifts[..columns].iter_mut().zip(&sums);
        gained.for_each(|(shift, sum)| *shift = weights.column * sum + weights.all * all);
    }
    for row in (0..tables[0].len()).step_by(columns) {
        let kept = &mut kept[..columns];
        kept.copy_from_slice(&tables[0][row..row + columns]);
        let sum = kept.iter().sum::<f64>();
        for (table, weights) in weights.iter().enumerate() {
            let shift = weights.row * sum;
            let cells = tables[table][row..row + columns].iter_mut().zip(&*kept).zip(&shifts[table]);
            cells.for_each(|((out, cell), of_column)| *out = weights.cell * cell + (of_column + shift));
        }
    }
    add(tables, gain);
}

/// Three axes of two categories at once, where most time of such tables goes: sums and differences, no loop
/// over single numbers.
pub(super) fn of_three_pairs<const K: usize>(
    factors: [&[f64]; K],
    mut tables: Operands<'_, K>,
    gain: Gain<'_, K>,
) {
    let Some(block) = tables[0].first_chunk::<8>() else { return };
    let components = turned(*block);
    for (table, factors) in tables.each_mut().into_iter().zip(factors) {
        if let (Some(cells), Some(factors)) = (table.first_chunk_mut::<8>(), factors.first_chunk::<8>()) {
            *cells = turned(array::from_fn(|place| components[place] * factors[place] * 0.125));
        }
    }
    add(tables, gain);
}

fn turned(mut cells: [f64; 8]) -> [f64; 8] {
    for half in [4, 2, 1] {
        for pair in cells.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
    }
    cells
}

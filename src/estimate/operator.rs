//! Operators that commute with relabelling: on a table they act by a factor per component (mathematics
//! §5), the component of T being constant outside T and of sum zero along each axis in T.
//!
//! Entry t of a factor vector belongs to the axes whose bit is set in t. In place, O(w·N) time, no memory
//! beyond the table.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::{to_f64, to_index};

/// Multiplies every component of a row-major table by its factor.
pub(super) fn apply(factors: &[f64], sizes: &[u32], cells: &mut [f64]) {
    let sizes: Vec<usize> = sizes.iter().copied().map(to_index).collect();
    (0..sizes.len()).for_each(|axis| along(axis, &sizes, cells, split));
    let mut position = vec![0; sizes.len()];
    let mut component = 0;
    for cell in cells.iter_mut() {
        *cell *= factors[component];
        component = advance(&mut position, &sizes, component);
    }
    (0..sizes.len()).for_each(|axis| along(axis, &sizes, cells, join));
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
        for t in (0..values.len()).filter(|t| t >> axis & 1 == 0) {
            let with = t | 1 << axis;
            (values[t], values[with]) = step(f64::from(a), values[t], values[with]);
        }
    }
}

/// Next row-major position; returns the component (axes with a non-zero coordinate) it belongs to.
fn advance(position: &mut [usize], sizes: &[usize], mut component: usize) -> usize {
    for axis in (0..sizes.len()).rev() {
        position[axis] += 1;
        if position[axis] < sizes[axis] {
            return component | 1 << axis;
        }
        position[axis] = 0;
        component &= !(1 << axis);
    }
    component
}

/// Runs `step` on every fibre along `axis`; fibres of the later axes are worked on side by side.
fn along(axis: usize, sizes: &[usize], cells: &mut [f64], step: fn(&mut [f64], usize)) {
    let inner: usize = sizes[axis + 1..].iter().product();
    cells.chunks_exact_mut(inner * sizes[axis]).for_each(|chunk| step(chunk, inner));
}

/// Row 0 becomes the mean over the rows, every other row its deviation from it; the deviation of row 0 is
/// minus their sum and need not be kept.
fn split(chunk: &mut [f64], inner: usize) {
    let (first, rest) = chunk.split_at_mut(inner);
    for row in rest.chunks_exact(inner) {
        first.iter_mut().zip(row).for_each(|(sum, cell)| *sum += cell);
    }
    let share = 1.0 / to_f64((1 + rest.len() / inner) as u128);
    first.iter_mut().for_each(|sum| *sum *= share);
    for row in rest.chunks_exact_mut(inner) {
        row.iter_mut().zip(first.iter()).for_each(|(cell, mean)| *cell -= mean);
    }
}

/// The inverse of [`split`].
fn join(chunk: &mut [f64], inner: usize) {
    let (first, rest) = chunk.split_at_mut(inner);
    for column in 0..inner {
        let mean = first[column];
        let mut deviations = 0.0;
        for row in rest.chunks_exact_mut(inner) {
            deviations += row[column];
            row[column] += mean;
        }
        first[column] = mean - deviations;
    }
}

//! A walk through the cells of a table that knows, at every cell, which cell of each of some marginal
//! tables it sums into. Cost: amortised O(1) a step and marginal.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::to_index;

/// The position in a table and in its marginals.
pub(crate) struct Walk {
    axes: Vec<WalkedAxis>,
    position: Vec<usize>,
    at: Vec<usize>,
}

/// An axis of a table, or neighbouring axes through which every marginal steps as through one.
struct WalkedAxis {
    size: usize,
    /// How far a step along the axis moves in each marginal.
    strides: Vec<usize>,
}

impl Walk {
    /// A walk that starts at cell 0; each of `marginals` lists the axes it keeps, in its own order.
    pub(crate) fn new(sizes: &[u32], marginals: &[Vec<usize>]) -> Self {
        let axes = joined_axes(sizes, marginals);
        Self { position: vec![0; axes.len()], axes, at: vec![0; marginals.len()] }
    }

    /// The cell of every marginal.
    pub(crate) fn at(&self) -> &[usize] {
        &self.at
    }

    /// Steps to the next cell, from the last to the first.
    pub(crate) fn step(&mut self) {
        for (position, axis) in self.position.iter_mut().zip(&self.axes).rev() {
            *position += 1;
            if *position < axis.size {
                self.at.iter_mut().zip(&axis.strides).for_each(|(at, stride)| *at += stride);
                return;
            }
            *position = 0;
            let back = axis.size - 1;
            self.at.iter_mut().zip(&axis.strides).for_each(|(at, stride)| *at -= back * stride);
        }
    }
}

/// The axes of a table, joined where all marginals allow it.
fn joined_axes(sizes: &[u32], marginals: &[Vec<usize>]) -> Vec<WalkedAxis> {
    let mut joined: Vec<WalkedAxis> = Vec::new();
    for (axis, size) in sizes.iter().copied().map(to_index).enumerate() {
        let strides: Vec<usize> = marginals.iter().map(|kept| stride(sizes, kept, axis)).collect();
        let continues = |outer: &&mut WalkedAxis| {
            outer.strides.iter().zip(&strides).all(|(outer, inner)| *outer == inner * size)
        };
        match joined.last_mut().filter(continues) {
            Some(outer) => *outer = WalkedAxis { size: outer.size * size, strides },
            None => joined.push(WalkedAxis { size, strides }),
        }
    }
    joined
}

/// Visits the cells of a table in their order, each with the cell of the marginal over `axes` that it sums into.
pub(crate) fn for_each_within(sizes: &[u32], axes: &[usize], mut visit: impl FnMut(usize, usize)) {
    let mut steps: Vec<(usize, usize)> = Vec::with_capacity(sizes.len());
    for (axis, size) in sizes.iter().copied().map(to_index).enumerate() {
        let own = stride(sizes, axes, axis);
        match steps.last_mut() {
            // The two axes are walked as one.
            Some(outer) if outer.1 == own * size => *outer = (outer.0 * size, own),
            _ => steps.push((size, own)),
        }
    }
    let (size, stride) = steps.pop().unwrap_or((1, 0));
    let mut first = 0;
    for_each_row(&steps, 0, &mut |at| {
        (0..size).for_each(|step| visit(first + step, at + step * stride));
        first += size;
    });
}

/// Passes on where the marginal is at the start of every row, along axes of these sizes and steps.
fn for_each_row(axes: &[(usize, usize)], at: usize, visit: &mut dyn FnMut(usize)) {
    match *axes {
        [] => visit(at),
        [(size, stride), ref later @ ..] => {
            (0..size).for_each(|step| for_each_row(later, at + step * stride, visit));
        }
    }
}

/// The marginal of a table over some axes, in their order.
pub(crate) fn marginal(cells: &[f64], sizes: &[u32], axes: &[usize]) -> Vec<f64> {
    let kept = axes.iter().map(|&axis| to_index(sizes[axis])).product();
    let mut sums = vec![0.0; kept];
    for_each_within(sizes, axes, |cell, at| sums[at] += cells[cell]);
    sums
}

/// The table whose cells have the number of the cell of a marginal that they sum into: the transpose of [`marginal`].
pub(crate) fn spread_over(marginal: &[f64], sizes: &[u32], axes: &[usize]) -> Vec<f64> {
    let mut spread = Vec::with_capacity(sizes.iter().map(|&size| to_index(size)).product());
    for_each_within(sizes, axes, |_, at| spread.push(marginal[at]));
    spread
}

/// How far a step along `axis` moves in the row-major table over `axes`; 0 where it is summed over.
fn stride(sizes: &[u32], axes: &[usize], axis: usize) -> usize {
    match axes.iter().position(|&kept| kept == axis) {
        Some(place) => axes[place + 1..].iter().map(|&later| to_index(sizes[later])).product(),
        None => 0,
    }
}

//! A walk through the cells of a table that knows, at every cell, which cell of each of some marginal
//! tables it sums into. Cost: amortised O(1) a step and marginal.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::to_index;

/// The position in a table and in its marginals.
pub(crate) struct Walk {
    sizes: Vec<usize>,
    position: Vec<usize>,
    /// For every axis, how far a step along it moves in each marginal.
    strides: Vec<Vec<usize>>,
    at: Vec<usize>,
}

impl Walk {
    /// A walk that starts at cell 0; each of `marginals` lists the axes it keeps, in its own order.
    pub(crate) fn new(sizes: &[u32], marginals: &[Vec<usize>]) -> Self {
        let sizes: Vec<usize> = sizes.iter().copied().map(to_index).collect();
        let strides = (0..sizes.len())
            .map(|axis| marginals.iter().map(|axes| stride(&sizes, axes, axis)).collect())
            .collect();
        Self { position: vec![0; sizes.len()], strides, at: vec![0; marginals.len()], sizes }
    }

    /// The cell of every marginal.
    pub(crate) fn at(&self) -> &[usize] {
        &self.at
    }

    /// Steps to the next cell, from the last to the first.
    pub(crate) fn step(&mut self) {
        for axis in (0..self.sizes.len()).rev() {
            self.position[axis] += 1;
            if self.position[axis] < self.sizes[axis] {
                self.at.iter_mut().zip(&self.strides[axis]).for_each(|(at, stride)| *at += stride);
                return;
            }
            self.position[axis] = 0;
            let back = self.sizes[axis] - 1;
            self.at.iter_mut().zip(&self.strides[axis]).for_each(|(at, stride)| *at -= back * stride);
        }
    }
}

/// The marginal of a table over some axes, in their order.
pub(crate) fn marginal(cells: &[f64], sizes: &[u32], axes: &[usize]) -> Vec<f64> {
    let kept = axes.iter().map(|&axis| to_index(sizes[axis])).product();
    let mut sums = vec![0.0; kept];
    let mut walk = Walk::new(sizes, &[axes.into()]);
    for cell in cells {
        sums[walk.at()[0]] += cell;
        walk.step();
    }
    sums
}

/// The table whose cells have the number of the cell of a marginal that they sum into: the transpose of [`marginal`].
pub(crate) fn spread_over(marginal: &[f64], sizes: &[u32], axes: &[usize]) -> Vec<f64> {
    let cells = sizes.iter().map(|&size| to_index(size)).product();
    let mut walk = Walk::new(sizes, &[axes.into()]);
    let mut spread = Vec::with_capacity(cells);
    for _ in 0..cells {
        spread.push(marginal[walk.at()[0]]);
        walk.step();
    }
    spread
}

/// How far a step along `axis` moves in the row-major table over `axes`; 0 where it is summed over.
fn stride(sizes: &[usize], axes: &[usize], axis: usize) -> usize {
    match axes.iter().position(|&kept| kept == axis) {
        Some(place) => axes[place + 1..].iter().map(|&later| sizes[later]).product(),
        None => 0,
    }
}

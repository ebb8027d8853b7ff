//! Iterative proportional fitting \[DemingStephan40\]: a table is scaled to one margin after the other until it has all of them.

use alloc::vec;
use alloc::vec::Vec;

/// The most rounds, and the distance from the margins at which they end.
const MOST_ROUNDS: usize = 200;
const CLOSE: f64 = 1e-12;

/// The shares that a table should have over some of its axes, which are ascending; row-major.
pub(super) struct Margin<'m> {
    axes: Vec<usize>,
    shares: &'m [f64],
}

impl<'m> Margin<'m> {
    pub(super) fn new(axes: Vec<usize>, shares: &'m [f64]) -> Self {
        Self { axes, shares }
    }

    /// Scales a table to this margin; returns the largest difference of the table's own from it.
    fn scale(&self, places: &[usize], table: &mut [f64]) -> f64 {
        let mut sums = vec![0.0; self.shares.len()];
        table.iter().zip(places).for_each(|(share, &place)| sums[place] += share);
        let off = sums.iter().zip(self.shares).map(|(sum, share)| libm::fabs(sum - share));
        let off = off.fold(0.0, libm::fmax);
        let by = |(sum, share): (&f64, &f64)| if *sum > 0.0 { share / sum } else { 0.0 };
        let by: Vec<f64> = sums.iter().zip(self.shares).map(by).collect();
        table.iter_mut().zip(places).for_each(|(share, &place)| *share *= by[place]);
        off
    }
}

/// Scales a table, row-major over axes of these sizes, until it has all margins.
pub(super) fn scale_to(margins: &[Margin<'_>], sizes: &[usize], table: &mut [f64]) {
    let places: Vec<Vec<usize>> = margins.iter().map(|margin| places_within(sizes, &margin.axes)).collect();
    for _ in 0..MOST_ROUNDS {
        let off = margins.iter().zip(&places).map(|(margin, places)| margin.scale(places, table));
        if off.fold(0.0, libm::fmax) < CLOSE {
            break;
        }
    }
}

/// For each cell of a table over axes of these sizes, the cell over some of the axes, in the given order, to which it belongs.
pub(crate) fn places_within(sizes: &[usize], axes: &[usize]) -> Vec<usize> {
    let mut strides = vec![0; sizes.len()];
    let mut stride = 1;
    for &axis in axes.iter().rev() {
        strides[axis] = stride;
        stride *= sizes[axis];
    }
    let mut places = vec![0];
    for (&size, stride) in sizes.iter().zip(strides) {
        places = places.iter().flat_map(|place| (0..size).map(move |own| place + own * stride)).collect();
    }
    places
}

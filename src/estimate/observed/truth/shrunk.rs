//! Possible true shares near the inverse estimates of a table.
//!
//! Inverse estimates may be negative, which shares cannot be. P sets negative ones to 0 and scales the rest to sum to 1. The result is
//! shrunk towards a table whose attributes are independent \[JamesStein61\]:
//!
//! p = (1−κ)·P(π̂) + κ·∏ᵢ P(π̂ᵢ),   κ = V/(V + ‖P(π̂) − ∏P(π̂ᵢ)‖²)
//!
//! π̂ᵢ are the single attributes, whose noise is small, and V is the summed variance that perturbing adds to the inverse: κ is near 1 where
//! noise hides how attributes depend on each other, near 0 where it does not. If all reports are alike, one more is added of which nothing
//! is known: p becomes (n·p + 1/N)/(n+1).
//!
//! Cost: O(w·N), and O(N/4096) numbers: p of a cell follows from π̂ of that cell.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::{to_f64, to_index};
use crate::numeric::vectors::{positive, sum_of, sum_of_pairs};
use crate::numeric::wide::widely;

/// The most cells whose products of single attributes are kept side by side.
const SIDE: usize = 1 << 12;

/// Possible true shares, and the expected shares of reports.
#[derive(Clone)]
pub(crate) struct PossibleTruth {
    pub(crate) rule: ShrunkTruth,
    /// p, the true shares.
    pub(crate) shares: Vec<f64>,
    /// λ̃ = M·p, the expected shares of reports.
    pub(crate) reports: Vec<f64>,
}

/// p as a function of π̂, cell by cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ShrunkTruth {
    blend: Blend,
    /// ∏P(π̂ᵢ) over the first axes, and over the last.
    first: Vec<f64>,
    last: Vec<f64>,
}

/// Of what p of a cell is made.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Blend {
    /// The factor of all cells above 0 in the whole table.
    scale: f64,
    /// κ, the weight of the product.
    weight: f64,
    /// The weight of a uniform table.
    unknown: f64,
    uniform: f64,
}

impl Blend {
    /// p of a cell with this inverse estimate and this product of single attributes.
    #[inline(always)]
    fn of(self, product: f64, inverse: f64) -> f64 {
        let share = (1.0 - self.weight) * (self.scale * positive(inverse)) + self.weight * product;
        (1.0 - self.unknown) * share + self.unknown * self.uniform
    }
}

impl ShrunkTruth {
    /// The shares near the inverse estimates of a table of these sizes from n reports; `square` is the mean square score, all cells
    /// together, and `unknown` the weight of a uniform table.
    pub(crate) fn near(sizes: &[u32], inverse: &[f64], n: f64, square: f64, unknown: f64) -> Self {
        let mut truth = Self::of_singles(margins(inverse, sizes), unknown);
        truth.blend.scale = scale(inverse);
        truth.blend.weight = truth.weight_of_product(inverse, libm::fmax(square - 1.0, 0.0) / n);
        truth
    }

    /// The product of single attributes.
    pub(crate) fn of_singles(mut singles: Vec<Vec<f64>>, unknown: f64) -> Self {
        for single in &mut singles {
            let scale = scale(single);
            single.iter_mut().for_each(|share| *share = scale * positive(*share));
        }
        let (first, last) = halves(&singles);
        let uniform = 1.0 / (to_f64(first.len() as u128) * to_f64(last.len() as u128));
        Self { blend: Blend { scale: 0.0, weight: 1.0, unknown, uniform }, first, last }
    }

    /// κ, from the summed variance that perturbing adds.
    fn weight_of_product(&self, inverse: &[f64], added: f64) -> f64 {
        let scale = self.blend.scale;
        let rows = self.first.iter().zip(inverse.chunks_exact(self.last.len()));
        let of_row = |(first, row): (&f64, &[f64])| {
            sum_of_pairs(row, &self.last, move |share, last| {
                let apart = scale * positive(share) - first * last;
                apart * apart
            })
        };
        let distance: f64 = rows.map(of_row).sum();
        if distance > 0.0 { added / (added + distance) } else { 0.0 }
    }

    /// p of a cell with this inverse estimate.
    pub(crate) fn share(&self, cell: usize, inverse: f64) -> f64 {
        self.blend.of(self.first[cell / self.last.len()] * self.last[cell % self.last.len()], inverse)
    }

    /// Changes every number by p of its cell.
    pub(crate) fn change(&self, inverse: &[f64], numbers: &mut [f64], by: impl Fn(&mut f64, f64)) {
        let width = self.last.len();
        let rows = numbers.chunks_exact_mut(width).zip(inverse.chunks_exact(width));
        let (first, last, blend) = (&self.first, &self.last, self.blend);
        // What the loop takes is its own, as otherwise it would be read anew for every cell.
        widely(
            #[inline(always)]
            move || {
                for (first, (numbers, inverse)) in first.iter().zip(rows) {
                    let cells = numbers.iter_mut().zip(inverse).zip(last);
                    cells.for_each(|((number, &share), last)| by(number, blend.of(first * last, share)));
                }
            },
        );
    }

    /// p of all cells.
    pub(crate) fn table(&self, inverse: &[f64]) -> Vec<f64> {
        let mut table = vec![0.0; inverse.len()];
        self.change(inverse, &mut table, |number, share| *number = share);
        table
    }
}

/// One over the sum of the shares above 0.
fn scale(shares: &[f64]) -> f64 {
    1.0 / sum_of(shares, positive)
}

/// The number of first axes, such that the last ones have at most [`SIDE`] cells or are one axis.
fn first_axes(sizes: impl DoubleEndedIterator<Item = usize> + ExactSizeIterator) -> usize {
    let (axes, mut cells) = (sizes.len(), 1);
    let fits = |size: &usize| {
        cells *= size;
        cells <= SIDE
    };
    axes - sizes.rev().take_while(fits).count().max(1)
}

/// The marginals of a table over each single axis. O(N).
fn margins(cells: &[f64], sizes: &[u32]) -> Vec<Vec<f64>> {
    let sizes: Vec<usize> = sizes.iter().copied().map(to_index).collect();
    let (first, last) = sizes.split_at(first_axes(sizes.iter().copied()));
    let (of_rows, of_columns) = sums(cells, last.iter().product());
    [singles(of_rows, first), singles(of_columns, last)].concat()
}

/// The sums of rows of this length, and of their columns.
fn sums(cells: &[f64], width: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut of_rows, mut of_columns) = (Vec::with_capacity(cells.len() / width), vec![0.0; width]);
    for row in cells.chunks_exact(width) {
        of_rows.push(sum_of(row, |cell| cell));
        of_columns.iter_mut().zip(row).for_each(|(sum, cell)| *sum += cell);
    }
    (of_rows, of_columns)
}

/// The marginals over each single axis, one axis after the other being summed over.
fn singles(mut cells: Vec<f64>, sizes: &[usize]) -> Vec<Vec<f64>> {
    let single = |size: &usize| {
        let (single, later) = sums(&cells, cells.len() / size);
        cells = later;
        single
    };
    sizes.iter().map(single).collect()
}

/// The products of the single attributes over the first axes and over the last.
fn halves(singles: &[Vec<f64>]) -> (Vec<f64>, Vec<f64>) {
    let product = |singles: &[Vec<f64>]| {
        singles.iter().fold(vec![1.0], |products, single| {
            products.iter().flat_map(|product| single.iter().map(move |share| product * share)).collect()
        })
    };
    let (first, last) = singles.split_at(first_axes(singles.iter().map(Vec::len)));
    (product(first), product(last))
}

//! The spectrum of a block [Mathematics, §5, §10]: μ_J = Σ_m prob(m) ∏_c κ_c(m_c, j_c), j_c = |J ∩ c|, for sets J of units;
//! the uniform part contributes nothing where J is not empty.
//!
//! κ(m, j) = Σ_h P(h of j chosen units miss) · (−d/(D−d))^h, which is the normalised Krawtchouk polynomial where single
//! categories are reported; h is hypergeometric: m of the n units of the class miss. A unit that hits contributes a factor 1, as in §5.

use alloc::vec;
use alloc::vec::Vec;

use super::block::Block;
use super::unit::Shape;
use crate::exact::{WHOLE, to_f64};

/// The spectrum μ_J of one block, for J in a list of units: it depends only on the number of units of each class in J.
pub(crate) struct BlockSpectrum {
    /// For each class with units in that list, their places in it.
    pub(crate) classes: Vec<Vec<usize>>,
    /// μ indexed by the counts (j_1, j_2, …), 0 ≤ j_c ≤ units of class c; the first count varies fastest.
    pub(crate) values: Vec<f64>,
}

impl BlockSpectrum {
    /// Computes the spectrum of the block for these units. Cost: O(∏(n_c+1) · patterns).
    pub(super) fn new(block: &Block, shapes: &[Shape], units: &[usize]) -> Self {
        let (met, classes) = classes_met(block, units);
        let mut counts = vec![0; classes.len()];
        let orbits = classes.iter().map(|axes| axes.len() + 1).product();
        let values = (0..orbits).map(|orbit| {
            let mut rest = orbit;
            for (count, axes) in counts.iter_mut().zip(&classes) {
                *count = rest % (axes.len() + 1);
                rest /= axes.len() + 1;
            }
            if orbit == 0 { 1.0 } else { coefficient(block, shapes, &met, &counts) }
        });
        Self { values: values.collect(), classes }
    }

    /// The step in `values` that adds the unit at place `axis` of the list; 0 for a unit of another block.
    pub(crate) fn stride(&self, axis: usize) -> usize {
        let mut stride = 1;
        for axes in &self.classes {
            if axes.contains(&axis) {
                return stride;
            }
            stride *= axes.len() + 1;
        }
        0
    }
}

/// The classes that have units in the list, and the places of those units.
fn classes_met(block: &Block, units: &[usize]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let class_of = |unit: &usize| {
        let position = block.units().iter().position(|own| own == unit)?;
        block.classes().iter().position(|members| members.contains(&position))
    };
    let of_axes: Vec<Option<usize>> = units.iter().map(class_of).collect();
    let axes_of = |class| (0..units.len()).filter(|&axis| of_axes[axis] == Some(class)).collect::<Vec<_>>();
    let met = (0..block.classes().len()).map(|class| (class, axes_of(class)));
    met.filter(|(_, axes)| !axes.is_empty()).unzip()
}

/// The spectrum of a whole form for every J: entry t is for the places whose bit is set in t.
pub(super) fn expanded(blocks: &[BlockSpectrum], axes: usize) -> Vec<f64> {
    let mut product = vec![1.0; 1 << axes];
    for block in blocks {
        let strides: Vec<usize> = (0..axes).map(|axis| block.stride(axis)).collect();
        for (t, value) in product.iter_mut().enumerate() {
            let place = (0..axes).filter(|axis| t >> axis & 1 == 1).map(|axis| strides[axis]).sum::<usize>();
            *value *= block.values[place];
        }
    }
    product
}

/// μ for `counts[i]` units of class `classes[i]`, not all 0.
fn coefficient(block: &Block, shapes: &[Shape], classes: &[usize], counts: &[usize]) -> f64 {
    let patterns = block.patterns().iter().map(|pattern| {
        let factors = classes.iter().zip(counts).map(|(&class, &j)| {
            krawtchouk(
                block.classes()[class].len(),
                block.class_shape(class, shapes),
                pattern.count(class),
                j,
            )
        });
        to_f64(u128::from(pattern.weight())) * factors.product::<f64>()
    });
    patterns.sum::<f64>() / to_f64(WHOLE)
}

/// κ(m, j) for a class of n units of one shape. Cost O(j²).
pub(crate) fn krawtchouk(n: usize, shape: Shape, m: usize, j: usize) -> f64 {
    let missed = -f64::from(shape.subset) / f64::from(shape.others());
    (0..=j).map(|h| hypergeometric(n, m, j, h) * libm::pow(missed, to_f64(h as u128))).sum()
}

/// P(h of the j chosen miss | m of n miss) = C(j,h) · [m]_h [n−m]_{j−h} / [n]_j, falling factorials.
fn hypergeometric(n: usize, m: usize, j: usize, h: usize) -> f64 {
    if h > m || j - h > n - m {
        return 0.0;
    }
    let fraction = |top: usize, bottom: usize| to_f64(top as u128) / to_f64(bottom as u128);
    let missed = (0..h).map(|i| fraction(m - i, n - i) * fraction(j - i, i + 1));
    let kept = (0..j - h).map(|i| fraction(n - m - i, n - h - i));
    missed.chain(kept).product()
}

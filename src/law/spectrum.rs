//! The spectrum of a block [Mathematics, §5]: μ_T = Σ_m prob(m) ∏_c κ_c(m_c, j_c), j_c = |T ∩ c|; the
//! uniform part contributes nothing where T is not empty.
//!
//! κ(m, j) = Σ_h P(h of j chosen attributes change) · (−1/(a−1))^h, the normalised Krawtchouk polynomial,
//! where h is hypergeometric: m of the n attributes of the class change.

use alloc::vec;
use alloc::vec::Vec;

use super::block::Block;
use crate::exact::{WHOLE, to_f64};

/// μ_T of one block within a table: it depends only on how many axes of each class are in T.
pub(crate) struct BlockSpectrum {
    /// The axes of the table in each class that the table meets.
    pub(crate) classes: Vec<Vec<usize>>,
    /// μ by the counts (j_1, j_2, …), 0 ≤ j_c ≤ axes of class c, the first class fastest.
    pub(crate) values: Vec<f64>,
}

impl BlockSpectrum {
    /// The spectrum of the block within the table over `subset`. Cost: O(∏(n_c+1) · patterns).
    pub(super) fn new(block: &Block, sizes: &[u32], subset: &[usize]) -> Self {
        let (met, classes) = classes_met(block, subset);
        let mut counts = vec![0; classes.len()];
        let orbits = classes.iter().map(|axes| axes.len() + 1).product();
        let values = (0..orbits).map(|orbit| {
            let mut rest = orbit;
            for (count, axes) in counts.iter_mut().zip(&classes) {
                *count = rest % (axes.len() + 1);
                rest /= axes.len() + 1;
            }
            if orbit == 0 { 1.0 } else { coefficient(block, sizes, &met, &counts) }
        });
        Self { values: values.collect(), classes }
    }

    /// How far axis `axis` of T moves the place in `values`; 0 for an axis of other blocks.
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

/// The classes that the table over `subset` meets, and the axes in each.
fn classes_met(block: &Block, subset: &[usize]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let class_of = |attribute: &usize| {
        let position = block.attributes().iter().position(|a| a == attribute)?;
        block.classes().iter().position(|members| members.contains(&position))
    };
    let of_axes: Vec<Option<usize>> = subset.iter().map(class_of).collect();
    let axes_of = |class| (0..subset.len()).filter(|&axis| of_axes[axis] == Some(class)).collect::<Vec<_>>();
    let met = (0..block.classes().len()).map(|class| (class, axes_of(class)));
    met.filter(|(_, axes)| !axes.is_empty()).unzip()
}

/// The spectrum of a whole law, for every T: entry t is that of the axes whose bit is set in t.
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

/// μ for `counts[i]` attributes of class `classes[i]`, not all 0.
fn coefficient(block: &Block, sizes: &[u32], classes: &[usize], counts: &[usize]) -> f64 {
    let patterns = block.patterns().iter().map(|pattern| {
        let factors = classes.iter().zip(counts).map(|(&class, &j)| {
            let (n, a) = (block.classes()[class].len(), block.class_size(class, sizes));
            krawtchouk(n, a, pattern.count(class), j)
        });
        to_f64(u128::from(pattern.weight())) * factors.product::<f64>()
    });
    patterns.sum::<f64>() / to_f64(WHOLE)
}

/// κ(m, j) for a class of n attributes with a categories each. Cost O(j²).
pub(crate) fn krawtchouk(n: usize, a: u32, m: usize, j: usize) -> f64 {
    let flipped = -1.0 / f64::from(a - 1);
    (0..=j).map(|h| hypergeometric(n, m, j, h) * libm::pow(flipped, to_f64(h as u128))).sum()
}

/// P(h of the j chosen change | m of n change) = C(j,h) · [m]_h [n−m]_{j−h} / [n]_j, falling factorials.
fn hypergeometric(n: usize, m: usize, j: usize, h: usize) -> f64 {
    if h > m || j - h > n - m {
        return 0.0;
    }
    let fraction = |top: usize, bottom: usize| to_f64(top as u128) / to_f64(bottom as u128);
    let changed = (0..h).map(|i| fraction(m - i, n - i) * fraction(j - i, i + 1));
    let kept = (0..j - h).map(|i| fraction(n - m - i, n - h - i));
    changed.chain(kept).product()
}

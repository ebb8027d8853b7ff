//! The spectrum of a block (mathematics §5): μ_T = Σ_m prob(m) ∏_c κ_c(m_c, j_c), j_c = |T ∩ c|; the
//! uniform part contributes nothing where T is not empty.
//!
//! κ(m, j) = Σ_h P(h of j chosen attributes change) · (−1/(a−1))^h, the normalised Krawtchouk polynomial,
//! where h is hypergeometric: m of the n attributes of the class change.

use alloc::vec::Vec;

use super::block::Block;
use crate::exact::{WHOLE, to_f64};

/// Multiplies `product[t]`, for every T ⊆ `subset`, by the block's μ_{T ∩ block}, which is computed once for
/// every T inside the block.
pub(super) fn multiply(block: &Block, sizes: &[u32], subset: &[usize], product: &mut [f64]) {
    let classes = subset.iter().enumerate().map(|(bit, &attribute)| (bit, class_of(block, attribute)));
    let inside: Vec<(usize, usize)> = classes.filter_map(|(bit, class)| Some((bit, class?))).collect();
    let of_set = |set: usize| {
        let chosen = inside.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        match class_counts(chosen.map(|(_, (_, class))| *class)) {
            counts if counts.is_empty() => 1.0,
            counts => coefficient(block, sizes, &counts),
        }
    };
    let within: Vec<f64> = (0..1_usize << inside.len()).map(of_set).collect();
    match inside[..] {
        [] => {}
        // Whole runs of T without and with the attribute take turns.
        [(bit, _)] => product.chunks_exact_mut(2 << bit).for_each(|run| {
            run[1 << bit..].iter_mut().for_each(|value| *value *= within[1]);
        }),
        _ => product.iter_mut().enumerate().for_each(|(t, value)| {
            let bits = inside.iter().enumerate().map(|(place, (bit, _))| (t >> bit & 1) << place);
            *value *= within[bits.sum::<usize>()];
        }),
    }
}

fn class_of(block: &Block, attribute: usize) -> Option<usize> {
    let position = block.attributes().iter().position(|&a| a == attribute)?;
    block.classes().iter().position(|members| members.contains(&position))
}

/// (class, j) for every class that T meets.
fn class_counts(classes: impl Iterator<Item = usize>) -> Vec<(usize, usize)> {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for class in classes {
        match counts.iter_mut().find(|(seen, _)| *seen == class) {
            Some((_, count)) => *count += 1,
            None => counts.push((class, 1)),
        }
    }
    counts
}

fn coefficient(block: &Block, sizes: &[u32], counts: &[(usize, usize)]) -> f64 {
    let patterns = block.patterns().iter().map(|pattern| {
        let factors = counts.iter().map(|&(class, j)| {
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

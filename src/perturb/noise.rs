//! The noise of a law: a shift per attribute, drawn without sight of any answer (mathematics §4).
//!
//! One word picks the uniform part or a pattern by a full scan of cumulative weights. In each class the
//! attributes that change are marked one after the other with probability (still to mark)/(still to
//! come), which is a uniformly random choice of the right number of them (Knuth, TAOCP 2, 3.4.2,
//! algorithm S) and needs no table. Both a uniform and a non-zero shift are drawn for every attribute; a
//! mask keeps one of them.

use alloc::vec;
use alloc::vec::Vec;

use rand_core::Rng;

use super::words::{below, select, uniform};
use crate::law::{Block, Law};

/// shiftᵢ ∈ 0 … aᵢ − 1 for every attribute.
pub(super) fn shifts<R: Rng>(law: &Law, rng: &mut R) -> Vec<u32> {
    let mut shifts = vec![0; law.sizes().len()];
    for block in law.blocks() {
        draw_block(block, law.sizes(), rng, &mut shifts);
    }
    shifts
}

fn draw_block<R: Rng>(block: &Block, sizes: &[u32], rng: &mut R, shifts: &mut [u32]) {
    let word = rng.next_u64();
    let is_uniform = below(word, block.uniform());
    let counts = picked_counts(block, word);
    for (members, count) in block.classes().iter().zip(counts) {
        let mut left = count;
        for (passed, &position) in members.iter().enumerate() {
            let coming = u32::try_from(members.len() - passed).unwrap_or(u32::MAX);
            let marked = below(u64::from(uniform(coming, rng)), u128::from(left));
            left -= select(marked, 1, 0);
            let attribute = block.attributes()[position];
            let a = sizes[attribute];
            let anywhere = uniform(a, rng);
            let elsewhere = 1 + uniform(a - 1, rng);
            shifts[attribute] = select(is_uniform, anywhere, select(marked, elsewhere, 0));
        }
    }
}

/// How many attributes of each class change, by the pattern in whose stretch of weights `word` falls;
/// zero where it falls into the uniform stretch. Every pattern is visited.
fn picked_counts(block: &Block, word: u64) -> Vec<u32> {
    let mut counts = vec![0; block.classes().len()];
    let mut start = block.uniform();
    for pattern in block.patterns() {
        let end = start + u128::from(pattern.weight());
        let picked = below(word, end) & !below(word, start);
        for &(class, count) in pattern.changes() {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            counts[class] = select(picked, count, counts[class]);
        }
        start = end;
    }
    counts
}

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
use zeroize::Zeroizing;

use super::words::{Words, mask, select};
use crate::law::{Block, Law};

/// shiftᵢ ∈ 0 … aᵢ − 1 for every attribute. With the report they tell the answers, so they are overwritten
/// when they are dropped.
pub(super) fn shifts<R: Rng, const BITS: u32>(
    law: &Law,
    words: &mut Words<'_, R, BITS>,
) -> Zeroizing<Vec<u32>> {
    let mut shifts = Zeroizing::new(vec![0; law.sizes().len()]);
    let classes = law.blocks().iter().map(|block| block.classes().len()).max();
    let mut counts = Zeroizing::new(vec![0; classes.unwrap_or(0)]);
    for block in law.blocks() {
        draw_block(block, law.sizes(), words, &mut counts, &mut shifts);
    }
    shifts
}

fn draw_block<R: Rng, const BITS: u32>(
    block: &Block,
    sizes: &[u32],
    words: &mut Words<'_, R, BITS>,
    counts: &mut [u32],
    shifts: &mut [u32],
) {
    let word = words.word();
    let uniform = mask(word <= last_of_uniform(block));
    pick(block, word, counts);
    for (members, &count) in block.classes().iter().zip(counts.iter()) {
        let mut left = count;
        for (passed, &position) in members.iter().enumerate() {
            let coming = u32::try_from(members.len() - passed).unwrap_or(u32::MAX);
            let marked = mask(words.uniform(coming) < left);
            left -= select(marked, 1, 0);
            let attribute = block.attributes()[position];
            let a = sizes[attribute];
            let anywhere = words.uniform(a);
            let elsewhere = 1 + words.uniform(a - 1);
            shifts[attribute] = select(uniform, anywhere, select(marked, elsewhere, 0));
        }
    }
}

/// How many attributes of each class change, by the pattern in whose stretch of weights `word` falls;
/// zero where it falls into the uniform stretch. Every pattern is visited, and one at most leaves its counts.
fn pick(block: &Block, word: u64, counts: &mut [u32]) {
    counts.fill(0);
    let mut last = last_of_uniform(block);
    let mut passed = word <= last;
    for pattern in block.patterns() {
        last += pattern.weight();
        let reached = word <= last;
        let picked = mask(reached & !passed);
        passed = reached;
        for &(class, count) in pattern.changes() {
            counts[class] |= picked & u32::try_from(count).unwrap_or(u32::MAX);
        }
    }
}

/// The last word of the uniform stretch, which has at least one of the 2⁶⁴.
#[allow(clippy::cast_possible_truncation, reason = "a weight of a block is at most 2⁶⁴")]
fn last_of_uniform(block: &Block) -> u64 {
    (block.uniform() - 1) as u64
}

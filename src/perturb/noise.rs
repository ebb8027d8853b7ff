//! The noise of a law: a shift per attribute, drawn without sight of any answer [Mathematics, §4].
//!
//! One word picks the uniform part or a pattern by a full scan of their stretches of words. In each class the
//! attributes that change are marked one after the other with probability (still to mark)/(still to
//! come), which is a uniformly random choice of the right number of them [Knuth97, §3.4.2,
//! Algorithm S] and needs no table. Both a uniform and a non-zero shift are drawn for every attribute; a
//! mask keeps one of them.

use alloc::vec;
use alloc::vec::Vec;

use rand_core::Rng;
use zeroize::Zeroizing;

use super::words::{Words, mask, select, wide_mask};
use crate::law::{BlockDraws, Law, Stretch};

/// shiftᵢ ∈ 0 … aᵢ − 1 for every attribute. With the report they tell the answers, so they are overwritten
/// when they are dropped.
pub(super) fn shifts<R: Rng, const BITS: u32>(
    law: &Law,
    words: &mut Words<'_, R, BITS>,
) -> Zeroizing<Vec<u32>> {
    let mut shifts = Zeroizing::new(vec![0; law.sizes().len()]);
    law.draws().iter().for_each(|block| draw(block, words, &mut shifts));
    shifts
}

fn draw<R: Rng, const BITS: u32>(block: &BlockDraws, words: &mut Words<'_, R, BITS>, shifts: &mut [u32]) {
    let word = words.word();
    let uniform = mask(word <= block.last_uniform);
    for group in &block.groups {
        let counts = picked(&group.stretches, word);
        let mut left = 0;
        for member in &group.members {
            if member.passed == 0 {
                left = counts >> member.shift & member.all_ones;
            }
            let marked = mask(u64::from(words.uniform(member.coming)) < left);
            left -= u64::from(select(marked, 1, 0));
            let anywhere = words.uniform(member.anywhere);
            let elsewhere = 1 + words.uniform(member.elsewhere);
            shifts[member.attribute] = select(uniform, anywhere, select(marked, elsewhere, 0));
        }
    }
}

/// The counts of the stretch in which `word` lies, or zero. Every stretch is visited.
fn picked(stretches: &[Stretch], word: u64) -> u64 {
    stretches.iter().fold(0, |counts, stretch| {
        let lies_in = wide_mask(word.wrapping_sub(stretch.first) < stretch.weight);
        counts | lies_in & stretch.counts
    })
}

//! Draws the noise of a form: for every unit, which cells its subset holds, as offsets from the true cell, independently
//! of all answers [Mathematics, §4, §10].
//!
//! One word selects the uniform part or a pattern, by a full scan of their ranges of words. In each class the
//! units that miss are marked one after the other with probability (still to mark)/(still to
//! come), which is a uniformly random choice of the right number of them [Knuth97, §3.4.2,
//! Algorithm S] and needs no table. For a single cell both a uniform and a non-zero shift are drawn, and a mask keeps one of them.
//! For a subset of d cells, d of the other cells are marked by the same algorithm, and where the unit hits, a random one of them is
//! replaced by the true cell.

use alloc::vec;
use alloc::vec::Vec;

use rand_core::Rng;
use zeroize::Zeroizing;

use super::words::{Words, mask, select, wide_mask};
use crate::exact::to_index;
use crate::law::{BlockDraws, Form, Law, Member, Shape, Stretch};

/// The noise of a form's units. Together with the report it reveals the answers, so it is overwritten on drop.
pub(super) struct FormNoise {
    numbers: Zeroizing<Vec<u32>>,
    /// The index of the first number of each unit.
    starts: Vec<usize>,
}

impl FormNoise {
    /// The noise of one unit: for a single cell its shift; for a subset, 1 or 0 for every cell, starting at the true one.
    pub(super) fn of_unit(&self, unit: usize, shape: Shape) -> &[u32] {
        &self.numbers[self.starts[unit]..][..drawn(shape)]
    }
}

/// The number of numbers drawn for a unit.
fn drawn(shape: Shape) -> usize {
    if shape.subset == 1 { 1 } else { to_index(shape.cells) }
}

/// Draws fresh noise for every unit.
pub(super) fn noise<R: Rng, const BITS: u32>(
    law: &Law,
    form: &Form,
    words: &mut Words<'_, R, BITS>,
) -> FormNoise {
    let mut end = 0;
    let starts = form.shapes().iter().map(|shape| {
        let start = end;
        end += drawn(*shape);
        start
    });
    let starts = starts.collect();
    let mut noise = FormNoise { numbers: Zeroizing::new(vec![0; end]), starts };
    form.draws().iter().for_each(|block| draw(law, block, words, &mut noise));
    noise
}

fn draw<R: Rng, const BITS: u32>(
    law: &Law,
    block: &BlockDraws,
    words: &mut Words<'_, R, BITS>,
    noise: &mut FormNoise,
) {
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
            let numbers = &mut noise.numbers[noise.starts[member.unit]..];
            if member.subset.number == 1 {
                let elsewhere = 1 + words.uniform(member.elsewhere);
                numbers[0] = select(uniform, anywhere, select(marked, elsewhere, 0));
            } else {
                let missed = select(uniform, mask(anywhere >= member.subset.number), marked);
                draw_subset((member, law), missed, words, numbers);
            }
        }
    }
}

/// Draws a uniformly random subset, without the true cell where `missed` is all ones, otherwise with it. The true cell comes first.
fn draw_subset<R: Rng, const BITS: u32>(
    (member, law): (&Member, &Law),
    missed: u32,
    words: &mut Words<'_, R, BITS>,
    cells: &mut [u32],
) {
    let given_up = words.uniform(member.subset);
    let mut left = member.subset.number;
    let (own, others) = cells.split_at_mut(1);
    own[0] = select(missed, 0, 1);
    for (cell, &coming) in others.iter_mut().zip(law.bounds(member.anywhere.number).iter().rev()) {
        let marked = mask(words.uniform(coming) < left);
        let gives_way = mask(member.subset.number - left == given_up);
        *cell = marked & select(missed, 1, !gives_way & 1);
        left -= marked & 1;
    }
}

/// The counts of the range that holds `word`, or zero. Every range is visited.
fn picked(stretches: &[Stretch], word: u64) -> u64 {
    stretches.iter().fold(0, |counts, stretch| {
        let lies_in = wide_mask(word.wrapping_sub(stretch.first) < stretch.weight);
        counts | lies_in & stretch.counts
    })
}

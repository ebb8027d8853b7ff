//! What a block draws from, precomputed so that drawing takes few steps: ranges of words with the counts that they
//! stand for, and bounds with their numbers of redrawn words [Mathematics, §4]. Nothing is drawn here.
//!
//! Cost: O(patterns + k) time and memory, once for each law.

use alloc::vec::Vec;

use super::block::Block;
use super::unit::Shape;

/// The draws of a block: one word for the whole block, then the numbers of every unit, group by group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BlockDraws {
    /// The last word that stands for a uniformly random block; word 0 always does.
    pub(crate) last_uniform: u64,
    pub(crate) groups: Vec<CountGroup>,
}

/// Units of successive classes whose counts fit into 64 bits together, so that one scan selects the counts of all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CountGroup {
    pub(crate) stretches: Vec<Stretch>,
    pub(crate) members: Vec<Member>,
}

/// A range of words: first … first + weight − 1 stand for these counts, each shifted up by the shift of its class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) first: u64,
    pub(crate) weight: u64,
    pub(crate) counts: u64,
}

/// A unit with D cells, of which d are reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) unit: usize,
    /// The shift of the class's count in the packed counts, and the mask to apply after shifting it down.
    pub(crate) shift: usize,
    pub(crate) all_ones: u64,
    /// How many members of its class come before this one.
    pub(crate) passed: usize,
    /// How many members are still to come, including this one.
    pub(crate) coming: Bound,
    /// d, the number of reported cells.
    pub(crate) subset: Bound,
    /// D, for drawing any cell.
    pub(crate) anywhere: Bound,
    /// D − 1, for drawing any other than the true cell.
    pub(crate) elsewhere: Bound,
}

/// A bound for uniform numbers below `number` ≥ 1: the 2⁶⁴ mod `number` words that would make some numbers likelier are redrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) number: u32,
    pub(crate) unfair: u64,
}

impl Bound {
    pub(crate) fn new(number: u32) -> Self {
        let unfair = (u64::MAX - u64::from(number - 1)) % u64::from(number);
        Self { number, unfair }
    }
}

impl BlockDraws {
    pub(super) fn new(block: &Block, shapes: &[Shape]) -> Self {
        let packing = Packing::of(block);
        let mut groups = packing.groups(block, shapes);
        let mut first = block.uniform();
        for pattern in block.patterns().iter().filter(|pattern| pattern.weight() > 0) {
            for &(class, count) in pattern.changes() {
                let counts = (count as u64) << packing.shift(class);
                groups[packing.group(class)].add(low_half(first), pattern.weight(), counts);
            }
            first += u128::from(pattern.weight());
        }
        Self { last_uniform: low_half(block.uniform() - 1), groups }
    }
}

impl CountGroup {
    /// Adds the count of one more class to the range of words of a pattern.
    fn add(&mut self, first: u64, weight: u64, counts: u64) {
        match self.stretches.last_mut() {
            Some(stretch) if stretch.first == first => stretch.counts |= counts,
            _ => self.stretches.push(Stretch { first, weight, counts }),
        }
    }
}

const WORD: usize = 64;

/// The packing of a block's counts: each takes as many bits as the largest needs.
struct Packing {
    bits: usize,
}

impl Packing {
    fn of(block: &Block) -> Self {
        let largest = block.classes().iter().map(Vec::len).fold(1, usize::max);
        Self { bits: (usize::BITS - largest.leading_zeros()) as usize }
    }

    fn classes_a_group(&self) -> usize {
        WORD / self.bits
    }

    fn group(&self, class: usize) -> usize {
        class / self.classes_a_group()
    }

    fn shift(&self, class: usize) -> usize {
        class % self.classes_a_group() * self.bits
    }

    fn groups(&self, block: &Block, shapes: &[Shape]) -> Vec<CountGroup> {
        let mut groups = Vec::new();
        for (class, positions) in block.classes().iter().enumerate() {
            if self.shift(class) == 0 {
                groups.push(CountGroup { stretches: Vec::new(), members: Vec::new() });
            }
            for (passed, &position) in positions.iter().enumerate() {
                let unit = block.units()[position];
                groups[self.group(class)].members.push(Member {
                    unit,
                    shift: self.shift(class),
                    all_ones: u64::MAX >> (WORD - self.bits),
                    passed,
                    coming: Bound::new(u32::try_from(positions.len() - passed).unwrap_or(u32::MAX)),
                    subset: Bound::new(shapes[unit].subset),
                    anywhere: Bound::new(shapes[unit].cells),
                    elsewhere: Bound::new(shapes[unit].cells - 1),
                });
            }
        }
        groups
    }
}

#[allow(clippy::cast_possible_truncation, reason = "of 2⁶⁴ words, the first after the last is the first")]
fn low_half(word: u128) -> u64 {
    word as u64
}

#[cfg(test)]
mod tests {
    use super::{BlockDraws, CountGroup};
    use crate::law::{Block, Pattern, Shape};
    use alloc::vec;
    use alloc::vec::Vec;

    /// The counts of every class for a word, from the ranges that hold it.
    fn counts(draws: &BlockDraws, word: u64) -> Vec<usize> {
        let of_group = |group: &CountGroup| {
            let holding =
                group.stretches.iter().filter(|stretch| word.wrapping_sub(stretch.first) < stretch.weight);
            let held: Vec<u64> = holding.map(|stretch| stretch.counts).collect();
            assert!(held.len() <= 1, "stretches overlap");
            let counts = held.first().copied().unwrap_or(0);
            let classes = group.members.iter().filter(|member| member.passed == 0);
            let count = |count: u64| usize::try_from(count).expect("a number of members");
            classes.map(|class| count(counts >> class.shift & class.all_ones)).collect::<Vec<_>>()
        };
        draws.groups.iter().flat_map(of_group).collect()
    }

    /// A block of `classes` with `members` attributes each. Its patterns: no change; each count of each class alone; every attribute changed.
    fn block(classes: usize, members: usize) -> Block {
        let attributes = (0..classes * members).collect();
        let single = |class: usize| (1..=members).map(move |count| vec![(class, count)]);
        let mut changes = vec![vec![]];
        changes.extend((0..classes).flat_map(single));
        changes.push((0..classes).map(|class| (class, members)).collect());
        changes.sort();
        changes.dedup();
        let weight = |i: usize| if i == 1 { 0 } else { (i as u64 + 1) << 40 };
        let patterns: Vec<Pattern> =
            changes.into_iter().enumerate().map(|(i, changes)| Pattern::new(changes, weight(i))).collect();
        let excess: u128 = patterns.iter().map(|pattern| u128::from(pattern.weight())).sum();
        let classes = (0..classes).map(|class| (class * members..(class + 1) * members).collect()).collect();
        Block::new(attributes, classes, (1 << 64) - excess, patterns).expect("a block")
    }

    #[test]
    fn a_word_has_the_counts_of_its_pattern() {
        for (classes, members, groups) in [(1, 1, 1), (64, 1, 1), (65, 1, 2), (9, 255, 2), (130, 3, 5)] {
            let block = block(classes, members);
            let draws = BlockDraws::new(&block, &Shape::singles(&vec![3; classes * members]));
            assert_eq!(draws.groups.len(), groups, "{classes} classes of {members}");
            assert_eq!(counts(&draws, 0), vec![0; classes]);
            assert_eq!(counts(&draws, draws.last_uniform), vec![0; classes]);
            let mut next = draws.last_uniform + 1;
            for pattern in block.patterns().iter().filter(|pattern| pattern.weight() > 0) {
                let expected: Vec<usize> = (0..classes).map(|class| pattern.count(class)).collect();
                assert_eq!(counts(&draws, next), expected);
                next = next.wrapping_add(pattern.weight());
                assert_eq!(counts(&draws, next.wrapping_sub(1)), expected);
            }
            assert_eq!(next, 0, "the last stretch ends with the last word");
        }
    }
}

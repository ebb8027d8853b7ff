//! Random words: exact uniform numbers from them, and selection by mask instead of by branch.

use alloc::vec::Vec;
use core::hint::black_box;

use rand_core::Rng;
use zeroize::Zeroizing;

use crate::exact::to_index;
use crate::law::{Bound, Law};

/// A source of words with `BITS` random high bits, 1 to 64, followed by zeros.
///
/// Respondents use 64 bits. Narrower words run the same instructions, and are exact for laws whose weights
/// are multiples of 2^(64 − BITS); tests enumerate every sequence of such words.
pub(super) struct Words<'a, R, const BITS: u32>(pub(super) &'a mut R);

impl<R: Rng, const BITS: u32> Words<'_, R, BITS> {
    pub(super) fn word(&mut self) -> u64 {
        self.0.next_u64() & (u64::MAX << (64 - BITS))
    }

    /// Draws a uniform number below a bound: the high half of word × bound, redrawn while the low half lies among the
    /// 2^BITS mod bound values that would make some results likelier [Lemire19, Algorithm 5]. Every result
    /// has exactly ⌊2^BITS/bound⌋ words, so rejections reveal nothing about it. No word is drawn where the bound is 1.
    ///
    /// This is a function of its own because it holds the only branch on noise, which memcheck is told to ignore here.
    #[inline(never)]
    pub(super) fn uniform(&mut self, bound: Bound) -> u32 {
        if bound.number == 1 {
            return 0;
        }
        let unfair = unfair::<BITS>(bound);
        loop {
            let (result, rest) = product(self.word(), bound.number);
            if rest >= unfair {
                return result;
            }
        }
    }
}

/// 2^BITS mod bound, shifted up like a word.
fn unfair<const BITS: u32>(bound: Bound) -> u64 {
    if BITS == 64 {
        return bound.unfair;
    }
    let largest = u64::MAX >> (64 - BITS);
    ((largest - u64::from(bound.number - 1)) % u64::from(bound.number)) << (64 - BITS)
}

/// Both halves of word · bound, computed from the halves of the word, since browsers have no wider product. The high one is below the bound.
fn product(word: u64, bound: u32) -> (u32, u64) {
    let bound = u64::from(bound);
    let low = (word & u64::from(u32::MAX)) * bound;
    let high = (word >> 32) * bound + (low >> 32);
    (high_half(high), high << 32 | low & u64::from(u32::MAX))
}

#[allow(clippy::cast_possible_truncation, reason = "32 bits remain")]
fn high_half(value: u64) -> u32 {
    (value >> 32) as u32
}

/// A mask of all ones where the condition holds, else zero. `black_box` hides the value from the compiler, which would otherwise branch on a
/// mask that a loop uses often.
pub(super) fn mask(condition: bool) -> u32 {
    black_box(u32::from(condition)).wrapping_neg()
}

/// [`mask`] with 64 bits.
pub(super) fn wide_mask(condition: bool) -> u64 {
    black_box(u64::from(condition)).wrapping_neg()
}

/// `one` where the mask is all ones, `other` where it is zero.
pub(super) fn select(mask: u32, one: u32, other: u32) -> u32 {
    (mask & one) | (!mask & other)
}

/// (answer + shift) mod a for answer, shift < a ≤ 2³¹.
pub(super) fn add_modulo(answer: u32, shift: u32, a: u32) -> u32 {
    let sum = answer + shift;
    sum - select(mask(sum >= a), a, 0)
}

/// Draws a random label: a word selects the form where there are several, and a uniform number the attributes of its pools.
pub(super) fn label<R: Rng, const BITS: u32>(law: &Law, words: &mut Words<'_, R, BITS>) -> u32 {
    let (mut form, mut end) = (0, law.forms()[0].weight());
    if law.forms().len() > 1 {
        let word = u128::from(words.word());
        while word >= end {
            form += 1;
            end += law.forms()[form].weight();
        }
    }
    let (first, labels) = law.labels_of(form);
    first + words.uniform(Bound::new(labels))
}

/// Rotates a subset's cells up by `cell` and appends them as bits, 32 in each number. Rotations by 1, 2, 4 … cells are
/// all computed; a mask keeps those that add up to `cell`.
pub(super) fn append_moved(subset: &[u32], cell: u32, numbers: &mut Vec<u32>) {
    let mut cells = Zeroizing::new(subset.to_vec());
    let mut moved = Zeroizing::new(subset.to_vec());
    let mut step = 1;
    while step < cells.len() {
        let (last, first) = cells.split_at(cells.len() - step);
        moved[..step].copy_from_slice(first);
        moved[step..].copy_from_slice(last);
        let taken = mask(to_index(cell) & step != 0);
        cells.iter_mut().zip(moved.iter()).for_each(|(cell, moved)| *cell = select(taken, *moved, *cell));
        step *= 2;
    }
    let number = |cells: &[u32]| cells.iter().rev().fold(0, |bits, cell| bits << 1 | cell);
    numbers.extend(cells.chunks(32).map(number));
}

#[cfg(test)]
mod tests {
    use super::{Words, add_modulo, append_moved, mask, product, select, unfair, wide_mask};
    use crate::exact::to_index;
    use crate::law::Bound;
    use alloc::vec;
    use alloc::vec::Vec;
    use core::convert::Infallible;
    use rand_core::TryRng;

    /// A generator that returns the listed words.
    struct Scripted<'a>(core::slice::Iter<'a, u64>);

    impl TryRng for Scripted<'_> {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            unreachable!("only 64-bit words are drawn")
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(*self.0.next().expect("another word"))
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
            unreachable!("only 64-bit words are drawn")
        }
    }

    fn uniform<const BITS: u32>(bound: u32, words: &[u64]) -> (u32, usize) {
        let mut script = Scripted(words.iter());
        (Words::<_, BITS>(&mut script).uniform(Bound::new(bound)), script.0.len())
    }

    #[test]
    fn bounds_know_their_unfair_words() {
        for number in (1..=2000).chain([1 << 20, (1 << 31) - 1, 1 << 31, u32::MAX]) {
            let expected = (1_u128 << 64) % u128::from(number);
            assert_eq!(u128::from(unfair::<64>(Bound::new(number))), expected, "{number}");
        }
    }

    #[test]
    fn products_have_two_halves() {
        for word in [0, 1, u64::from(u32::MAX), 1 << 32, 0x0123_4567_89ab_cdef, u64::MAX - 1, u64::MAX] {
            for bound in [1, 2, 3, 1000, 0xdead_beef, u32::MAX] {
                let (high, low) = product(word, bound);
                let expected = u128::from(word) * u128::from(bound);
                assert_eq!(u128::from(high) << 64 | u128::from(low), expected, "{word} · {bound}");
            }
        }
    }

    /// 2⁶⁴ = 3·⌊2⁶⁴/3⌋ + 1: exactly one word is redrawn, and every result has ⌊2⁶⁴/3⌋ of the others.
    #[test]
    fn words_that_would_favour_a_result_are_redrawn() {
        let third = u64::MAX / 3;
        assert_eq!(uniform::<64>(3, &[0, 2 * third + 1]), (2, 0));
        for result in 0..3_u32 {
            let first = u64::from(result) * third + 1;
            for word in [first, first + (third - 1)] {
                assert_eq!(uniform::<64>(3, &[word]), (result, 0));
            }
        }
        assert_eq!(uniform::<64>(1, &[7]), (0, 1));
        assert_eq!(uniform::<64>(4, &[0]), (0, 0));
        assert_eq!(uniform::<64>(u32::MAX, &[u64::MAX]), (u32::MAX - 1, 0));
    }

    /// Checks every word of 8 to 16 bits for every bound: each result has as many words as any other, the rest
    /// are redrawn, and then the next word alone decides.
    fn every_word_is_fair<const BITS: u32>() {
        let spare = 64 - BITS;
        for bound in (2..=64).chain([100, 200, 255]) {
            let mut kept = [0_u32; 256];
            let mut redrawn = 0;
            for word in 0..1_u64 << BITS {
                let next = (1 << spare << BITS.div_ceil(2)) - 1;
                match uniform::<BITS>(bound, &[word << spare, u64::MAX, next]) {
                    (result, 2) => kept[usize::try_from(result).expect("small")] += 1,
                    (result, left) => {
                        redrawn += 1;
                        assert_eq!((result, left), uniform::<BITS>(bound, &[u64::MAX, next]));
                    }
                }
            }
            let (fair, rest) = ((1 << BITS) / bound, (1 << BITS) % bound);
            let (results, beyond) = kept.split_at(usize::try_from(bound).expect("small"));
            assert!(results.iter().all(|&count| count == fair), "{BITS} bits, bound {bound}: {results:?}");
            assert!(beyond.iter().all(|&count| count == 0) && redrawn == rest, "{BITS} bits, bound {bound}");
        }
    }

    #[test]
    fn every_word_of_8_to_16_bits_is_fair() {
        every_word_is_fair::<8>();
        every_word_is_fair::<9>();
        every_word_is_fair::<10>();
        every_word_is_fair::<11>();
        every_word_is_fair::<12>();
        every_word_is_fair::<13>();
        every_word_is_fair::<14>();
        every_word_is_fair::<15>();
        every_word_is_fair::<16>();
    }

    #[test]
    fn masks_select() {
        assert_eq!((mask(true), mask(false)), (u32::MAX, 0));
        assert_eq!((wide_mask(true), wide_mask(false)), (u64::MAX, 0));
        assert_eq!((select(u32::MAX, 7, 9), select(0, 7, 9)), (7, 9));
    }

    #[test]
    fn subsets_move_around_the_end() {
        for cells in [2, 3, 5, 31, 32, 33, 64, 100] {
            let subset: Vec<u32> = (0..cells).map(|cell| u32::from(cell * cell % 7 < 3)).collect();
            for moved in 0..cells {
                let mut numbers = vec![7];
                append_moved(&subset, moved, &mut numbers);
                assert_eq!(numbers.len(), 1 + to_index(cells).div_ceil(32));
                for (cell, held) in (0..cells).zip(&subset) {
                    let place = (cell + moved) % cells;
                    assert_eq!(
                        numbers[1 + to_index(place / 32)] >> (place % 32) & 1,
                        *held,
                        "{cells} {moved}"
                    );
                }
            }
        }
    }

    #[test]
    fn shifts_wrap_around() {
        for a in 2..9 {
            for answer in 0..a {
                for shift in 0..a {
                    assert_eq!(add_modulo(answer, shift, a), (answer + shift) % a);
                }
            }
        }
    }
}

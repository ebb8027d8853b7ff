//! Words: exact uniform numbers, and selection by mask instead of by branch.

use rand_core::Rng;

/// A uniform number in 0 … bound − 1, bound ≥ 1: the high half of word × bound, redrawn while the low half
/// lies in the 2⁶⁴ mod bound values that would favour some results (Lemire 2019, algorithm 5). Every
/// result keeps ⌊2⁶⁴/bound⌋ words, so rejections tell nothing of it. One draw where bound is 1 too.
pub(super) fn uniform<R: Rng>(bound: u32, rng: &mut R) -> u32 {
    let bound = u64::from(bound);
    let unfair = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        if low_half(product) >= unfair {
            return high_quarter(product);
        }
    }
}

/// All ones where `word < limit`, else zero.
pub(super) fn below(word: u64, limit: u128) -> u64 {
    let difference = u128::from(word).wrapping_sub(limit);
    low_half(difference >> 64)
}

/// `one` where the mask is all ones, `other` where it is zero.
pub(super) fn select(mask: u64, one: u32, other: u32) -> u32 {
    high_quarter(u128::from((mask & u64::from(one)) | (!mask & u64::from(other))) << 64)
}

/// (answer + shift) mod a for answer, shift < a.
pub(super) fn add_modulo(answer: u32, shift: u32, a: u32) -> u32 {
    let sum = u64::from(answer) + u64::from(shift);
    let wrapped = sum.wrapping_sub(u64::from(a));
    select(below(sum, u128::from(a)), truncated(sum), truncated(wrapped))
}

fn truncated(value: u64) -> u32 {
    high_quarter(u128::from(value) << 64)
}

#[allow(clippy::cast_possible_truncation, reason = "the low 64 bits are asked for")]
fn low_half(value: u128) -> u64 {
    value as u64
}

#[allow(clippy::cast_possible_truncation, reason = "bits 64 to 95 are asked for")]
fn high_quarter(value: u128) -> u32 {
    (value >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::{add_modulo, below, select, uniform};
    use core::convert::Infallible;
    use rand_core::TryRng;

    /// Gives the listed words.
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

    /// 2⁶⁴ = 3·⌊2⁶⁴/3⌋ + 1: exactly one word is redrawn, and every result keeps ⌊2⁶⁴/3⌋ of the others.
    #[test]
    fn words_that_would_favour_a_result_are_redrawn() {
        let third = u64::MAX / 3;
        let drawn = |words: &[u64]| uniform(3, &mut Scripted(words.iter()));
        assert_eq!(drawn(&[0, 2 * third + 1]), 2);
        for result in 0..3_u32 {
            let first = u64::from(result) * third + 1;
            assert_eq!((drawn(&[first]), drawn(&[first + (third - 1)])), (result, result));
        }
        assert_eq!(uniform(1, &mut Scripted([7].iter())), 0);
        assert_eq!(uniform(4, &mut Scripted([0].iter())), 0);
    }

    #[test]
    fn masks_agree_with_comparison() {
        for (word, limit) in
            [(0, 0), (0, 1), (5, 5), (4, 5), (u64::MAX, 1 << 64), (u64::MAX, u128::from(u64::MAX))]
        {
            let expected = if u128::from(word) < limit { u64::MAX } else { 0 };
            assert_eq!(below(word, limit), expected);
        }
        assert_eq!((select(u64::MAX, 7, 9), select(0, 7, 9)), (7, 9));
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

//! Division of 128 bits by 64, in halves of a word: the respondent's module has no wider division, and the general one is ten times
//! as large.

use alloc::string::String;

use crate::message::{Part, append_digits};

/// The two halves of 128 bits, the high one first.
#[allow(clippy::cast_possible_truncation, reason = "the two halves of 128 bits")]
pub(crate) fn halves(value: u128) -> (u64, u64) {
    ((value >> 64) as u64, value as u64)
}

/// ⌊(high·2⁶⁴ + low) / divisor⌋ and the remainder, for `high` < `divisor`, whose top bit is set [Knuth97, §4.3.1, Algorithm D].
pub(crate) fn divided(high: u64, low: u64, divisor: u64) -> (u64, u64) {
    let (first, rest) = digit(high, low >> 32, divisor);
    let (second, rest) = digit(rest, low & LOW, divisor);
    (first << 32 | second, rest)
}

const LOW: u64 = u32::MAX as u64;

/// The next 32 bits of a quotient, and the remainder, for `high` < `divisor`. The estimate by the upper half of the divisor is at
/// most two too large.
fn digit(high: u64, next: u64, divisor: u64) -> (u64, u64) {
    let (upper, lower) = (divisor >> 32, divisor & LOW);
    let (mut quotient, mut rest) = (high / upper, high % upper);
    while rest <= LOW && (quotient > LOW || quotient * lower > (rest << 32 | next)) {
        quotient -= 1;
        rest += upper;
    }
    (quotient, (high << 32 | next).wrapping_sub(quotient.wrapping_mul(divisor)))
}

impl Part for u128 {
    fn append(&self, text: &mut String) {
        let (high, low) = halves(*self);
        if high == 0 {
            return low.append(text);
        }
        let (quotient, rest) = divided(high % TEN_TO_19, low, TEN_TO_19);
        (u128::from(high / TEN_TO_19) << 64 | u128::from(quotient)).append(text);
        append_digits(rest, 19, text);
    }
}

const TEN_TO_19: u64 = 10_u64.pow(19);

#[cfg(test)]
mod tests {
    use super::{divided, halves};
    use alloc::string::ToString;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    fn check(high: u64, low: u64, divisor: u64) {
        let (dividend, wide) = (u128::from(high) << 64 | u128::from(low), u128::from(divisor));
        let (quotient, rest) = divided(high, low, divisor);
        assert_eq!((u128::from(quotient), u128::from(rest)), (dividend / wide, dividend % wide));
        assert_eq!(halves(dividend), (high, low));
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn quotients_and_rests_are_those_of_wide_division(a in any::<u64>(), low in any::<u64>(), b in any::<u64>()) {
            let divisor = b | 1 << 63;
            check(a % divisor, low, divisor);
        }
    }

    /// Covers digits whose estimate is one and two too large, and the ends of every range.
    #[test]
    fn estimates_are_corrected() {
        let ends = [0, 1, 2, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, 1 << 63, u64::MAX - 1, u64::MAX];
        for divisor in ends.map(|end| end | 1 << 63) {
            for high in ends.into_iter().chain([divisor - 1, divisor - 2]).filter(|high| *high < divisor) {
                ends.into_iter().for_each(|low| check(high, low, divisor));
            }
        }
    }

    #[test]
    fn numbers_are_written_in_decimal() {
        let ten = |power: u32| 10_u128.pow(power);
        let ends = [0, 1, 9, ten(1), ten(18), ten(19) - 1, ten(19), ten(19) + 1, u64::MAX.into(), 1 << 64];
        let wide =
            [ten(20), ten(38) - 1, ten(38), ten(38) + ten(19), (ten(19) << 64) - 1, ten(19) << 64, u128::MAX];
        for number in ends.into_iter().chain(wide) {
            assert_eq!(message!(number), number.to_string());
        }
        assert_eq!(message!(7_u32, " of ", 40_usize, " and ", u64::MAX), "7 of 40 and 18446744073709551615");
    }
}

//! Decimal numbers as ECMAScript writes them: the shortest text that reads back as the same double, which
//! canonical JSON requires [RFC 8785, §3.2.2.3]. Fractions are read by a division, since reading numbers of any size takes a table of
//! ten kilobytes.

use alloc::string::String;

use super::count_to_f64;
use super::division::divided;
use crate::message::Part;

/// Formats a number as ECMAScript does.
pub(crate) fn decimal(value: f64) -> String {
    ryu_js::Buffer::new().format(value).into()
}

/// Appends the number as ECMAScript writes it.
impl Part for f64 {
    fn append(&self, text: &mut String) {
        text.push_str(&decimal(*self));
    }
}

/// The smallest number of at most 12 significant digits that is not below `value` ≥ 0.
pub(crate) fn rounded_up(value: f64) -> f64 {
    around(value).into_iter().find(|rounded| *rounded >= value).unwrap_or(value)
}

/// The largest number of at most 12 significant digits that is not above `value` ≥ 0.
pub(crate) fn rounded_down(value: f64) -> f64 {
    around(value).into_iter().rev().find(|rounded| *rounded <= value).unwrap_or(value)
}

/// Three consecutive numbers of at most 12 significant digits around `value`, with at least one on either side unless one equals it. Three,
/// because the product is rounded and its floor may be one off. Whole numbers up to 10¹² and powers of ten up to 10²² are exact
/// doubles, so their quotients are the doubles nearest to the decimals. Below 10⁻¹¹ only multiples of 10⁻²² are considered.
fn around(value: f64) -> [f64; 3] {
    let mut scale = 1.0;
    while value * scale < 1e11 && scale < 1e22 {
        scale *= 10.0;
    }
    let near = libm::floor(value * scale);
    [near - 1.0, near, near + 1.0].map(|count| count / scale)
}

/// The number of significant digits that ECMAScript writes for a number.
pub(crate) fn significant_digits(value: f64) -> usize {
    let text = decimal(value);
    let mantissa = text.split('e').next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len()
}

/// The double nearest to a fraction between 0 and 1 with at most 19 digits after the point, such as `0.25`; `None` for any other text.
pub(crate) fn fraction(text: &str) -> Option<f64> {
    let digits = text.strip_prefix("0.").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    let denominator = 10_u64.checked_pow(u32::try_from(digits.len()).ok()?)?;
    let numerator: u64 = digits.parse().ok().filter(|digits| *digits > 0)?;
    let (up, down) = (numerator.leading_zeros(), denominator.leading_zeros());
    let first = numerator << up;
    let (quotient, rest) = divided(first >> 1, first << 63, denominator << down);
    // The quotient has at least 62 bits, so its last bit can record whether there is a remainder.
    let nearest = count_to_f64(quotient | u64::from(rest > 0));
    Some(nearest / count_to_f64(1 << 63) * count_to_f64(1 << down) / count_to_f64(1 << up))
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::{fraction, rounded_down, rounded_up, significant_digits};

    #[test]
    fn numbers_of_twelve_digits_lie_on_either_side() {
        let known = [
            (3.999_999_999_999_999_6, 4.0, 3.999_999_999_99),
            (5.362_043_304_554_096, 5.362_043_304_56, 5.362_043_304_55),
            (0.1 + 0.2, 0.300_000_000_001, 0.3),
            (999_999.999_999_9, 1e6, 999_999.999_999),
            (1e-22, 1e-22, 1e-22),
            (5e-324, 1e-22, 0.0),
            (0.0, 0.0, 0.0),
        ];
        for (value, up, down) in known {
            assert_eq!([rounded_up(value), rounded_down(value)], [up, down], "{value}");
        }
    }

    #[test]
    fn rounding_moves_no_number_of_twelve_digits_and_no_other_far() {
        let mut word = 1_u64;
        for _ in 0..100_000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // From 2⁻³² to 2³¹.
            let value = f64::from_bits((991 + (word >> 58)) << 52 | word >> 12);
            let [up, down] = [rounded_up(value), rounded_down(value)];
            assert!(down <= value && value <= up && up - down <= 2e-11 * value, "{down} {value} {up}");
            for rounded in [up, down] {
                assert!(significant_digits(rounded) <= 12, "{rounded}");
                assert_eq!([rounded_up(rounded), rounded_down(rounded)], [rounded; 2]);
            }
        }
    }

    #[test]
    fn zeros_that_only_place_the_point_are_not_significant() {
        for (value, digits) in [(18.0, 2), (1000.0, 1), (-0.05, 1), (1.5e300, 2), (0.0, 0), (0.1 + 0.2, 17)] {
            assert_eq!(significant_digits(value), digits, "{value}");
        }
    }

    #[test]
    fn a_fraction_is_the_double_that_the_standard_library_reads() {
        let written = ["0.25", "0.1", "0.30000000000000004", "0.9999999999999999", "0.9999999999999999999"];
        let halfway = ["0.5000000000000000555", "0.5000000000000000556", "0.0000000000000000001"];
        for text in written.into_iter().chain(halfway) {
            assert_eq!(fraction(text), text.parse().ok(), "{text}");
        }
        let mut word = 1_u64;
        for digits in 1..=19_u8 {
            let (width, below) = (usize::from(digits), 10_u64.pow(u32::from(digits)));
            for _ in 0..1000 {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let text = format!("0.{:0width$}", word % below);
                assert_eq!(fraction(&text), text.parse().ok().filter(|value| *value > 0.0), "{text}");
            }
        }
    }

    #[test]
    fn nothing_else_is_a_fraction() {
        for text in
            ["", "0", "0.", "0.0", "1.5", "-0.5", "0.+5", "0.5x", "nan", "5e-1", "0.00000000000000000001"]
        {
            assert_eq!(fraction(text), None, "{text}");
        }
    }
}

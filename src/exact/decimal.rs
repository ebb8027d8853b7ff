//! Numbers in decimal, as ECMAScript writes them: the shortest text that reads back as the same double, which is
//! what canonical JSON asks for [RFC 8785, §3.2.2.3]. Fractions are read by a division: to read numbers of any size takes a table of
//! ten kilobytes.

use alloc::string::String;

use super::count_to_f64;
use super::division::divided;
use crate::message::Part;

/// A number as ECMAScript writes it.
pub(crate) fn decimal(value: f64) -> String {
    ryu_js::Buffer::new().format(value).into()
}

/// As ECMAScript writes it.
impl Part for f64 {
    fn append(&self, text: &mut String) {
        text.push_str(&decimal(*self));
    }
}

/// The double nearest to a fraction between 0 and 1 of at most 19 digits after its point, such as `0.25`; none of another text.
pub(crate) fn fraction(text: &str) -> Option<f64> {
    let digits = text.strip_prefix("0.").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    let denominator = 10_u64.checked_pow(u32::try_from(digits.len()).ok()?)?;
    let numerator: u64 = digits.parse().ok().filter(|digits| *digits > 0)?;
    let (up, down) = (numerator.leading_zeros(), denominator.leading_zeros());
    let first = numerator << up;
    let (quotient, rest) = divided(first >> 1, first << 63, denominator << down);
    // It has 62 bits at least: whether anything remains, the last one tells.
    let nearest = count_to_f64(quotient | u64::from(rest > 0));
    Some(nearest / count_to_f64(1 << 63) * count_to_f64(1 << down) / count_to_f64(1 << up))
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::fraction;

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

//! Arithmetic with directed rounding, on which privacy promises rest.
//!
//! [`Scaled`] is one bound (a 64-bit mantissa and a wide exponent, so that ∏ aᵢ over 100,000 attributes
//! neither overflows nor loses digits), [`Enclosure`] a lower and an upper bound carried together. Only
//! [`Scaled::ln`] leaves the integers, once, at the end, and rounds outward.

mod decimal;
mod division;
mod enclosure;
mod scaled;

pub(crate) use decimal::{decimal, fraction, rounded_down, rounded_up, significant_digits};
pub(crate) use enclosure::Enclosure;
pub(crate) use scaled::{Scaled, Toward};

/// 2⁶⁴, to which the weights of every block sum.
pub(crate) const WHOLE: u128 = 1 << 64;

/// Converts a count or weight to the nearest double, for statistics only.
#[allow(clippy::cast_precision_loss, reason = "statistics on counts above 2⁵³ tolerate one rounding")]
pub(crate) fn to_f64(value: u128) -> f64 {
    value as f64
}

/// A number of things in memory as a double.
pub(crate) fn size_to_f64(size: usize) -> f64 {
    to_f64(size as u128)
}

/// [`to_f64`] for 64 bits, by the processor's own conversion; for loops over many numbers.
#[allow(clippy::cast_precision_loss, reason = "statistics on counts above 2⁵³ tolerate one rounding")]
pub(crate) fn count_to_f64(count: u64) -> f64 {
    count as f64
}

/// ⌊value⌋ of a finite, non-negative double below 2¹²⁸.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "dropping the fraction is what is asked for; callers pass non-negative values"
)]
pub(crate) fn floor_u128(value: f64) -> u128 {
    value as u128
}

/// Converts a category or a number of categories to an index.
pub(crate) fn to_index(value: u32) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

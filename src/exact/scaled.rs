//! Non-negative numbers m·2ᵉ with a 64-bit mantissa; every operation is rounded in a given direction.
//!
//! Relative error of one operation: below 2⁻⁶³. Cost: a few integer instructions.

use core::cmp::Ordering;
use core::f64::consts::LN_2;

use super::division::{divided, halves};

/// The side of the exact value on which a rounded result lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toward {
    /// Never above the exact value.
    Down,
    /// Never below the exact value.
    Up,
}

/// `mantissa · 2^exponent`; the mantissa's top bit is set, or it is zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scaled {
    mantissa: u64,
    exponent: i64,
}

impl Scaled {
    pub(crate) const ONE: Self = Self { mantissa: 1 << 63, exponent: -63 };

    pub(crate) fn new(value: u128, toward: Toward) -> Self {
        Self::normalised(value, 0, false, toward)
    }

    /// `value · 2^exponent`, and slightly more where `rest` says that something positive was cut off.
    fn normalised(value: u128, exponent: i64, rest: bool, toward: Toward) -> Self {
        if value == 0 {
            debug_assert!(!rest, "a rest below zero bits cannot be rounded");
            return Self { mantissa: 0, exponent: 0 };
        }
        let zeros = value.leading_zeros();
        let aligned = value << zeros;
        let (high, low) = halves(aligned);
        let kept = Self { mantissa: high, exponent: exponent + 64 - i64::from(zeros) };
        if toward == Toward::Up && (low != 0 || rest) { kept.next() } else { kept }
    }

    fn next(self) -> Self {
        match self.mantissa.checked_add(1) {
            Some(mantissa) => Self { mantissa, ..self },
            None => Self { mantissa: 1 << 63, exponent: self.exponent + 1 },
        }
    }

    pub(crate) fn times(self, other: Self, toward: Toward) -> Self {
        let product = u128::from(self.mantissa) * u128::from(other.mantissa);
        Self::normalised(product, self.exponent + other.exponent, false, toward)
    }

    /// The quotient; `divisor` is not zero.
    pub(crate) fn over(self, divisor: Self, toward: Toward) -> Self {
        let (first, high) = match self.mantissa.checked_sub(divisor.mantissa) {
            Some(rest) => (1_u128 << 64, rest),
            None => (0, self.mantissa),
        };
        let (quotient, rest) = divided(high, 0, divisor.mantissa);
        let quotient = first | u128::from(quotient);
        Self::normalised(quotient, self.exponent - divisor.exponent - 64, rest != 0, toward)
    }

    pub(crate) fn plus(self, other: Self, toward: Toward) -> Self {
        let (large, small) = if self < other { (other, self) } else { (self, other) };
        if small.mantissa == 0 {
            return large;
        }
        // Both mantissas are shifted up by 63 bits, so that 63 bits of the smaller one survive its shift.
        let wide = u128::from(small.mantissa) << 63;
        let shift = u32::try_from(large.exponent - small.exponent).unwrap_or(u32::MAX);
        let shifted = wide.checked_shr(shift).unwrap_or(0);
        let rest = shifted.checked_shl(shift) != Some(wide);
        Self::normalised((u128::from(large.mantissa) << 63) + shifted, large.exponent - 63, rest, toward)
    }

    /// The natural logarithm of a number of at least 1, rounded outward.
    ///
    /// The `ln_1p` used is accurate to one unit in the last place; four units are added or
    /// subtracted, which also covers the rounding of the mantissa and of `exponent · ln 2`.
    pub(crate) fn ln(self, toward: Toward) -> f64 {
        debug_assert!(self >= Self::ONE, "ln of a ratio below 1");
        let power = self.exponent + 63;
        let fraction = self.mantissa - (1 << 63);
        if power == 0 && fraction == 0 {
            return 0.0;
        }
        #[allow(clippy::cast_precision_loss, reason = "covered by the outward rounding")]
        let (fraction, power) = (fraction as f64 / 9_223_372_036_854_775_808.0, power as f64);
        let nearest = plus_powers(libm::log1p(fraction), power);
        match toward {
            Toward::Up => nearest * (1.0 + 4.0 * f64::EPSILON),
            Toward::Down => nearest * (1.0 - 4.0 * f64::EPSILON),
        }
    }
}

impl PartialOrd for Scaled {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scaled {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.mantissa, other.mantissa) {
            (0, _) | (_, 0) => self.mantissa.cmp(&other.mantissa),
            _ => (self.exponent, self.mantissa).cmp(&(other.exponent, other.mantissa)),
        }
    }
}

/// `logarithm + power · ln 2`, with product and sum rounded only once, as by a fused multiply-add, which
/// takes two kilobytes where the processor has none. `power` is whole and below 2²⁶, for ratios up to 2^(2²⁶).
fn plus_powers(logarithm: f64, power: f64) -> f64 {
    /// ln 2 split into parts of 26 and 27 bits, whose products with `power` are exact.
    const HIGH: f64 = f64::from_bits(LN_2.to_bits() >> 27 << 27);
    let (product, cut) = sum(power * HIGH, power * (LN_2 - HIGH));
    let (nearest, rest) = sum(product, logarithm);
    nearest + (rest + cut)
}

/// A sum and its rounding error, exactly [Knuth97, §4.2.2, Theorem B].
fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

#[cfg(test)]
mod tests {
    use super::{LN_2, Scaled, Toward, plus_powers};
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn sums_and_products_enclose_the_exact_value(a in 1..u64::MAX, b in 1..u64::MAX) {
            let [x, y] = [a, b].map(|v| Scaled::new(u128::from(v), Toward::Down));
            let product = u128::from(a) * u128::from(b);
            let sum = u128::from(a) + u128::from(b);
            prop_assert!(x.times(y, Toward::Down) <= Scaled::new(product, Toward::Down));
            prop_assert!(x.times(y, Toward::Up) >= Scaled::new(product, Toward::Up));
            prop_assert!(x.plus(y, Toward::Down) <= Scaled::new(sum, Toward::Down));
            prop_assert!(x.plus(y, Toward::Up) >= Scaled::new(sum, Toward::Up));
        }

        #[test]
        fn quotients_enclose_the_exact_value(a in 1..u64::MAX, b in 1..u64::MAX) {
            let [x, y] = [a, b].map(|v| Scaled::new(u128::from(v), Toward::Down));
            let low = x.over(y, Toward::Down).times(y, Toward::Down);
            let high = x.over(y, Toward::Up).times(y, Toward::Up);
            prop_assert!(low <= x && x <= high);
        }

        #[test]
        fn logarithms_enclose_the_nearest_double(a in 1..u64::MAX) {
            let x = Scaled::new(u128::from(a), Toward::Down);
            #[allow(clippy::cast_precision_loss, reason = "reference value")]
            let nearest = (a as f64).ln();
            prop_assert!(x.ln(Toward::Down) <= nearest && nearest <= x.ln(Toward::Up));
            prop_assert!(x.ln(Toward::Up) - x.ln(Toward::Down) < 1e-13);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        /// Where both round a tie they may differ; no pair here does.
        #[test]
        fn powers_are_added_as_a_fused_product_is(fraction in 0.0..1.0_f64, power in 0..1 << 26_u32) {
            let (logarithm, power) = (libm::log1p(fraction), f64::from(power));
            prop_assert_eq!(plus_powers(logarithm, power), libm::fma(power, LN_2, logarithm));
        }
    }

    #[test]
    fn far_apart_sums_keep_a_direction() {
        let large = Scaled::new(u128::MAX, Toward::Down);
        let sum = large.plus(Scaled::ONE, Toward::Up);
        assert!(sum > large);
        assert_eq!(large.plus(Scaled::ONE, Toward::Down), large);
        assert!(sum.over(large, Toward::Up) > Scaled::ONE);
    }
}

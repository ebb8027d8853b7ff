//! Rigorous comparison of a ratio of integers with e^ε.

use num_bigint::BigUint;

/// Fractional bits of the fixed-point numbers.
const BITS: u64 = 320;

/// Halvings of the argument before the series.
const HALVINGS: u64 = 16;

/// `numerator / denominator ≤ e^epsilon`, never wrongly true: e^ε is a Taylor series of positive terms, squared
/// back, every step rounded down.
pub fn at_most_e_to(epsilon: f64, numerator: &BigUint, denominator: &BigUint) -> bool {
    (numerator << BITS) <= exp_rounded_down(epsilon) * denominator
}

/// A lower bound of e^ε · 2^BITS.
fn exp_rounded_down(epsilon: f64) -> BigUint {
    let reduced = fixed(epsilon) >> HALVINGS;
    let one = BigUint::from(1_u8) << BITS;
    let (mut sum, mut term) = (one.clone(), one);
    for n in 1_u32.. {
        term = ((term * &reduced) >> BITS) / n;
        if term == BigUint::ZERO {
            break;
        }
        sum += &term;
    }
    (0..HALVINGS).fold(sum, |root, _| (&root * &root) >> BITS)
}

/// ⌊value · 2^BITS⌋ of a finite double of at least 0.
fn fixed(value: f64) -> BigUint {
    assert!(value.is_finite() && value >= 0.0, "{value} is no ε");
    let (exponent, fraction) = ((value.to_bits() >> 52), value.to_bits() & ((1 << 52) - 1));
    let (mantissa, exponent) = if exponent == 0 { (fraction, 1) } else { (fraction | 1 << 52, exponent) };
    // value = mantissa · 2^(exponent − 1075)
    (BigUint::from(mantissa) << (BITS + exponent)) >> 1075_u32
}

/// The double nearest to numerator / denominator, within two units in the last place.
pub fn quotient(numerator: &BigUint, denominator: &BigUint) -> f64 {
    if *numerator == BigUint::ZERO {
        return 0.0;
    }
    let shift = i64::try_from(denominator.bits()).unwrap() - i64::try_from(numerator.bits()).unwrap() + 64;
    let scaled = match u64::try_from(shift) {
        Ok(left) => (numerator << left) / denominator,
        Err(_) => numerator / (denominator << shift.unsigned_abs()),
    };
    let digits = u128::try_from(&scaled).unwrap() as f64;
    digits * 2_f64.powi(i32::try_from(-shift).unwrap())
}

/// ln(numerator / denominator) for numerator ≥ denominator, with full relative precision near 0.
pub fn log_ratio(numerator: &BigUint, denominator: &BigUint) -> f64 {
    quotient(&(numerator - denominator), denominator).ln_1p()
}

#[test]
fn bounds_of_e_are_below_and_close() {
    for epsilon in [0.0, 1e-19, 2_f64.powi(-7), 1.0, 16.0, 300.0] {
        let bound = exp_rounded_down(epsilon);
        let one = BigUint::from(1_u8) << BITS;
        let relative = (log_ratio(&bound, &one) - epsilon).abs() / epsilon.max(1e-30);
        assert!(relative < 1e-14 || epsilon == 0.0, "e^{epsilon}: {relative}");
        assert!(at_most_e_to(epsilon, &bound, &one) && !at_most_e_to(epsilon, &(bound + 1_u8), &one));
    }
    // ⌊e · 10³⁰⌋ / 10³⁰ < e < (⌊e · 10³⁰⌋ + 1) / 10³⁰
    let digits = BigUint::from(2_718_281_828_459_045_235_360_287_471_352_u128);
    let scale = BigUint::from(10_u8).pow(30);
    assert!(at_most_e_to(1.0, &digits, &scale) && !at_most_e_to(1.0, &(digits + 1_u8), &scale));
}

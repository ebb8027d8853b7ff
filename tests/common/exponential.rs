//! Rigorous comparison of a ratio of integers with e^ε.

use num_bigint::BigUint;

/// Fractional bits of the fixed-point numbers.
const BITS: u64 = 320;

/// How often the argument is halved before the series is summed.
const HALVINGS: u64 = 16;

/// Whether `numerator / denominator ≤ e^epsilon`; never true by mistake.
pub fn at_most_e_to(epsilon: f64, numerator: &BigUint, denominator: &BigUint) -> bool {
    Power::of(epsilon).is_at_least(numerator, denominator)
}

/// A lower bound of e^ε, too small by less than 2⁻²⁵⁶ of it: a Taylor series of positive terms, squared back,
/// with every step rounded down.
pub struct Power(BigUint);

impl Power {
    pub fn of(epsilon: f64) -> Self {
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
        Self((0..HALVINGS).fold(sum, |root, _| (&root * &root) >> BITS))
    }

    /// Whether `numerator / denominator ≤ e^ε`; never true by mistake.
    pub fn is_at_least(&self, numerator: &BigUint, denominator: &BigUint) -> bool {
        (numerator << BITS) <= &self.0 * denominator
    }

    /// ε − ln(numerator / denominator), with full relative precision near 0.
    pub fn above(&self, numerator: &BigUint, denominator: &BigUint) -> f64 {
        let (power, ratio) = (&self.0 * denominator, numerator << BITS);
        if power >= ratio { log_ratio(&power, &ratio) } else { -log_ratio(&ratio, &power) }
    }
}

/// ⌊value · 2^BITS⌋ for a finite double that is not negative.
fn fixed(value: f64) -> BigUint {
    assert!(value.is_finite() && value >= 0.0, "{value} is not a valid ε");
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

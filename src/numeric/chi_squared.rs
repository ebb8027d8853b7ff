//! Tails of central and noncentral χ² distributions, and their critical values.
//!
//! P(χ²_k > x) = Q(k/2, x/2), the regularised incomplete gamma function: below its mean by a series, above it by a continued fraction
//! [AbramowitzStegun64, 6.5.29 and 6.5.31], which keeps the precision of small tails. With noncentrality δ the tail is the mean of
//! those with k + 2J degrees of freedom, where J is Poisson with mean δ/2 [AbramowitzStegun64, 26.4.25].
//!
//! Cost: O(√(k + x)) steps; O(√δ) tails for a noncentral one. Relative error below 1e-11 up to k = 10⁴.

/// P(χ² > x) with this number of degrees of freedom, which is above 0.
pub(crate) fn tail(x: f64, degrees: f64) -> f64 {
    upper_gamma(degrees / 2.0, x / 2.0)
}

/// P(χ² > x) with these degrees of freedom and this noncentrality parameter.
pub(crate) fn noncentral_tail(x: f64, degrees: f64, noncentrality: f64) -> f64 {
    let mean = noncentrality / 2.0;
    let weight = |j: f64| libm::exp(j * libm::log(mean) - mean - libm::lgamma(j + 1.0));
    let term = |j: f64| weight(j) * tail(x, degrees + 2.0 * j);
    if mean <= 0.0 {
        return tail(x, degrees);
    }
    let mode = libm::floor(mean);
    let (mut sum, mut j) = (0.0, mode);
    while weight(j) > NEGLIGIBLE {
        sum += term(j);
        j += 1.0;
    }
    j = mode - 1.0;
    while j >= 0.0 && weight(j) > NEGLIGIBLE {
        sum += term(j);
        j -= 1.0;
    }
    libm::fmin(sum, 1.0)
}

/// Poisson probabilities below this are ignored.
const NEGLIGIBLE: f64 = 1e-16;

/// The x with P(χ² > x) = `probability`, for 0 < probability < 1, by bisection; to a relative precision of 1e-13.
pub(crate) fn critical_value(probability: f64, degrees: f64) -> f64 {
    let mut high = degrees;
    while tail(high, degrees) > probability {
        high *= 2.0;
    }
    let mut low = 0.0;
    while high - low > 1e-13 * high {
        let middle = 0.5 * (low + high);
        if tail(middle, degrees) > probability { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Q(a, x) for a above 0.
fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let front = libm::exp(a * libm::log(x) - x - libm::lgamma(a));
    if x < a + 1.0 { 1.0 - front * series(a, x) } else { front * fraction(a, x) }
}

/// Σ x^n / (a(a+1)…(a+n)).
fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, 0.0);
    while term > 1e-17 * sum {
        n += 1.0;
        term *= x / (a + n);
        sum += term;
    }
    sum
}

/// The continued fraction of Γ(a, x)·eˣ/xᵃ, by Lentz's method.
fn fraction(a: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / f64::MIN_POSITIVE, 1.0 / b);
    let (mut value, mut n) = (d, 0.0);
    loop {
        n += 1.0;
        let numerator = -n * (n - a);
        b += 2.0;
        d = 1.0 / away(numerator * d + b);
        c = away(b + numerator / c);
        value *= c * d;
        if libm::fabs(c * d - 1.0) < 1e-16 || n > MOST_STEPS {
            return value;
        }
    }
}

/// Enough steps for a million degrees of freedom.
const MOST_STEPS: f64 = 1e5;

fn away(value: f64) -> f64 {
    if libm::fabs(value) < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { value }
}

#[cfg(test)]
mod tests {
    use super::{critical_value, noncentral_tail, tail};

    /// Compares with closed forms: erfc(√(x/2)) for one degree, a sum of Poisson probabilities for an even number.
    #[test]
    fn tails_have_their_closed_forms() {
        for x in [1e-6, 0.3, 1.0, 3.84, 20.0, 400.0] {
            let normal = libm::erfc(libm::sqrt(x / 2.0));
            assert!((tail(x, 1.0) / normal - 1.0).abs() < 1e-11, "{x}: {} {normal}", tail(x, 1.0));
            for half in [1_u32, 2, 5, 40, 500] {
                let (mut term, mut sum) = (libm::exp(-x / 2.0), 0.0);
                for j in 0..half {
                    sum += term;
                    term *= x / 2.0 / f64::from(j + 1);
                }
                let found = tail(x, 2.0 * f64::from(half));
                assert!((found / sum - 1.0).abs() < 1e-11, "{x} {half}: {found} {sum}");
            }
        }
    }

    /// With one degree a noncentral χ² is the square of a normal deviate of mean √δ.
    #[test]
    fn a_noncentral_law_of_one_degree_is_a_squared_deviate() {
        let upper = |z: f64| libm::erfc(z / core::f64::consts::SQRT_2) / 2.0;
        for (x, shift) in [(3.84, 0.1), (3.84, 2.8), (6.63, 5.0), (1.0, 30.0)] {
            let expected = upper(libm::sqrt(x) - shift) + upper(libm::sqrt(x) + shift);
            let found = noncentral_tail(x, 1.0, shift * shift);
            assert!((found - expected).abs() < 1e-12, "{x} {shift}: {found} {expected}");
        }
    }

    #[test]
    fn critical_values_are_those_of_printed_tables() {
        assert!((critical_value(0.05, 1.0) - 3.841_458_820_694_124).abs() < 1e-11);
        assert!((critical_value(0.01, 12.0) - 26.216_967_305_535_85).abs() < 1e-10);
    }
}

//! Exact confidence bounds for a probability (Clopper & Pearson 1934): with c successes in n trials,
//!
//! lower = the p with P(Binomial(n, p) ≥ c) = α,   upper = the p with P(Binomial(n, p) ≤ c) = α,
//!
//! each exceeded with probability at most α. The tails are incomplete beta functions: P(Binomial(n, p) ≥ c) = I_p(c, n − c + 1). The bounds
//! are found by bisection, to a relative error of 10⁻¹², in some 10 µs.

/// The lower confidence bound for a probability, given `successes` in `trials`, at level `alpha`; 0 if there is no success.
#[must_use]
pub fn lower(successes: u64, trials: u64, alpha: f64) -> f64 {
    if successes == 0 {
        return 0.0;
    }
    let (c, n) = (successes as f64, trials as f64);
    bisect(|p| incomplete_beta(p, c, n - c + 1.0) < alpha)
}

/// The upper confidence bound for a probability, given `successes` in `trials`, at level `alpha`; 1 if there is no failure.
#[must_use]
pub fn upper(successes: u64, trials: u64, alpha: f64) -> f64 {
    1.0 - lower(trials - successes, trials, alpha)
}

/// Finds where `is_below` turns false, between 0 and 1, on a logarithmic scale.
fn bisect(is_below: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (-700.0, 0.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if is_below(libm::exp(middle)) { low = middle } else { high = middle }
    }
    libm::exp(low)
}

/// The regularized incomplete beta function I_x(a, b), by its continued fraction where that converges fast, and by symmetry elsewhere
/// (Lentz's method).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let logarithm = a * libm::log(x) + b * libm::log1p(-x) - log_beta(a, b);
    libm::exp(logarithm) / a * continued_fraction(x, a, b)
}

fn log_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

fn continued_fraction(x: f64, a: f64, b: f64) -> f64 {
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut numerator, mut denominator) = (1.0, 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = denominator;
    for step in 1..100_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for coefficient in [even, odd] {
            denominator = 1.0 / away_from_zero(1.0 + coefficient * denominator);
            numerator = away_from_zero(1.0 + coefficient / numerator);
            fraction *= denominator * numerator;
        }
        if (fraction / before - 1.0).abs() < 1e-15 {
            break;
        }
    }
    fraction
}

#[cfg(test)]
mod tests {
    use super::{lower, upper};

    fn close(actual: f64, expected: f64) {
        assert!((actual / expected - 1.0).abs() < 1e-9, "{actual} for {expected}");
    }

    /// Cases where the tails have closed forms: all or no trials succeed, or one of two.
    #[test]
    fn bounds_with_closed_forms() {
        close(lower(10, 10, 0.005), 0.005_f64.powf(0.1));
        close(upper(0, 10, 0.005), 1.0 - 0.005_f64.powf(0.1));
        assert_eq!((lower(0, 10, 0.005), upper(10, 10, 0.005)), (0.0, 1.0));
        close(lower(1, 1_000_000, 1e-6), -(1e-6 * (-1e-6_f64).ln_1p()).exp_m1());
        close(upper(1, 2, 0.05), 0.95_f64.sqrt());
    }

    /// The binomial tail at the bound, summed term by term, equals α.
    #[test]
    fn the_tail_at_the_bound_is_alpha() {
        for (c, n, alpha) in [(3_u32, 17_u32, 0.01), (40, 100, 1e-6), (250, 300, 0.1), (1, 50, 0.5)] {
            let p = lower(c.into(), n.into(), alpha);
            let mut term = (1.0 - p).powi(n.try_into().expect("small"));
            let mut below = 0.0;
            for successes in 0..c {
                below += term;
                term *= p / (1.0 - p) * f64::from(n - successes) / f64::from(successes + 1);
            }
            assert!((1.0 - below - alpha).abs() < 1e-10, "{c} of {n} at {alpha}: {}", 1.0 - below);
        }
    }
}

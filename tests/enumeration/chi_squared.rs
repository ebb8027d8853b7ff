//! Pearson's χ² and its tail probability.

/// P(χ² ≥ observed) for counts under given probabilities; cells with an expected count below 50 are pooled.
pub fn tail_probability(counts: &[u64], probabilities: &[f64]) -> f64 {
    let n: u64 = counts.iter().sum();
    let (mut statistic, mut cells) = (0.0, 0_u32);
    let mut pooled = (0.0, 0.0);
    for (&count, p) in counts.iter().zip(probabilities) {
        let (count, expected) = (count as f64, p * n as f64);
        if expected < 50.0 {
            pooled = (pooled.0 + count, pooled.1 + expected);
        } else {
            statistic += (count - expected).powi(2) / expected;
            cells += 1;
        }
    }
    if pooled.1 > 0.0 {
        statistic += (pooled.0 - pooled.1).powi(2) / pooled.1.max(1.0);
        cells += 1;
    }
    upper_gamma(f64::from(cells - 1) / 2.0, statistic / 2.0)
}

/// The regularised upper incomplete gamma function Q(s, x): series below s + 1, continued fraction (Lentz) above
/// (Numerical Recipes, 6.2).
fn upper_gamma(s: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let scale = (s * x.ln() - x - libm::lgamma(s)).exp();
    if x < s + 1.0 {
        let mut term = 1.0 / s;
        let mut sum = term;
        for n in 1..1000 {
            term *= x / (s + f64::from(n));
            sum += term;
        }
        return 1.0 - scale * sum;
    }
    let mut b = x + 1.0 - s;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for n in 1..1000 {
        let a = -f64::from(n) * (f64::from(n) - s);
        b += 2.0;
        d = 1.0 / (a * d + b);
        c = b + a / c;
        fraction *= d * c;
    }
    scale * fraction
}

#[test]
fn tails_agree_with_printed_tables() {
    for (s, x, q) in [(0.5, 3.841_458_820_694_124 / 2.0, 0.05), (5.0, 18.307_038_053_275_146 / 2.0, 0.05)] {
        assert!((upper_gamma(s, x) - q).abs() < 1e-12);
    }
    assert!((upper_gamma(1.0, 20.0) / (-20_f64).exp() - 1.0).abs() < 1e-12);
}

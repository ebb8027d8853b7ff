//! Confidence intervals of a share, and the normal quantile behind them.
//!
//! One rule for all: the truth is a share, so the ends of an interval are moved into \[0, 1\]; the
//! estimate is not. Where the whole interval lies outside, the interval of an estimate at the nearer end
//! of \[0, 1\] is given. Neither loses coverage.
//!
//! **Score**, for unbiased estimates: all p with (π̂ − p)² ≤ z²·(p(1−p) + R)/n, where p(1−p) is the
//! variance of sampling a respondent and R = n·SE² − π̂(1−π̂), at least 0, that of the noise. Without
//! noise this is Wilson's interval (1927); a count of zero gives \[0, z²/(n+z²)\], never a point.
//!
//! **Normal**, for products: π̂ ± z·SE; where SE is 0, Wilson's half-width at a count of zero stands in.
//!
//! Estimates that were **moved**, to satisfy a constraint or towards independence, are biased by an amount nobody
//! knows: they have the intervals of the estimates before they were moved, stretched to hold them. These lose no
//! coverage, and are conservative where the constraint told something.

/// Both ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Interval {
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl Interval {
    /// The interval, stretched to hold an estimate, or the end of \[0, 1\] nearest to it.
    pub(super) fn reaching(self, estimate: f64) -> Self {
        let estimate = estimate.clamp(0.0, 1.0);
        Self { lower: libm::fmin(self.lower, estimate), upper: libm::fmax(self.upper, estimate) }
    }
}

/// How an interval is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    Score,
    Normal,
}

impl Rule {
    /// The interval of an estimate with its standard error from n reports at z.
    pub(super) fn interval(self, estimate: f64, standard_error: f64, n: f64, z: f64) -> Interval {
        let around = |estimate: f64| match self {
            Self::Score => score(estimate, standard_error, n, z),
            Self::Normal => normal(estimate, standard_error, n, z),
        };
        let mut interval = around(estimate);
        if interval.upper < 0.0 || interval.lower > 1.0 {
            interval = around(estimate.clamp(0.0, 1.0));
        }
        Interval { lower: interval.lower.clamp(0.0, 1.0), upper: interval.upper.clamp(0.0, 1.0) }
    }
}

fn score(estimate: f64, standard_error: f64, n: f64, z: f64) -> Interval {
    let sampling = estimate * (1.0 - estimate);
    let noise = libm::fmax(n * standard_error * standard_error - sampling, 0.0);
    let k = z * z / n;
    // The roots of (1+k)p² − (2π̂+k)p + π̂² − kR.
    let discriminant = k * (4.0 * sampling + k + 4.0 * (1.0 + k) * noise);
    let half = libm::sqrt(libm::fmax(discriminant, 0.0)) / (2.0 * (1.0 + k));
    let centre = (estimate + k / 2.0) / (1.0 + k);
    Interval { lower: centre - half, upper: centre + half }
}

fn normal(estimate: f64, standard_error: f64, n: f64, z: f64) -> Interval {
    let half = if standard_error > 0.0 { z * standard_error } else { z * z / (n + z * z) };
    Interval { lower: estimate - half, upper: estimate + half }
}

/// z with P(|N(0,1)| > z) = `tail`, for 0 < tail < 1: Newton's method on erfc, whose double
/// implementation is within one unit in the last place. Relative error below 1e-12.
pub(super) fn two_sided_quantile(tail: f64) -> f64 {
    let mut z = libm::sqrt(-2.0 * libm::log(tail / 2.0));
    for _ in 0..60 {
        let slope = libm::sqrt(2.0 / core::f64::consts::PI) * libm::exp(-z * z / 2.0);
        let step = (libm::erfc(z / core::f64::consts::SQRT_2) - tail) / slope;
        z += step;
        if libm::fabs(step) <= 1e-14 * z {
            break;
        }
    }
    z
}

#[cfg(test)]
mod tests {
    use super::{Rule, two_sided_quantile};

    #[test]
    fn agrees_with_printed_tables() {
        let known =
            [(0.5, 0.674_489_750_196_081_7), (0.05, 1.959_963_984_540_054), (0.01, 2.575_829_303_548_901)];
        for (tail, z) in known {
            assert!((two_sided_quantile(tail) - z).abs() < 1e-12);
        }
        assert!((two_sided_quantile(1.0 - 1e-6) - 1.253_314_137e-6).abs() < 1e-14);
    }

    /// Wilson's interval for 5 of 20 at 95 %: (0.1119, 0.4687), Agresti and Coull (1998).
    #[test]
    fn without_noise_the_score_interval_is_wilsons() {
        let wilson = Rule::Score.interval(0.25, libm::sqrt(0.25 * 0.75 / 20.0), 20.0, 1.959_964);
        assert!((wilson.lower - 0.1119).abs() < 1e-4 && (wilson.upper - 0.4687).abs() < 1e-4, "{wilson:?}");
    }

    #[test]
    fn no_interval_is_a_point_or_leaves_the_shares() {
        for rule in [Rule::Score, Rule::Normal] {
            for estimate in [-0.7, -0.01, 0.0, 0.4, 1.0, 1.3] {
                for standard_error in [0.0, 1e-3, 0.2, 5.0] {
                    let interval = rule.interval(estimate, standard_error, 100.0, 1.96);
                    assert!(0.0 <= interval.lower && interval.upper <= 1.0, "{interval:?}");
                    assert!(interval.upper - interval.lower > 1e-3, "{estimate} {standard_error}");
                }
            }
        }
    }
}

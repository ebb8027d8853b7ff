//! Confidence intervals of a share, and the normal quantile behind them.
//!
//! One rule for all: the truth is a share, so the ends of an interval are moved into \[0, 1\]; the
//! estimate is not. Where the whole interval lies outside, the interval of an estimate at the nearer end
//! of \[0, 1\] is given. Neither loses coverage.
//!
//! **Count**, for unbiased estimates of one attribute: exact limits of a binomial count ([`self::binomial`]).
//!
//! **Scores**, for those of several: limits of a binomial count that is matched to them ([`self::two_valued`]).
//!
//! **Normal**, for products: π̂ ± z·SE; where SE is 0, Wilson's half-width at a count of zero stands in.
//!
//! Estimates that were **moved**, to satisfy a constraint or towards independence, are biased by an amount nobody
//! knows: they have the intervals of the estimates before they were moved, stretched to hold them. These lose no
//! coverage, and are conservative where the constraint told something.

pub(crate) mod binomial;
pub(crate) mod two_valued;

use self::binomial::Count;
use self::two_valued::Scores;

/// Both ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Interval {
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

impl Interval {
    /// The interval, stretched to hold an estimate, or the end of \[0, 1\] nearest to it.
    pub(crate) fn reaching(self, estimate: f64) -> Self {
        let estimate = estimate.clamp(0.0, 1.0);
        Self { lower: libm::fmin(self.lower, estimate), upper: libm::fmax(self.upper, estimate) }
    }
}

/// How an interval is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Rule {
    /// A report is in the cell with probability base + slope·share.
    Count {
        base: f64,
        slope: f64,
    },
    /// Scores lie within `range` of each other, and the law gives each at least the variance `least`.
    Scores {
        range: f64,
        least: f64,
    },
    Normal,
}

/// How many reports there are, and what part of the variance of drawing respondents is left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sample {
    pub(crate) n: f64,
    pub(crate) sampled: f64,
}

/// An estimate, its standard error, and the share at which that was taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Around {
    pub(crate) estimate: f64,
    pub(crate) standard_error: f64,
    pub(crate) share: f64,
}

impl Rule {
    /// The interval of an estimate at z.
    pub(crate) fn interval(self, around: Around, sample: Sample, z: f64) -> Interval {
        let inside = Around { estimate: around.estimate.clamp(0.0, 1.0), ..around };
        let mut interval = self.anywhere(around, sample, z);
        if interval.upper < 0.0 || interval.lower > 1.0 {
            interval = self.anywhere(inside, sample, z);
        }
        Interval { lower: interval.lower.clamp(0.0, 1.0), upper: interval.upper.clamp(0.0, 1.0) }
            .reaching(around.estimate)
    }

    fn anywhere(self, around: Around, sample: Sample, z: f64) -> Interval {
        let Around { estimate, standard_error, share } = around;
        let Sample { n, sampled } = sample;
        match self {
            Self::Count { base, slope } => {
                let count = n * (base + slope * estimate).clamp(0.0, 1.0);
                let tail = 0.5 * libm::erfc(z / core::f64::consts::SQRT_2);
                Count { count, of: n, base, slope, sampled }.interval(tail)
            }
            Self::Scores { range, least } => {
                let variance = n * standard_error * standard_error;
                let noise = libm::fmax(variance - sampled * share * (1.0 - share), least);
                Scores { estimate, share, noise, range, n, sampled }.interval(z)
            }
            Self::Normal => normal(estimate, standard_error, n, z),
        }
    }
}

fn normal(estimate: f64, standard_error: f64, n: f64, z: f64) -> Interval {
    let half = if standard_error > 0.0 { z * standard_error } else { z * z / (n + z * z) };
    Interval { lower: estimate - half, upper: estimate + half }
}

/// z with P(|N(0,1)| > z) = `tail`, for 0 < tail < 1: Newton's method on erfc, whose double
/// implementation is within one unit in the last place. Relative error below 1e-12.
pub(crate) fn two_sided_quantile(tail: f64) -> f64 {
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
    use super::{Around, Rule, Sample, two_sided_quantile};

    #[test]
    fn agrees_with_printed_tables() {
        let known =
            [(0.5, 0.674_489_750_196_081_7), (0.05, 1.959_963_984_540_054), (0.01, 2.575_829_303_548_901)];
        for (tail, z) in known {
            assert!((two_sided_quantile(tail) - z).abs() < 1e-12);
        }
        assert!((two_sided_quantile(1.0 - 1e-6) - 1.253_314_137e-6).abs() < 1e-14);
    }

    #[test]
    fn no_interval_is_a_point_or_leaves_the_shares() {
        let (range, least) = (1.5, 0.01);
        for rule in [Rule::Count { base: 0.2, slope: 0.6 }, Rule::Scores { range, least }, Rule::Normal] {
            for estimate in [-0.7, -0.3, -0.01, 0.0, 0.4, 1.0, 1.3] {
                for (standard_error, sampled) in [(0.0, 1.0), (1e-3, 0.0), (0.2, 0.5), (5.0, 1.0)] {
                    let sample = Sample { n: 100.0, sampled };
                    let around = Around { estimate, standard_error, share: estimate };
                    let interval = rule.interval(around, sample, 1.96);
                    assert!(0.0 <= interval.lower && interval.upper <= 1.0, "{interval:?}");
                    assert!(interval.upper - interval.lower > 1e-3, "{rule:?} {estimate} {standard_error}");
                }
            }
        }
    }
}

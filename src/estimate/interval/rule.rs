//! The rule by which an interval follows from an estimate.
//!
//! If the whole interval lies outside of \[0, 1\], it is replaced by that of an estimate at the nearer end. Neither this nor cutting an
//! interval to \[0, 1\] loses coverage. If a product has a standard error of 0, Wilson's half-width at a count of zero is used instead
//! \[Wilson27\].

use super::Interval;
use super::binomial::Count;
use super::bounded::Bounded;
use super::score_law::{Cumulants, ScoreLaw};

/// How an interval follows from an estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Rule {
    /// A report is in the cell with probability base + slope·share.
    Count {
        base: f64,
        slope: f64,
    },
    /// The scores have this law, if it is known.
    Bounded(Option<ScoreLaw>),
    Normal,
}

/// The number of reports, and the finite population correction: the part of the variance of drawing respondents that is left.
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
            Self::Bounded(law) => {
                let variance = n * standard_error * standard_error;
                let scores = match law {
                    Some(law) => law.at(share, variance, sampled),
                    None => Cumulants::of_variance(share, variance, sampled),
                };
                Bounded { estimate, n, scores }.interval(z)
            }
            Self::Normal => normal(estimate, standard_error, n, z),
        }
    }
}

fn normal(estimate: f64, standard_error: f64, n: f64, z: f64) -> Interval {
    let half = if standard_error > 0.0 { z * standard_error } else { z * z / (n + z * z) };
    Interval { lower: estimate - half, upper: estimate + half }
}

#[cfg(test)]
mod tests {
    use super::{Around, Rule, Sample, ScoreLaw};
    use crate::estimate::interval::score_law::OfDrawing;

    #[test]
    fn no_interval_is_a_point_or_leaves_the_shares() {
        let law = ScoreLaw {
            own: [0.3, 0.1],
            others: (0.1, 0.2),
            ratio: 0.8,
            drawn: OfDrawing { square: 1.2, product: 0.5, cube: 1.4 },
            labels: 0.1,
        };
        for rule in [Rule::Count { base: 0.2, slope: 0.6 }, Rule::Bounded(Some(law)), Rule::Normal] {
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

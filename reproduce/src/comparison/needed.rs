//! The ratio of respondents that one method and another need for the same error, with confidence intervals over repeated runs.
//!
//! Errors of unbiased estimates are in proportion to 1/n, so that the ratio of respondents is the ratio of errors. Errors after projection
//! are not. There the other method is measured with fewer and fewer respondents, and the number at which it has the same error is found by
//! linear interpolation between logarithms.

use crate::measured::{Mean, student};

/// The errors of runs: their mean, the standard error of its logarithm, and the quantile of Student's distribution for this many runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Error {
    pub(super) mean: Mean,
    relative: f64,
    quantile: f64,
}

impl Error {
    pub(super) fn of(runs: &[f64]) -> Self {
        let mean = Mean::of(runs);
        let relative = mean.standard_error.map_or(f64::NAN, |error| error / mean.mean);
        Self { mean, relative, quantile: student(runs.len()) }
    }
}

/// A factor with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Times {
    pub(super) factor: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl Times {
    /// The factor from its logarithm and standard error; the quantile is that of fewer runs, which is larger.
    fn of(logarithm: f64, error: f64, quantile: f64) -> Self {
        let factor = logarithm.exp();
        let spread = (quantile * error).exp();
        Self { factor, lower: factor / spread, upper: factor * spread }
    }

    /// The factor for errors in proportion to 1/n.
    pub(super) fn unbiased(one: Error, other: Error) -> Self {
        let logarithm = (one.mean.mean / other.mean.mean).ln();
        Self::of(logarithm, one.relative.hypot(other.relative), one.quantile.max(other.quantile))
    }

    /// The factor from the error of one method, and those of another by its number of respondents, in descending order from as many as the
    /// first method has. Where even the fewest respondents have a smaller error, there is only the lower end.
    pub(super) fn read_off(one: Error, curve: &[(f64, Error)]) -> Self {
        let place = |error: f64| (error / one.mean.mean).ln();
        let ends = curve.windows(2).find(|ends| place(ends[1].1.mean.mean) >= 0.0);
        let &[(most, first), .., (fewest, last)] = curve else {
            return Self { factor: f64::NAN, lower: f64::NAN, upper: f64::NAN };
        };
        let Some(&[(n, near), (fewer, far)]) = ends else {
            let least = Self::of((most / fewest).ln(), last.relative.hypot(one.relative), last.quantile);
            return Self { factor: f64::NAN, lower: least.lower, upper: f64::NAN };
        };
        let slope = (far.mean.mean / near.mean.mean).ln() / (n / fewer).ln();
        let logarithm = (most / n).ln() - place(near.mean.mean) / slope;
        let error = one.relative.hypot(near.relative.max(far.relative)) / slope;
        Self::of(logarithm, error, one.quantile.max(first.quantile))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(mean: f64) -> Error {
        Error::of(&[0.9, 1.0, 1.1].map(|run| run * mean))
    }

    /// Runs of 0.9, 1 and 1.1 have a standard error of 0.1/√3, and two degrees of freedom.
    #[test]
    fn intervals_are_those_of_the_delta_method() {
        let times = Times::unbiased(around(6.0), around(2.0));
        assert!((times.factor - 3.0).abs() < 1e-9);
        let spread = (4.303 * 0.1 * (2.0_f64 / 3.0).sqrt()).exp();
        assert!((times.upper / 3.0 - spread).abs() < 1e-4 && (3.0 / times.lower - spread).abs() < 1e-4);
    }

    /// An error of n^(−1/2): four times the error is that of a sixteenth of the respondents, whichever points the curve has.
    #[test]
    fn a_power_law_is_read_off() {
        let curve = [1600.0, 400.0, 100.0, 25.0].map(|n: f64| (n, around(1.0 / n.sqrt())));
        for (error, factor) in [(1.0 / 40.0, 1.0), (4.0 / 40.0, 16.0), (3.0 / 40.0, 9.0), (0.5 / 40.0, 0.25)]
        {
            let times = Times::read_off(around(error), &curve);
            assert!((times.factor / factor - 1.0).abs() < 1e-3, "{error}: {times:?}");
            assert!(times.lower < times.factor && times.factor < times.upper);
        }
    }

    #[test]
    fn beyond_the_fewest_only_the_lower_end_is_known() {
        let curve = [1600.0, 400.0].map(|n: f64| (n, around(1.0 / n.sqrt())));
        let times = Times::read_off(around(1.0), &curve);
        assert!(times.factor.is_nan() && times.upper.is_nan() && times.lower < 4.0 && times.lower > 2.0);
    }
}

//! The ratio of one method's squared error to another's, with confidence intervals over repeated surveys.
//!
//! Errors of unbiased estimates are in proportion to 1/n, so that their ratio is also the ratio of the respondents that both methods need
//! for the same error.

use crate::measured::{Mean, student};

/// The errors of surveys: their mean, the standard error of its logarithm, and the quantile of Student's distribution for this many.
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

/// A ratio with its 95 % confidence interval, by the delta method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ratio {
    pub(super) factor: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl Ratio {
    /// That of a method to itself.
    pub(super) const ITSELF: Self = Self { factor: 1.0, lower: f64::NAN, upper: f64::NAN };

    /// The ratio of mean errors in separate surveys.
    pub(super) fn apart(one: Error, other: Error) -> Self {
        let logarithm = (one.mean.mean / other.mean.mean).ln();
        // The quantile of fewer surveys is the larger one.
        Self::of(logarithm, one.relative.hypot(other.relative), one.quantile.max(other.quantile))
    }

    /// The ratio of mean errors in surveys of the same people, of which each method's are given in the same order. Where one method has
    /// fewer surveys, the first of the other are taken.
    pub(super) fn paired(one: &[f64], other: &[f64]) -> Self {
        let runs = one.len().min(other.len());
        let (one, other) = (&one[..runs], &other[..runs]);
        let (sum, of_other): (f64, f64) = (one.iter().sum(), other.iter().sum());
        let factor = sum / of_other;
        let residual = |(one, other): (&f64, &f64)| (one - factor * other).powi(2);
        let (squares, n) = (one.iter().zip(other).map(residual).sum::<f64>(), runs as f64);
        Self::of(factor.ln(), (squares / (n * (n - 1.0))).sqrt() / (sum / n), student(runs))
    }

    /// The ratio from its logarithm and the standard error of that.
    fn of(logarithm: f64, error: f64, quantile: f64) -> Self {
        let factor = logarithm.exp();
        let spread = (quantile * error).exp();
        Self { factor, lower: factor / spread, upper: factor * spread }
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
        let ratio = Ratio::apart(around(6.0), around(2.0));
        assert!((ratio.factor - 3.0).abs() < 1e-9);
        let spread = (4.303 * 0.1 * (2.0_f64 / 3.0).sqrt()).exp();
        assert!((ratio.upper / 3.0 - spread).abs() < 1e-4 && (3.0 / ratio.lower - spread).abs() < 1e-4);
    }

    /// Errors that go up and down together leave nothing open. Of 3, 6, 3 and 1, 2, 3 the ratio is 2, the residuals 1, 2 and −3, and the
    /// relative standard error √(14/6)/4.
    #[test]
    fn surveys_of_the_same_people_are_compared_one_by_one() {
        let together = Ratio::paired(&[3.0, 6.0, 9.0, 100.0], &[1.0, 2.0, 3.0]);
        assert!((together.lower - 3.0).abs() < 1e-9 && (together.upper - 3.0).abs() < 1e-9);
        let ratio = Ratio::paired(&[3.0, 6.0, 3.0], &[1.0, 2.0, 3.0]);
        let spread = (4.303 * (14.0_f64 / 6.0).sqrt() / 4.0).exp();
        assert!((ratio.factor - 2.0).abs() < 1e-9 && (ratio.upper / 2.0 / spread - 1.0).abs() < 1e-9);
    }
}

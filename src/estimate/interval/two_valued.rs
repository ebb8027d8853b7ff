//! Confidence limits of a share in a table of several attributes: those of a binomial count, matched to the scores.
//!
//! An inverse estimate of a cell is the mean of n scores: the number that each report adds to it. Scores lie within `range` of
//! each other, and one has the variance σ² = π(1−π) + R: of drawing a respondent, and of perturbing the answers. They are
//! taken for scores of two values, w = `range` apart, with the same variance: the upper one with the probability θ for which
//! w²θ(1−θ) = σ², at least π/w. The limits are those of \[ClopperPearson34\] for n·(θ + (π̂−π)/w) upper scores of n, π being the
//! share at which σ² was taken. With many reports that is the score interval, wider by half a report; where
//! the noise of a cell is a report or two, it is the exact one for scores of two values, which a rare cell's are nearly.
//!
//! The fewer scores are high the better the match; so θ ≤ ½, or, where more than half of the respondents are in the cell,
//! the same from above. **Few people**: σ² = f·π(1−π) + R, f = (N−n)/(N−1); what is left is noise in either direction, so
//! both matches count, within the limits for many people.
//!
//! The beta quantiles are those of \[Paulson42\], whose cube roots are from \[WilsonHilferty31\]: upper limits are at most 0.03 reports below the exact
//! ones and at most 15 % above, for tails of 2.5 % and of 0.003 %. Cost: O(1).

use super::limits::Interval;

/// More than the rounding of a limit: where no high score is needed the lower limit is 0, not a hair above.
const OUTWARD: f64 = 1.0 + 1e-12;

/// The variance of a score and how many there are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scores {
    pub(super) estimate: f64,
    /// π.
    pub(super) share: f64,
    /// R.
    pub(super) noise: f64,
    pub(super) range: f64,
    pub(super) n: f64,
    /// f.
    pub(super) sampled: f64,
}

impl Scores {
    /// The interval at z; it may lie outside \[0, 1\].
    pub(super) fn interval(&self, z: f64) -> Interval {
        let drawn = self.share * (1.0 - self.share);
        let rare = self.share <= 0.5 * self.range;
        let many = self.one_sided(drawn + self.noise, rare, z);
        if self.sampled == 1.0 {
            return many;
        }
        let few = [true, false].map(|rare| self.one_sided(self.sampled * drawn + self.noise, rare, z));
        let lower = libm::fmax(many.lower, libm::fmin(few[0].lower, few[1].lower));
        Interval { lower, upper: libm::fmin(many.upper, libm::fmax(few[0].upper, few[1].upper)) }
    }

    fn one_sided(&self, variance: f64, rare: bool, z: f64) -> Interval {
        let (sign, range) =
            (if rare { 1.0 } else { -1.0 }, libm::fmax(self.range, 2.0 * libm::sqrt(variance)));
        let square = variance / (range * range);
        let matched = 2.0 * square / (1.0 + libm::sqrt(libm::fmax(1.0 - 4.0 * square, 0.0)));
        let nearest = if rare { self.share } else { 1.0 - self.share };
        let chance = libm::fmax(matched, libm::fmin(nearest / range * OUTWARD, 0.5));
        let count = self.n * (chance + sign * (self.estimate - self.share) / range);
        let (low, high) = limits(count.clamp(0.0, self.n), self.n, z);
        let end = |limit: f64| self.share + sign * range * (limit - chance);
        if rare {
            Interval { lower: end(low), upper: end(high) }
        } else {
            Interval { lower: end(high), upper: end(low) }
        }
    }
}

/// Clopper and Pearson's limits for a count of n.
fn limits(count: f64, n: f64, z: f64) -> (f64, f64) {
    (quantile(count, n - count + 1.0, z, false), quantile(count + 1.0, n - count, z, true))
}

/// The quantile of Beta(a, b) that is z normal standard deviations from its middle: with G a gamma variable, (G_a/a)^⅓ is
/// nearly normal of mean 1 − 1/9a and variance 1/9a; 0 or 1 where that reaches below 0.
fn quantile(a: f64, b: f64, z: f64, above: bool) -> f64 {
    if a <= 0.0 || b <= 0.0 {
        return if a <= 0.0 { 0.0 } else { 1.0 };
    }
    let (mean_a, mean_b) = (1.0 - 1.0 / (9.0 * a), 1.0 - 1.0 / (9.0 * b));
    // (mean_b² − z²/9b)·f² − 2·mean_a·mean_b·f + (mean_a² − z²/9a) = 0.
    let (square, constant) = (mean_b * mean_b - z * z / (9.0 * b), mean_a * mean_a - z * z / (9.0 * a));
    let product = mean_a * mean_b;
    let half = product + libm::sqrt(libm::fmax(product * product - square * constant, 0.0));
    let root = if above { half / square } else { constant / half };
    match (above, square > 0.0 && mean_b > 0.0, constant > 0.0 && mean_a > 0.0) {
        (true, false, _) => 1.0,
        (false, _, false) => 0.0,
        _ => {
            let ratio = a * root * root * root;
            ratio / (ratio + b)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Scores, limits};
    use crate::estimate::interval::binomial::Count;
    use alloc::format;

    /// Against the exact limits, in reports.
    #[test]
    fn quantiles_are_near_the_exact_ones() {
        for (z, tail) in [(1.959_963_984_540_054, 0.025), (4.0, 3.167_124_183_311_992e-5)] {
            for n in [20.0, 150.0, 5000.0] {
                for count in [0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 19.0] {
                    let exact = Count { count, of: n, base: 0.0, slope: 1.0, sampled: 1.0 }.interval(tail);
                    let (low, high) = limits(count, n, z);
                    let told = format!("{count} of {n} at {z}: {low} {high}, not {exact:?}");
                    assert!(n * (exact.lower - low).abs() < 0.1 * (1.0 + exact.lower * n), "{told}");
                    assert!(
                        n * (high - exact.upper) > -0.03 && high - exact.upper < 0.15 * exact.upper,
                        "{told}"
                    );
                }
            }
        }
    }

    /// Wilson's interval, less half a report at either end, once there are many: within a hundredth of its width.
    #[test]
    fn with_many_reports_it_is_the_score_interval_and_half_a_report() {
        let (p, n, z) = (0.3, 4000.0, 1.959_964);
        let found = Scores { estimate: p, share: p, noise: 0.0, range: 1.0, n, sampled: 1.0 }.interval(z);
        let k = z * z / n;
        let (centre, half) = ((p + k / 2.0) / (1.0 + k), (k * (p * (1.0 - p) + k / 4.0)).sqrt() / (1.0 + k));
        let allowed = 0.01 * 2.0 * half;
        assert!((found.lower - (centre - half - 0.5 / n)).abs() < allowed, "{found:?}");
        assert!((found.upper - (centre + half + 0.5 / n)).abs() < allowed, "{found:?}");
    }
}

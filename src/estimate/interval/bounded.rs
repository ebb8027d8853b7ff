//! Confidence limits of a share by the likelihood ratio within \[0, 1\] [FeldmanCousins98, IV-B], for scores that are as discrete as the noise.
//!
//! An inverse estimate x of many reports is nearly normal around the share p. A share p is in the interval unless an estimate at least
//! as far from it, by
//!
//! −2σ²·ln(likelihood of p over that of the best share within \[0, 1\]) = (x−p)² − (x−x̄)²,   x̄ = x cut to \[0, 1\],
//!
//! has a probability below 1 − confidence. Away from 0 and 1 that is the interval with equal tails. Near them, intervals with equal tails
//! hold the true share too often, up to 97.5 % instead of 95 %, as one around a negative estimate still holds 0; these hold it as often as
//! they say.
//!
//! If noise puts only few reports into a cell, x is not normal: it moves by a whole report, or not at all. So the tail from x on is that of
//! the binomial law with the mean, variance and skewness of n scores ([`super::score_law`]); the other tail is the normal one at the
//! distance that the ratio gives, distances being the normal quantiles of tails. For one form that names one cell this law is exact: 95 %
//! intervals hold every share in 94.5 % or more of surveys, as enumerated in `tests/estimate/empty_cells.rs`. For other laws it is an
//! approximation.
//!
//! **Unequal tails**: where many reports in a cell are due to noise, lower ends are often 0, and equal tails make upper ends higher than need be, as
//! the mean of rare events is skewed. So its upper tail begins farther out than the lower one, by min(3γ, ½), γ > 0 being the skewness of
//! the mean; if λ reports of noise are expected, λ < 4, by λ/4 of that, since lower ends are then rarely 0 and would fall more than upper ones. At
//! each share both tails together have the probability that equal ones have, so that coverage remains.
//! Where labels make scores vary, κ₃ is not near enough to the truth for this: unequal tails held all of 5×3 cells in 92 % of surveys instead of 94 %.
//!
//! Binomial tails are approximated as in \[PeizerPratt68\], within 4 % of the exact ones for 300 reports and more, within a tenth for 50.
//! Cost: some 25 of them.

use super::Interval;
use super::score_law::Cumulants;

/// The precision of the ends, reached after a dozen steps or so.
const CLOSE: f64 = 1e-10;
const MOST_STEPS: u32 = 100;

/// Distances of the two tails differ by this many times the skewness and at most by so much, if so many reports of noise are expected.
const UNEQUAL: f64 = 3.0;
const MOST_UNEQUAL: f64 = 0.5;
const MUCH_NOISE: f64 = 4.0;

/// Smaller probabilities are replaced by this one.
const LEAST: f64 = 1e-300;

/// With this many scores of the rarer value, the mean is as good as normal.
const MANY: f64 = 1e6;

/// An estimate and the law of its scores.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounded {
    pub(super) estimate: f64,
    pub(super) n: f64,
    pub(super) scores: Cumulants,
}

impl Bounded {
    /// The interval at z, within \[0, 1\].
    pub(super) fn interval(&self, z: f64) -> Interval {
        let tail = libm::erfc(z / core::f64::consts::SQRT_2);
        let noise = if self.scores.labelled { 0.0 } else { libm::fmin(1.0, self.noise() / MUCH_NOISE) };
        let above = |share: f64| libm::log(libm::fmax(self.probability(share, noise), LEAST) / tail);
        let inside = self.estimate.clamp(0.0, 1.0);
        Interval { lower: crossing(above, 0.0, inside), upper: crossing(above, 1.0, inside) }
    }

    /// λ, the expected number of reports in the cell that are due to noise: 1/γ² for an empty one.
    fn noise(&self) -> f64 {
        let skewness = self.law(0.0).skewness;
        1.0 / (skewness * skewness)
    }

    /// The law of the estimate at this share.
    fn law(&self, share: f64) -> MeanLaw {
        MeanLaw::new(self.scores.variance(share), self.scores.third(share), self.n)
    }

    /// The probability of an estimate at least as far from this share; `noise` is the part by which tails are unequal.
    fn probability(&self, share: f64, noise: f64) -> f64 {
        let law = self.law(share);
        let apart = self.estimate - share;
        // In standard errors: how far the share is from the ends of [0, 1].
        let (below, above) = (share / law.error, (1.0 - share) / law.error);
        let far = law.distance(apart);
        if far <= 0.0 {
            return 1.0;
        }
        let (room, opposite) = if apart > 0.0 { (above, below) } else { (below, above) };
        let unequal = noise * (UNEQUAL * law.skewness).clamp(0.0, MOST_UNEQUAL);
        let other = if apart > 0.0 { libm::fmax(far - unequal, 0.0) } else { far + unequal };
        let distance = if other > room { room * (2.0 * other - room) } else { other * other };
        let reach = match distance - opposite * opposite {
            outside if outside > 0.0 => opposite + outside / (2.0 * opposite),
            _ => libm::sqrt(distance),
        };
        0.5 * (libm::erfc(far / core::f64::consts::SQRT_2) + libm::erfc(reach / core::f64::consts::SQRT_2))
    }
}

/// Where a function that is not below 0 at `within` turns negative on the way to `end`, or `end` if it does not. By false position, halving
/// the value on the side that stays \[DowellJarratt71\].
fn crossing(of: impl Fn(f64) -> f64, end: f64, within: f64) -> f64 {
    let (mut without, mut within) = ((end, of(end)), (within, of(within)));
    if without.1 >= 0.0 {
        return end;
    }
    let mut was_below = None;
    for _ in 0..MOST_STEPS {
        if libm::fabs(without.0 - within.0) <= CLOSE {
            break;
        }
        let middle = (without.0 * within.1 - within.0 * without.1) / (within.1 - without.1);
        let value = of(middle);
        let below = value < 0.0;
        let (moved, stays) = if below { (&mut without, &mut within) } else { (&mut within, &mut without) };
        *moved = (middle, value);
        if was_below == Some(below) {
            stays.1 *= 0.5;
        }
        was_below = Some(below);
    }
    without.0
}

/// The law of the mean of n scores.
struct MeanLaw {
    /// The standard error of the mean.
    error: f64,
    /// The skewness of the mean, 0 if it is as good as normal.
    skewness: f64,
    n: f64,
    /// The probability that a score is the upper one of two values, and the distance of these; `None` if the mean is as good as normal.
    two_valued: Option<(f64, f64)>,
}

impl MeanLaw {
    /// The law for scores with this variance and third cumulant. Two values, the upper one with probability θ, have the skewness
    /// (1−2θ)/√(θ(1−θ)), and the variance θ(1−θ) times the square of their distance.
    fn new(variance: f64, third: f64, n: f64) -> Self {
        let deviation = libm::sqrt(libm::fmax(variance, f64::MIN_POSITIVE));
        let skewness = third / (deviation * deviation * deviation);
        let square = 4.0 + skewness * skewness;
        let rarer = 2.0 / (square + libm::fabs(skewness) * libm::sqrt(square));
        let normal = third == 0.0 || !square.is_finite() || n * rarer > MANY;
        let success = if skewness < 0.0 { 1.0 - rarer } else { rarer };
        let two_valued = (success, deviation * libm::sqrt(square));
        Self {
            error: deviation / libm::sqrt(n),
            skewness: if normal { 0.0 } else { skewness / libm::sqrt(n) },
            n,
            two_valued: (!normal).then_some(two_valued),
        }
    }

    /// The normal quantile of the probability of a mean that is at least this far from the expected one, on the same side.
    fn distance(&self, apart: f64) -> f64 {
        let Some((success, range)) = self.two_valued else {
            return libm::fabs(apart) / self.error;
        };
        let fewer = if apart > 0.0 { 1.0 - success } else { success };
        -quantile_of_at_most(self.n * (fewer - libm::fabs(apart) / range), self.n, fewer)
    }
}

/// The normal quantile of P(K ≤ count), K binomial \[PeizerPratt68\].
fn quantile_of_at_most(count: f64, trials: f64, success: f64) -> f64 {
    let (failure, middle) = (1.0 - success, count + 0.5);
    let moved = count + 2.0 / 3.0 - (trials + 1.0 / 3.0) * success;
    let refined = success / libm::fmax(trials - count, 0.5)
        - failure / libm::fmax(count + 1.0, 0.5)
        - (failure - 0.5) / (trials + 1.0);
    let apart = moved - 0.02 * refined;
    let expected = trials * success;
    let deviation = expected * failure;
    let gap = libm::fabs(middle - expected);
    if gap * gap < 1e-8 * deviation {
        return apart / libm::sqrt(deviation);
    }
    let term =
        |count: f64, expected: f64| if count > 0.0 { count * libm::log(count / expected) } else { 0.0 };
    let sum = term(middle, expected) + term(trials - middle, trials * failure);
    apart / gap * libm::sqrt(libm::fmax(2.0 * sum / (1.0 + 1.0 / (6.0 * trials)), 0.0))
}

#[cfg(test)]
mod tests {
    use super::Bounded;
    use crate::estimate::interval::score_law::Cumulants;

    /// The 95 % intervals for a mean of at least 0 whose error is 1, from a belt that was built on a grid by filling up each mean's
    /// estimates in the order of their likelihood ratios.
    #[test]
    fn intervals_are_those_of_a_belt() {
        let of_belt =
            [(-3.0, 0.0, 0.42), (-1.0, 0.0, 1.10), (0.0, 0.0, 1.96), (1.0, 0.0, 2.96), (3.0, 1.14, 4.96)];
        for (mean, lower, upper) in of_belt {
            // With 1000 times that error all shares are far from 1, and none of the variance is that of drawing.
            let scores = Cumulants::of_variance(0.0, 1.0, 0.0);
            let found = Bounded { estimate: mean / 1000.0, n: 1e6, scores }.interval(1.959_964);
            let near = |one: f64, other: f64| (1000.0 * one - other).abs() < 0.006;
            assert!(near(found.lower, lower) && near(found.upper, upper), "{mean}: {found:?}");
            let above = Bounded { estimate: 1.0 - mean / 1000.0, n: 1e6, scores }.interval(1.959_964);
            assert!(near(1.0 - above.upper, lower) && near(1.0 - above.lower, upper), "{mean}: {above:?}");
        }
    }
}

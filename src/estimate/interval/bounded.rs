//! Confidence limits of a share by the likelihood ratio within \[0, 1\] [FeldmanCousins98, IV-B].
//!
//! An estimate x of many reports is nearly normal around the share p, with the variance σ² = (f·p(1−p) + R)/n: of drawing
//! respondents, and of noise. A share p is in the interval unless an estimate at least as far from it, by
//!
//! −2σ²·ln(likelihood of p over that of the best share within \[0, 1\]) = (x−p)² − (x−x̄)²,   x̄ = x cut to \[0, 1\],
//!
//! has a probability below 1 − confidence. Away from 0 and 1 that is the score interval. Near them equal tails hold the truth too often,
//! up to 97.5 % instead of 95 %, as an interval around a negative estimate still holds 0; these hold it as often as they say.
//!
//! Cost: some hundred values of erfc. Where reports are so few that estimates are not nearly normal they hold it less exactly.

use super::limits::Interval;

/// Halvings of an interval that has the length 1.
const HALVINGS: u32 = 50;

/// An estimate and the variance of its scores.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounded {
    pub(super) estimate: f64,
    /// R.
    pub(super) noise: f64,
    pub(super) n: f64,
    /// f.
    pub(super) sampled: f64,
}

impl Bounded {
    /// The interval at z, within \[0, 1\].
    pub(super) fn interval(&self, z: f64) -> Interval {
        let tail = libm::erfc(z / core::f64::consts::SQRT_2);
        let inside = self.estimate.clamp(0.0, 1.0);
        let end = |end: f64| {
            if self.probability(end) >= tail {
                return end;
            }
            let (mut without, mut within) = (end, inside);
            for _ in 0..HALVINGS {
                let middle = 0.5 * (without + within);
                let side = if self.probability(middle) >= tail { &mut within } else { &mut without };
                *side = middle;
            }
            without
        };
        Interval { lower: end(0.0), upper: end(1.0) }
    }

    /// That of an estimate at least as far from this share.
    fn probability(&self, share: f64) -> f64 {
        let beyond = self.estimate - self.estimate.clamp(0.0, 1.0);
        let apart = self.estimate - share;
        let distance = apart * apart - beyond * beyond;
        // How far an estimate at this distance may be, where the nearest share is this far away.
        let reach = |room: f64| match distance - room * room {
            outside if outside > 0.0 => room + outside / (2.0 * room),
            _ => libm::sqrt(libm::fmax(distance, 0.0)),
        };
        let variance = (self.sampled * share * (1.0 - share) + self.noise) / self.n;
        let unit = libm::sqrt(2.0 * libm::fmax(variance, f64::MIN_POSITIVE));
        0.5 * (libm::erfc(reach(share) / unit) + libm::erfc(reach(1.0 - share) / unit))
    }
}

#[cfg(test)]
mod tests {
    use super::Bounded;

    /// The 95 % intervals for a mean of at least 0 whose error is 1, from a belt that was built on a grid by filling up each mean's
    /// estimates in the order of their likelihood ratios.
    #[test]
    fn intervals_are_those_of_a_belt() {
        let of_belt =
            [(-3.0, 0.0, 0.42), (-1.0, 0.0, 1.10), (0.0, 0.0, 1.96), (1.0, 0.0, 2.96), (3.0, 1.14, 4.96)];
        for (mean, lower, upper) in of_belt {
            // Of 1000 times that error all shares are far from 1, and no variance is that of drawing.
            let found =
                Bounded { estimate: mean / 1000.0, noise: 1.0, n: 1e6, sampled: 0.0 }.interval(1.959_964);
            let near = |one: f64, other: f64| (1000.0 * one - other).abs() < 0.006;
            assert!(near(found.lower, lower) && near(found.upper, upper), "{mean}: {found:?}");
            let above = Bounded { estimate: 1.0 - mean / 1000.0, noise: 1.0, n: 1e6, sampled: 0.0 }
                .interval(1.959_964);
            assert!(near(1.0 - above.upper, lower) && near(1.0 - above.lower, upper), "{mean}: {above:?}");
        }
    }
}

//! Exact confidence limits for the share of one category of one attribute \[ClopperPearson34\], with the noise of the law.
//!
//! Of n reports K are in the category, each with probability λ = b + μ·π, π the true share. With respondents drawn from an unlimited
//! population K is binomial. The interval holds every π in \[0, 1\] under which neither a count so large nor one so small has a probability
//! below α/2. Its coverage is at least 1 − α, whatever n, ε and π are.
//!
//! **Finite population**: if n ≤ N of N people were asked, K is a sum of unlike parts, of variance n·v with v = λ(1−λ) − (1−f)·μ²π(1−π),
//! f = (N−n)/(N−1). Its tails are approximated by those of the binomial law with the same mean and variance, counted from 0 up or from n down
//! \[Ehm91\], whichever is the larger. Enumerated in `tests/estimate/intervals.rs`.
//!
//! Cost: some hundred continued fractions of O(√n) steps.

use super::Interval;

/// The number of halvings of \[0, 1\]: ends are known to 10⁻¹³.
const HALVINGS: u32 = 44;

/// A count of reports, and the law that it follows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Count {
    pub(super) count: f64,
    pub(super) of: f64,
    /// b and μ of λ = b + μ·π.
    pub(super) base: f64,
    pub(super) slope: f64,
    /// f, the finite population correction.
    pub(super) sampled: f64,
}

impl Count {
    /// The interval with the probability `tail` on either side.
    pub(super) fn interval(self, tail: f64) -> Interval {
        let upright = if self.slope < 0.0 { self.of_others() } else { self };
        let inside = upright.moved_inside(tail);
        Interval { lower: inside.lower(tail), upper: inside.upper(tail) }
    }

    /// The count of the reports in all other categories, which grows with π if μ is negative.
    fn of_others(self) -> Self {
        Self { count: self.of - self.count, base: 1.0 - self.base, slope: -self.slope, ..self }
    }

    /// The count, or the one expected at the nearest share if no share gives such counts.
    fn moved_inside(self, tail: f64) -> Self {
        let expected = |share: f64| Self { count: self.of * self.chance(share), ..self };
        if self.at_most(0.0) < tail {
            expected(0.0)
        } else if self.at_least(1.0) < tail {
            expected(1.0)
        } else {
            self
        }
    }

    fn lower(&self, tail: f64) -> f64 {
        if self.at_least(0.0) >= tail { 0.0 } else { halved(|share| self.at_least(share) < tail).0 }
    }

    fn upper(&self, tail: f64) -> f64 {
        if self.at_most(1.0) >= tail { 1.0 } else { halved(|share| self.at_most(share) >= tail).1 }
    }

    /// λ, the probability of a report in the category.
    fn chance(&self, share: f64) -> f64 {
        (self.base + self.slope * share).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON)
    }

    /// P(K ≥ count).
    fn at_least(&self, share: f64) -> f64 {
        let up = self.matched(self.chance(share), share).at_least(self.count);
        if self.sampled == 1.0 {
            return up;
        }
        libm::fmax(up, self.matched(1.0 - self.chance(share), share).at_most(self.of - self.count))
    }

    /// P(K ≤ count).
    fn at_most(&self, share: f64) -> f64 {
        let up = self.matched(self.chance(share), share).at_most(self.count);
        if self.sampled == 1.0 {
            return up;
        }
        libm::fmax(up, self.matched(1.0 - self.chance(share), share).at_least(self.of - self.count))
    }

    /// The binomial law of mean n·chance and variance n·v.
    fn matched(&self, chance: f64, share: f64) -> Binomial {
        let taken = (1.0 - self.sampled) * self.slope * self.slope * share * (1.0 - share);
        let success = chance + taken / chance;
        Binomial { trials: self.of * chance / success, success }
    }
}

/// The two neighbours in \[0, 1\] between which `low` turns false, by bisection.
fn halved(low: impl Fn(f64) -> bool) -> (f64, f64) {
    let (mut below, mut above) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (below + above);
        if low(middle) { below = middle } else { above = middle }
    }
    (below, above)
}

/// A binomial law whose number of trials need not be whole.
struct Binomial {
    trials: f64,
    success: f64,
}

impl Binomial {
    /// P(K ≥ count) = I_p(count, trials − count + 1).
    fn at_least(&self, count: f64) -> f64 {
        match (count > 0.0, count < self.trials + 1.0) {
            (false, _) => 1.0,
            (_, false) => 0.0,
            _ => beta(count, self.trials - count + 1.0, self.success),
        }
    }

    /// P(K ≤ count) = I_{1−p}(trials − count, count + 1).
    fn at_most(&self, count: f64) -> f64 {
        match (count < self.trials, count > -1.0) {
            (false, _) => 1.0,
            (_, false) => 0.0,
            _ => beta(self.trials - count, count + 1.0, 1.0 - self.success),
        }
    }
}

/// The regularised incomplete beta function I_x(a, b), a and b above 0, 0 ≤ x ≤ 1.
fn beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    let power = a * libm::log(x) + b * libm::log1p(-x);
    let front = libm::exp(libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + power);
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(a, b, x) / a
    } else {
        1.0 - front * fraction(b, a, 1.0 - x) / b
    }
}

/// The continued fraction of I_x(a, b) [AbramowitzStegun64, 26.5.8], by Lentz's method; O(√(a+b)) steps.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let away = |value: f64| if libm::fabs(value) < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { value };
    let (mut c, mut d) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let (mut value, mut m) = (d, 0.0);
    loop {
        m += 1.0;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut step = 1.0;
        for term in [even, odd] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            step = c * d;
            value *= step;
        }
        if libm::fabs(step - 1.0) < 1e-15 || m > MOST_TERMS {
            return value;
        }
    }
}

/// The most terms of the continued fraction: enough for 10¹² reports.
const MOST_TERMS: f64 = 1e7;

#[cfg(test)]
mod tests {
    use super::{Count, beta};

    /// I_x(a, b) for whole a and b, as the sum of binomial probabilities.
    #[test]
    fn the_beta_function_is_a_sum_of_binomial_probabilities() {
        for (n, x) in [(1_u32, 0.3), (7, 0.05), (40, 0.5), (300, 0.8)] {
            for k in 1..=n {
                let mut chance = libm::pow(1.0 - x, f64::from(n));
                let mut below = 0.0;
                for i in 0..k {
                    below += chance;
                    chance *= f64::from(n - i) / f64::from(i + 1) * x / (1.0 - x);
                }
                let found = beta(f64::from(k), f64::from(n - k + 1), x);
                assert!((found + below - 1.0).abs() < 1e-9, "{k} of {n} at {x}: {found}");
            }
        }
    }

    /// Clopper and Pearson for 0 and 5 of 20 at 95 %: (0, 0.1684) and (0.0866, 0.4910).
    #[test]
    fn without_noise_the_limits_are_clopper_and_pearsons() {
        let whole = Count { count: 0.0, of: 20.0, base: 0.0, slope: 1.0, sampled: 1.0 };
        for (count, lower, upper) in [(0.0, 0.0, 0.1684), (5.0, 0.0866, 0.4910)] {
            let found = Count { count, ..whole }.interval(0.025);
            assert!((found.lower - lower).abs() < 1e-4 && (found.upper - upper).abs() < 1e-4, "{found:?}");
            let mirrored = Count { base: 1.0, slope: -1.0, count: 20.0 - count, ..whole }.interval(0.025);
            assert_eq!(mirrored, found);
        }
    }
}

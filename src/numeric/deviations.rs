//! How likely sums of independent numbers are to lie far from what is expected of them: bounds that hold for any number of summands,
//! however small the probability.
//!
//! *Binomial*: P(K ≥ k) ≤ 1 − Φ(z), z = ±√(2n·KL((k−1)/n ‖ p)), the next count towards the mean \[ZubkovSerov12\]. It is above the exact tail
//! by no more than the probability of one count.
//!
//! *Any law*: P(Σ f ≥ n·m) ≤ exp(−n·max_θ(θm − max L)), L the logarithm of a summand's moment generating function, which for a mean μ, a
//! variance σ² and a largest number μ + b is at most that of two points, μ + b and μ − σ²/b \[Bennett62\]. Each summand may follow any of the
//! laws.
//!
//! Cost: O(1), and some hundred evaluations of every law.

use crate::exact::to_f64;

/// The number of steps of the search for θ.
const STEPS: usize = 50;

/// A bound on how often a binomial count of `trials` is as far from its mean, on either side.
pub(crate) fn two_sided(count: f64, trials: f64, success: f64) -> f64 {
    let tail = if count > trials * success {
        at_least(count, trials, success)
    } else {
        at_least(trials - count, trials, 1.0 - success)
    };
    libm::fmin(2.0 * tail, 1.0)
}

/// An upper bound of P(K ≥ count) for a binomial count K.
pub(crate) fn at_least(count: f64, trials: f64, success: f64) -> f64 {
    if count <= 0.0 || success >= 1.0 {
        return 1.0;
    }
    if count >= trials {
        return libm::pow(success, trials);
    }
    let below = (count - 1.0) / trials;
    let part = |seen: f64, expected: f64| if seen > 0.0 { seen * libm::log(seen / expected) } else { 0.0 };
    let distance = trials * (part(below, success) + part(1.0 - below, 1.0 - success));
    if below == 0.0 {
        return -libm::expm1(-distance);
    }
    let half = 0.5 * libm::erfc(libm::sqrt(libm::fmax(distance, 0.0)));
    if below > success { half } else { 1.0 - half }
}

/// Mean and variance of a summand.
pub(crate) type Summand = (f64, f64);

/// A bound on the probability that the mean of n summands is at least `mean`, each of which follows one of the laws and is at most `most`.
pub(crate) fn mean_at_least(mean: f64, n: f64, laws: &[Summand], most: f64) -> f64 {
    let (top, spread) = laws.iter().fold((f64::NEG_INFINITY, 0.0), |(top, spread), &(expected, variance)| {
        (libm::fmax(top, expected), libm::fmax(spread, variance))
    });
    if mean <= top {
        return 1.0;
    }
    // A mean that is rounded to more than the most would be impossible.
    let mean = libm::fmin(mean, most - 1e-9 * (most - top));
    let exponent = |theta: f64| {
        let logs = laws.iter().map(|&(expected, variance)| {
            let above = most - expected;
            if above <= 0.0 || variance <= 0.0 {
                return theta * expected;
            }
            let (below, chance) = (variance / above, variance / (above * above + variance));
            theta * (expected - below) + libm::log1p(chance * libm::expm1(theta * (above + below)))
        });
        theta * mean - logs.fold(f64::NEG_INFINITY, libm::fmax)
    };
    // The exponent is concave in θ. Whatever θ is found, the bound holds.
    let mut high = (mean - top) / libm::fmax(spread, f64::MIN_POSITIVE);
    for _ in 0..STEPS {
        if exponent(2.0 * high) <= exponent(high) {
            break;
        }
        high *= 2.0;
    }
    let (mut low, mut high) = (0.0, 2.0 * high);
    for _ in 0..STEPS {
        let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if exponent(one) < exponent(other) { low = one } else { high = other }
    }
    libm::fmin(libm::exp(-n * exponent(0.5 * (low + high))), 1.0)
}

/// The tail of Fisher's combination: how often −2·Σ ln p of independent tests is at least this.
pub(crate) fn combined(logs: f64, tests: usize) -> f64 {
    if tests == 0 { 1.0 } else { super::chi_squared::tail(-2.0 * logs, 2.0 * to_f64(tests as u128)) }
}

#[cfg(test)]
mod tests {
    use super::{at_least, mean_at_least};
    use alloc::vec::Vec;

    /// P(K = k) of all k.
    fn chances(n: u32, p: f64) -> Vec<f64> {
        let mut chance = libm::pow(1.0 - p, f64::from(n));
        let next = |k: u32, chance: f64| chance * f64::from(n - k) / f64::from(k + 1) * p / (1.0 - p);
        (0..=n)
            .map(|k| {
                let own = chance;
                chance = next(k, chance);
                own
            })
            .collect()
    }

    /// Exact tails are below both bounds; and above the binomial one of the next count.
    #[test]
    fn bounds_are_above_every_exact_tail_and_near_it() {
        for (n, p) in [(1, 0.4), (2, 0.01), (7, 0.05), (40, 0.5), (300, 0.8), (900, 0.003)] {
            let chances = chances(n, p);
            for (place, k) in (0..=n).enumerate() {
                let exact: f64 = chances[place..].iter().sum();
                let [trials, count] = [n, k].map(f64::from);
                let bound = at_least(count, trials, p);
                assert!(bound >= exact * (1.0 - 1e-9), "{k} of {n} at {p}: {bound} {exact}");
                assert!(k == n || at_least(count + 1.0, trials, p) <= exact * (1.0 + 1e-9) + 1e-290);
                let any = mean_at_least(count / trials, trials, &[(p, p * (1.0 - p))], 1.0);
                assert!(any >= exact * (1.0 - 1e-9), "{k} of {n} at {p}: {any} {exact}");
                assert!(
                    any <= 1.0 && (any > 0.5 || any < 1000.0 * exact + 1e-290),
                    "{k} of {n} at {p}: {any} {exact}"
                );
            }
        }
        let far = at_least(8_500.0, 10_000.0, 0.7);
        assert!(far > 1e-300 && far < 1e-200, "{far}");
    }
}

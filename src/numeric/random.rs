//! Pseudo-random numbers for resampling, reproducible from a seed: SplitMix64 (Steele, Lea, Flood 2014),
//! normal deviates by Marsaglia's polar method, Poisson counts by multiplication below a mean of 50 and by a
//! rounded normal deviate from there on, parts of counts likewise. For standard errors and cross-validation only: nothing
//! secret is drawn from it.

use alloc::vec::Vec;

use crate::exact::{floor_u128, to_f64};

pub(crate) struct Generator {
    state: u64,
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Uniform in (0, 1).
    fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (to_f64(u128::from((z ^ z >> 31) >> 12)) + 0.5) / to_f64(1 << 52)
    }

    /// A standard normal deviate.
    pub(crate) fn normal(&mut self) -> f64 {
        loop {
            let (u, v) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = u * u + v * v;
            if square < 1.0 {
                return u * libm::sqrt(-2.0 * libm::log(square) / square);
            }
        }
    }

    /// Takes every one of what these count with this probability, and tells how many of each were taken.
    pub(crate) fn taken_from(&mut self, counts: &mut [f64], probability: f64) -> Vec<f64> {
        let take = |count: &mut f64| {
            let taken = self.binomial(*count, probability);
            *count -= taken;
            taken
        };
        counts.iter_mut().map(take).collect()
    }

    /// A binomial count: draw by draw below 1,000, a rounded normal deviate from there on.
    fn binomial(&mut self, of: f64, probability: f64) -> f64 {
        if of >= 1000.0 {
            let spread = libm::sqrt(of * probability * (1.0 - probability));
            return libm::round(of * probability + spread * self.normal()).clamp(0.0, of);
        }
        (0..floor_u128(of)).map(|_| f64::from(u8::from(self.uniform() < probability))).sum()
    }

    /// A Poisson count.
    pub(crate) fn poisson(&mut self, mean: f64) -> f64 {
        if mean >= 50.0 {
            let count = mean + libm::sqrt(mean) * self.normal();
            return to_f64(floor_u128(libm::fmax(count + 0.5, 0.0)));
        }
        let (least, mut product, mut count) = (libm::exp(-mean), self.uniform(), 0.0);
        while product > least {
            product *= self.uniform();
            count += 1.0;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::Generator;

    /// Mean and variance of 200,000 counts, each within 5 standard errors: one false alarm in 10⁵ seeds.
    #[test]
    fn poisson_counts_have_the_mean_as_variance() {
        for mean in [0.3, 7.0, 49.0, 900.0] {
            let mut generator = Generator::new(11);
            let n = 200_000.0;
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..200_000 {
                let deviation = generator.poisson(mean) - mean;
                sum += deviation;
                squares += deviation * deviation;
            }
            assert!((sum / n).abs() < 5.0 * libm::sqrt(mean / n), "mean of Poisson({mean})");
            let spread = libm::sqrt((mean + 2.0 * mean * mean) / n);
            assert!((squares / n - mean).abs() < 5.0 * spread, "variance of Poisson({mean})");
        }
    }

    /// The same of 200,000 binomial counts: one false alarm in 10⁵ seeds. What is taken is gone.
    #[test]
    fn a_part_of_a_count_is_binomial() {
        for of in [3.0, 999.0, 5000.0] {
            let (mut generator, n, p) = (Generator::new(12), 200_000.0, 0.2);
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..200_000 {
                let mut left = [of];
                let taken = generator.taken_from(&mut left, p)[0];
                assert!(taken >= 0.0 && taken + left[0] == of);
                sum += taken - of * p;
                squares += (taken - of * p) * (taken - of * p);
            }
            let variance = of * p * (1.0 - p);
            assert!((sum / n).abs() < 5.0 * libm::sqrt(variance / n), "mean of {of}");
            let fourth = variance * (1.0 + (3.0 * of - 6.0) * p * (1.0 - p));
            let spread = libm::sqrt((fourth - variance * variance) / n);
            assert!((squares / n - variance).abs() < 5.0 * spread, "variance of {of}");
        }
    }
}

//! Pseudo-random numbers for resampling, reproducible from a seed: SplitMix64 \[SteeleLeaFlood14\], and the laws of `rand_distr`
//! on top of it. For standard errors and cross-validation only: nothing secret is drawn from it.

use alloc::vec::Vec;
use core::convert::Infallible;

use rand_core::TryRng;
use rand_core::utils::fill_bytes_via_next_word;
use rand_distr::{Binomial, Distribution, Poisson, StandardNormal};

use crate::exact::{count_to_f64, floor_u128};

pub(crate) struct Generator {
    state: u64,
}

impl TryRng for Generator {
    type Error = Infallible;

    #[allow(clippy::cast_possible_truncation, reason = "the upper half of a word")]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| (word >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(z ^ z >> 31)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        fill_bytes_via_next_word(bytes, || self.try_next_u64())
    }
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A standard normal deviate.
    pub(crate) fn normal(&mut self) -> f64 {
        StandardNormal.sample(self)
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

    /// A binomial count; 0 for what is no probability.
    fn binomial(&mut self, of: f64, probability: f64) -> f64 {
        let of = u64::try_from(floor_u128(of)).unwrap_or(u64::MAX);
        Binomial::new(of, probability).map_or(0.0, |law| count_to_f64(law.sample(self)))
    }

    /// A Poisson count; 0 for a mean of 0.
    pub(crate) fn poisson(&mut self, mean: f64) -> f64 {
        Poisson::new(mean).map_or(0.0, |law| law.sample(self))
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

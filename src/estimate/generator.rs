//! Pseudo-random numbers for resampling, reproducible from a seed: SplitMix64 (Steele, Lea, Flood 2014),
//! normal deviates by Marsaglia's polar method, Poisson counts by multiplication below a mean of 50 and by a
//! rounded normal deviate from there on. For standard errors only: nothing secret is drawn from it.

use crate::exact::{floor_u128, to_f64};

pub(super) struct Generator {
    state: u64,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
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
    pub(super) fn normal(&mut self) -> f64 {
        loop {
            let (u, v) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = u * u + v * v;
            if square < 1.0 {
                return u * libm::sqrt(-2.0 * libm::log(square) / square);
            }
        }
    }

    /// A Poisson count.
    pub(super) fn poisson(&mut self, mean: f64) -> f64 {
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
}

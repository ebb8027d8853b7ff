//! Pseudo-random numbers for resampling, reproducible from a seed: SplitMix64 \[SteeleLeaFlood14\], and exact samplers on top of it.
//! For standard errors and cross-validation only: nothing secret is drawn from it.
//!
//! Normal deviates use a ratio of uniform numbers \[Leva92\]; counts of small mean are drawn event by event, those of large mean by transformed
//! rejection \[Hormann93, Hormann93a\]. None of these needs a table: those of `rand_distr` are eight kilobytes that a browser would load.

use alloc::vec::Vec;

use crate::exact::{count_to_f64, floor_u128, to_f64};

/// The mean from which counts are drawn by transformed rejection, whose constants below are fitted to such means.
const LARGE_MEAN: f64 = 10.0;

pub(crate) struct Generator {
    state: u64,
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Derives a seed that depends on every one of these numbers.
    pub(crate) fn seed(of: impl Iterator<Item = u64>) -> u64 {
        of.fold(0, |seed, number| Self::new(seed ^ number).word())
    }

    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A uniform number above 0 and below 1: the middle of one of 2⁵² intervals.
    fn uniform(&mut self) -> f64 {
        (count_to_f64(self.word() >> 12) + 0.5) / count_to_f64(1 << 52)
    }

    /// A standard normal deviate, as a ratio of uniform numbers; two ellipses nearly always decide acceptance without a logarithm.
    pub(crate) fn normal(&mut self) -> f64 {
        loop {
            let (u, v) = (self.uniform(), 1.7156 * (self.uniform() - 0.5));
            let (x, y) = (u - 0.449_871, libm::fabs(v) + 0.386_595);
            let size = x * x + y * (0.196 * y - 0.254_72 * x);
            if size < 0.275_97 || size <= 0.278_46 && v * v <= -4.0 * u * u * libm::log(u) {
                return v / u;
            }
        }
    }

    /// A uniform whole number below `bound`, which must be far below 2⁵².
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let place = libm::floor(self.uniform() * to_f64(bound as u128));
        usize::try_from(floor_u128(place)).unwrap_or(0)
    }

    /// Removes each counted item with this probability, and returns how many were removed from each count.
    pub(crate) fn taken_from(&mut self, counts: &mut [f64], probability: f64) -> Vec<f64> {
        let take = |count: &mut f64| {
            let taken = self.binomial(*count, probability);
            *count -= taken;
            taken
        };
        counts.iter_mut().map(take).collect()
    }

    /// A binomial count.
    pub(super) fn binomial(&mut self, of: f64, probability: f64) -> f64 {
        if probability > 0.5 {
            return of - self.binomial(of, 1.0 - probability);
        }
        if of * probability < LARGE_MEAN {
            return self.events(-libm::log1p(-probability), |taken| of - taken);
        }
        let odds = probability / (1.0 - probability);
        let spread = libm::sqrt(of * probability * (1.0 - probability));
        let width = 1.15 + 2.53 * spread;
        let proposal = Proposal {
            centre: of * probability + 0.5,
            width,
            bend: 0.0248 * width - 0.0873 + 0.01 * probability,
            below: 0.92 - 4.2 / width,
            scale: (2.83 + 5.1 / width) * spread,
        };
        let ways = |count: f64| -libm::lgamma(count + 1.0) - libm::lgamma(of - count + 1.0);
        let mode = libm::floor((of + 1.0) * probability);
        let (most, log_odds) = (ways(mode), libm::log(odds));
        self.rejecting(&proposal, |count| match count <= of {
            true => ways(count) - most + (count - mode) * log_odds,
            false => f64::NEG_INFINITY,
        })
    }

    /// A Poisson count; 0 where the mean is 0.
    pub(crate) fn poisson(&mut self, mean: f64) -> f64 {
        if mean < LARGE_MEAN {
            return self.events(mean, |_| 1.0);
        }
        let width = 0.931 + 2.53 * libm::sqrt(mean);
        let proposal = Proposal {
            centre: mean + 0.43,
            width,
            bend: 0.02483 * width - 0.059,
            below: 0.9277 - 3.6224 / (width - 2.0),
            scale: 1.1239 + 1.1328 / (width - 3.4),
        };
        let log_mean = libm::log(mean);
        self.rejecting(&proposal, |count| count * log_mean - mean - libm::lgamma(count + 1.0))
    }

    /// The number of events up to a time, each after an exponential wait whose rate depends on the number of events before.
    fn events(&mut self, until: f64, rate: impl Fn(f64) -> f64) -> f64 {
        let (mut time, mut events) = (0.0, 0.0);
        loop {
            time -= libm::log(self.uniform()) / rate(events);
            if time > until {
                return events;
            }
            events += 1.0;
        }
    }

    /// A count with these logarithms of probabilities, up to a constant that is included in the scale of the proposal.
    fn rejecting(&mut self, proposal: &Proposal, log_probability: impl Fn(f64) -> f64) -> f64 {
        let Proposal { centre, width, bend, below, scale } = *proposal;
        loop {
            let (height, place) = (self.uniform(), self.uniform() - 0.5);
            let edge = 0.5 - libm::fabs(place);
            let count = libm::floor((2.0 * bend / edge + width) * place + centre);
            if edge >= 0.07 && height <= below {
                return count;
            }
            let bound = libm::log(height * scale / (bend / (edge * edge) + width));
            if count >= 0.0 && bound <= log_probability(count) {
                return count;
            }
        }
    }
}

/// The parameters that transform uniform numbers into nearly the distribution of a count.
struct Proposal {
    centre: f64,
    width: f64,
    bend: f64,
    /// In the middle, heights up to this lie below the target distribution for every count.
    below: f64,
    scale: f64,
}

#[cfg(test)]
mod tests {
    use super::Generator;
    use alloc::vec;

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
        assert_eq!(Generator::new(11).poisson(0.0), 0.0);
    }

    /// Mean and variance of 200,000 binomial counts, tested alike: one false alarm in 10⁵ seeds. Removed items are gone from the counts.
    #[test]
    fn a_part_of_a_count_is_binomial() {
        for (of, p) in [(3.0, 0.2), (999.0, 0.2), (5000.0, 0.2), (20.0, 0.5), (40.0, 0.9)] {
            let (mut generator, n) = (Generator::new(12), 200_000.0);
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..200_000 {
                let mut left = [of];
                let taken = generator.taken_from(&mut left, p)[0];
                assert!(taken >= 0.0 && left[0] >= 0.0 && taken + left[0] == of);
                sum += taken - of * p;
                squares += (taken - of * p) * (taken - of * p);
            }
            let variance = of * p * (1.0 - p);
            assert!((sum / n).abs() < 5.0 * libm::sqrt(variance / n), "mean of {of}");
            let fourth = variance * (1.0 + (3.0 * of - 6.0) * p * (1.0 - p));
            let spread = libm::sqrt((fourth - variance * variance) / n);
            assert!((squares / n - variance).abs() < 5.0 * spread, "variance of {of}");
        }
        assert_eq!(Generator::new(12).taken_from(&mut [0.0, 7.0, 7000.0], 1.0), [0.0, 7.0, 7000.0]);
        assert_eq!(Generator::new(12).taken_from(&mut [0.0, 7.0, 7000.0], 0.0), [0.0; 3]);
    }

    /// Each of the first 40 counts occurs in 400,000 draws as often as expected, within 5 standard errors: one false alarm in 10³ seeds.
    #[test]
    fn every_count_is_as_frequent_as_it_is_probable() {
        for mean in [9.5, 10.5, 20.0] {
            let (of, p) = (50.0, mean / 50.0);
            let mut generator = Generator::new(13);
            let mut seen = vec![[0.0; 2]; 40];
            for _ in 0..400_000 {
                for (law, count) in
                    [generator.poisson(mean), generator.binomial(of, p)].into_iter().enumerate()
                {
                    if let Some(seen) = seen.iter_mut().zip(0..).find(|(_, at)| f64::from(*at) == count) {
                        seen.0[law] += 1.0 / 400_000.0;
                    }
                }
            }
            let mut probable = [libm::exp(-mean), libm::pow(1.0 - p, of)];
            for (seen, count) in seen.iter().zip(0_i32..) {
                for (frequency, probability) in seen.iter().zip(probable) {
                    let error = libm::sqrt(probability * (1.0 - probability) / 400_000.0) + 1e-5;
                    assert!((frequency - probability).abs() < 5.0 * error, "{count} of mean {mean}");
                }
                let next = f64::from(count + 1);
                probable[0] *= mean / next;
                probable[1] *= p / (1.0 - p) * (of + 1.0 - next) / next;
            }
        }
    }

    /// Mean, variance and the share beyond 2 of 200,000 deviates, each within 5 standard errors: one false alarm in 10⁶ seeds.
    #[test]
    fn deviates_are_normal() {
        let (mut generator, n) = (Generator::new(14), 200_000.0);
        let (mut sum, mut squares, mut far) = (0.0, 0.0, 0.0);
        for _ in 0..200_000 {
            let deviate = generator.normal();
            sum += deviate;
            squares += deviate * deviate;
            far += f64::from(u8::from(deviate.abs() > 2.0));
        }
        assert!((sum / n).abs() < 5.0 / libm::sqrt(n));
        assert!((squares / n - 1.0).abs() < 5.0 * libm::sqrt(2.0 / n));
        let share: f64 = 0.045_500_263_896_358;
        assert!((far / n - share).abs() < 5.0 * libm::sqrt(share * (1.0 - share) / n));
    }
}

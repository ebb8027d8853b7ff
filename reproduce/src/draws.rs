//! Random numbers of experiments: every part has a stream of its own, so that parts can run in any order.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// The random stream of a part, seeded by the names of its experiment and the part.
pub(crate) fn stream(experiment: &str, part: &str) -> ChaCha20Rng {
    // FNV-1a is enough to distinguish names; the seed need not be secret.
    let hashed =
        experiment.bytes().chain([0]).chain(part.bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    ChaCha20Rng::seed_from_u64(hashed)
}

/// A uniform random number from `low` to below `high`.
pub(crate) fn between(low: f64, high: f64, rng: &mut impl Rng) -> f64 {
    low + (high - low) * unit(rng)
}

/// A uniform random number from 0 to below 1.
pub(crate) fn unit(rng: &mut impl Rng) -> f64 {
    f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0)
}

/// A uniform random integer from `low` to `high`, both included; the bias is that of at most `high − low` of 2³² words.
pub(crate) fn whole(low: u32, high: u32, rng: &mut impl Rng) -> u32 {
    low + rng.next_u32() % (high - low + 1)
}

/// Shuffles the items, by exchanges from the end.
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    for end in (1..items.len()).rev() {
        let range = end as u64 + 1;
        #[allow(clippy::cast_possible_truncation, reason = "at most end, which is a usize")]
        let chosen = (rng.next_u64() % range) as usize;
        items.swap(end, chosen);
    }
}

/// Draws an index with probabilities in proportion to the weights.
pub(crate) fn drawn(weights: &[f64], rng: &mut impl Rng) -> usize {
    let mut left = unit(rng) * weights.iter().sum::<f64>();
    let within = |weight: &f64| {
        left -= weight;
        left < 0.0
    };
    weights.iter().position(within).unwrap_or(weights.len().saturating_sub(1))
}

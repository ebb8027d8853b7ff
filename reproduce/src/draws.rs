//! Random numbers of experiments: a stream of its own for every part, so that parts run in any order.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// The stream of a part, by the name of its experiment and its own.
pub(crate) fn stream(experiment: &str, part: &str) -> ChaCha20Rng {
    // FNV-1a, which tells names apart; nothing is kept secret by it.
    let hashed =
        experiment.bytes().chain([0]).chain(part.bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    ChaCha20Rng::seed_from_u64(hashed)
}

/// A number from `low` to below `high`.
pub(crate) fn between(low: f64, high: f64, rng: &mut impl Rng) -> f64 {
    low + (high - low) * unit(rng)
}

/// A number from 0 to below 1.
pub(crate) fn unit(rng: &mut impl Rng) -> f64 {
    f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0)
}

/// A whole number from `low` to `high`, both included; of the 2³² words at most `high − low` favour any.
pub(crate) fn whole(low: u32, high: u32, rng: &mut impl Rng) -> u32 {
    low + rng.next_u32() % (high - low + 1)
}

/// Puts the items into a random order, by exchanges from the end.
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    for end in (1..items.len()).rev() {
        let range = end as u64 + 1;
        #[allow(clippy::cast_possible_truncation, reason = "at most end, which is a usize")]
        let chosen = (rng.next_u64() % range) as usize;
        items.swap(end, chosen);
    }
}

/// A place, each with a probability in proportion to its weight.
pub(crate) fn drawn(weights: &[f64], rng: &mut impl Rng) -> usize {
    let mut left = unit(rng) * weights.iter().sum::<f64>();
    let within = |weight: &f64| {
        left -= weight;
        left < 0.0
    };
    weights.iter().position(within).unwrap_or(weights.len().saturating_sub(1))
}

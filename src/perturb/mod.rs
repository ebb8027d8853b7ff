//! Law, answers and randomness in; perturbed answers out. The noise is drawn first and without looking at the
//! record; the answers are added last (mathematics §1, §4).
//!
//! The work is fixed: for a given law the number of random words consumed, apart from rejections, and
//! the steps taken depend neither on the answers nor on what the noise did. No branch and no index
//! depends on an answer.

mod noise;
mod words;

use alloc::vec::Vec;

use rand_core::Rng;

#[cfg(feature = "os-rng")]
use crate::error::Error;
use crate::law::Law;
use crate::schema::Record;

/// The perturbed categories of a record: yᵢ = xᵢ + shiftᵢ mod aᵢ.
///
/// Cost: O(patterns + k) with about three random words per attribute and one per block; never fails.
/// `record` belongs to the schema of `law`; it is consumed and overwritten.
pub fn perturb<R: Rng>(law: &Law, record: Record, rng: &mut R) -> Vec<u32> {
    let shifts = noise::shifts(law, rng);
    let shifted = record.categories().iter().zip(shifts).zip(law.sizes());
    shifted.map(|((&answer, shift), &a)| words::add_modulo(answer, shift, a)).collect()
}

/// ChaCha20 under a fresh 256-bit seed of the operating system, made anew for every report.
///
/// # Errors
/// `entropy-unavailable` where the system gives no randomness.
#[cfg(feature = "os-rng")]
pub fn generator() -> Result<chacha20::ChaCha20Rng, Error> {
    use rand_core::SeedableRng;
    use zeroize::Zeroize;

    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|_| {
        Error::new(
            "entropy-unavailable",
            "the system gave no randomness, so nothing was perturbed and nothing may be sent",
        )
    })?;
    let rng = chacha20::ChaCha20Rng::from_seed(seed);
    seed.zeroize();
    Ok(rng)
}

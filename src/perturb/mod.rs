//! Plan, answers and randomness in; a report out. The noise is drawn first and without looking at the
//! record; the answers are added last (mathematics §1, §4).
//!
//! The work is fixed: for a given law the number of random words consumed, apart from rejections, and
//! the steps taken depend neither on the answers nor on what the noise did. No branch and no index
//! depends on an answer.

mod noise;
mod words;

use alloc::vec::Vec;

use rand_core::Rng;

use crate::law::Law;
use crate::plan::Plan;
use crate::report::Report;
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

/// A report from a given generator: for experiments and tests, where runs must be repeatable.
pub fn respond_with<R: Rng>(plan: &Plan, record: Record, rng: &mut R) -> Report {
    let mut id = [0; 16];
    rng.fill_bytes(&mut id);
    Report::new(plan, id, perturb(plan.law(), record, rng))
}

/// A report with noise from the operating system: ChaCha20 under a fresh 256-bit seed per report.
///
/// # Errors
/// `entropy-unavailable` where the system gives no randomness; nothing was drawn then.
#[cfg(feature = "os-rng")]
pub fn respond(plan: &Plan, record: Record) -> Result<Report, crate::error::Error> {
    use rand_core::SeedableRng;
    use zeroize::Zeroize;

    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|_| {
        crate::error::Error::new(
            "entropy-unavailable",
            "the system gave no randomness, so nothing was perturbed and nothing may be sent",
        )
    })?;
    let mut rng = rand_chacha::ChaCha20Rng::from_seed(seed);
    seed.zeroize();
    Ok(respond_with(plan, record, &mut rng))
}

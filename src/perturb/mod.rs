//! Law, true record and randomness in; perturbed record out. The noise is drawn first and without looking at the
//! record; the answers are added last [Mathematics, §1, §4].
//!
//! The work is fixed: for a given law the number of random words consumed, apart from rejections, and
//! the steps taken depend neither on the answers nor on what the noise did. No branch and no index
//! depends on an answer.

mod noise;
mod words;

use alloc::vec::Vec;

use rand_core::Rng;

#[cfg(feature = "os-rng")]
use crate::error::{Code, Error};
use crate::law::Law;
use crate::schema::Record;
use words::Words;

/// The perturbed categories of a record: yᵢ = xᵢ + shiftᵢ mod aᵢ.
///
/// Cost: O(patterns + k) with at most three random words per attribute and one per block; never fails.
/// `record` belongs to the schema of `law`; it is consumed and overwritten.
///
/// ```
/// # use candor::{Plan, Survey};
/// # let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health",
/// #     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// use candor::{Record, perturb};
///
/// let record = Record::new(plan.schema(), [1])?;
/// let perturbed = perturb::perturb(plan.law(), record, &mut perturb::generator()?);
/// assert!(perturbed[0] < 2);
/// # Ok::<(), candor::Error>(())
/// ```
pub fn perturb<R: Rng>(law: &Law, record: Record, rng: &mut R) -> Vec<u32> {
    perturb_with_width::<64, R>(law, record, rng)
}

/// [`perturb`], with only the upper `BITS` bits of every random word. Exact for laws whose weights are multiples
/// of 2^(64 − BITS); there for tests, which enumerate every sequence of narrow words.
#[doc(hidden)]
pub fn perturb_with_width<const BITS: u32, R: Rng>(law: &Law, record: Record, rng: &mut R) -> Vec<u32> {
    let shifts = noise::shifts(law, &mut Words::<R, BITS>(rng));
    let mut categories = record.into_categories();
    for ((category, &shift), &a) in categories.iter_mut().zip(shifts.iter()).zip(law.sizes()) {
        *category = words::add_modulo(*category, shift, a);
    }
    categories
}

/// ChaCha20 under a fresh 256-bit seed of the operating system, made anew for every report. Seed and state
/// are overwritten when they have served.
///
/// # Errors
/// `entropy-unavailable` where the system gives no randomness, or leaves a quarter of the seed zero: what fills
/// nothing or only a part does that, randomness once in 2⁶².
#[cfg(feature = "os-rng")]
pub fn generator() -> Result<chacha20::ChaCha20Rng, Error> {
    use rand_core::SeedableRng;
    use zeroize::Zeroizing;

    let mut seed = Zeroizing::new([0; 32]);
    match getrandom::fill(&mut *seed) {
        Ok(()) if is_filled(&seed) => Ok(chacha20::ChaCha20Rng::from_seed(*seed)),
        _ => Err(Error::new(
            Code::EntropyUnavailable,
            "the system gave no randomness, so nothing was perturbed and nothing may be sent",
        )),
    }
}

/// Whether no quarter is zero; every byte is visited.
#[cfg(feature = "os-rng")]
fn is_filled(seed: &[u8; 32]) -> bool {
    let quarter = |bytes: &[u8]| bytes.iter().fold(0, |any, byte| any | byte) != 0;
    seed.chunks(8).fold(true, |filled, bytes| filled & quarter(bytes))
}

#[cfg(all(test, feature = "os-rng"))]
mod tests {
    use super::is_filled;

    #[test]
    fn seeds_with_an_empty_quarter_are_no_seeds() {
        assert!(is_filled(&[1; 32]));
        assert!(!is_filled(&[0; 32]));
        for quarter in 0..4 {
            let mut seed = [7; 32];
            seed[8 * quarter..][..8].fill(0);
            assert!(!is_filled(&seed));
            seed[8 * quarter + 5] = 1;
            assert!(is_filled(&seed));
        }
    }
}

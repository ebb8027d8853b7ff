//! Perturbs records: takes a law, a record and randomness, and returns a perturbed record. The label and the noise are drawn first,
//! independently of the record; the answers are added last [Mathematics, §1, §4, §10].
//!
//! The work is fixed: for a given law and label, which is public, the number of random words consumed, apart from
//! rejections, and the steps taken depend neither on the answers nor on the noise. No branch and no index
//! depends on an answer.

mod noise;
mod words;

use alloc::vec::Vec;

#[cfg(feature = "device")]
use chacha20::ChaCha20Rng;
use rand_core::Rng;
#[cfg(feature = "device")]
use rand_core::SeedableRng;
use zeroize::Zeroizing;

#[cfg(feature = "os-rng")]
use crate::error::{Code, Error};
use crate::law::{Bound, Law, RoundedScore};
use crate::schema::Record;
use words::{Words, mask};

/// Perturbs a record and returns the numbers that a report holds ([`crate::Report::perturbed`]).
///
/// Cost: O(patterns + k) with at most three random words per attribute and one per block, and, for a unit that reports a
/// subset of its D cells, O(D log D) with D + 2 words; a label takes two more. Never fails. `record` must belong to the schema of
/// `law`; it is consumed and overwritten.
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

/// [`perturb`] with only the upper `BITS` bits of every random word. Exact for laws whose weights are multiples
/// of 2^(64 − BITS); for tests that enumerate every sequence of narrow words.
#[doc(hidden)]
pub fn perturb_with_width<const BITS: u32, R: Rng>(law: &Law, record: Record, rng: &mut R) -> Vec<u32> {
    let mut words = Words::<R, BITS>(rng);
    let label = words::label(law, &mut words);
    answer(law, label, record, &mut words)
}

/// Draws a random label, which is public, before any answer is known; 0 where there is only one.
///
/// ```
/// use candor::{law::{Block, Law, Pattern}, perturb};
///
/// let block = Block::new(vec![0], vec![vec![0]], 1 << 63, vec![Pattern::new(vec![], 1 << 63)])?;
/// let unlabelled = Law::new(vec![2], vec![block])?;
/// assert_eq!(perturb::label(&unlabelled, &mut perturb::generator()?), 0);
/// # Ok::<(), candor::Error>(())
/// ```
pub fn label<R: Rng>(law: &Law, rng: &mut R) -> u32 {
    words::label(law, &mut Words::<R, 64>(rng))
}

/// [`perturb`] under a label drawn before. Answers that the label does not ask are not read, so they may be any category.
///
/// ```
/// # use candor::{Plan, Survey};
/// # let survey = Survey::from_json(r#"{"survey": "health-2026", "title": "Health", "wave_of": "health",
/// #     "attributes": [{"name": "smoker", "categories": ["no", "yes"]}], "privacy": {"record_epsilon": 1}}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// use candor::{Record, perturb};
///
/// let rng = &mut perturb::generator()?;
/// let label = perturb::label(plan.law(), rng);
/// let asked = plan.law().questionnaire(label).expect("a label of the law");
/// assert_eq!(asked.units, [[0]]);
/// let perturbed = perturb::perturb_under(plan.law(), label, Record::new(plan.schema(), [1])?, rng);
/// assert!(perturbed[0] < 2);
/// # Ok::<(), candor::Error>(())
/// ```
pub fn perturb_under<R: Rng>(law: &Law, label: u32, record: Record, rng: &mut R) -> Vec<u32> {
    answer(law, label, record, &mut Words::<R, 64>(rng))
}

/// Draws the noise of the label's form, then adds the answers.
fn answer<R: Rng, const BITS: u32>(
    law: &Law,
    label: u32,
    record: Record,
    words: &mut Words<'_, R, BITS>,
) -> Vec<u32> {
    let placed = law.placed(label);
    let noise = noise::noise(law, placed.form, words);
    let categories = Zeroizing::new(record.into_categories());
    let mut numbers = Vec::with_capacity(1 + placed.form.numbers());
    if law.labels() > 1 {
        numbers.push(label);
    }
    for (unit, &shape) in placed.form.shapes().iter().enumerate() {
        let mut cell = 0;
        for &column in placed.attributes(unit) {
            let category = match column.checked_sub(law.attributes()) {
                None => categories[column],
                Some(score) => rounded(&law.scores()[score], law.sizes()[column], &categories, words),
            };
            cell = cell * law.sizes()[column] + category;
        }
        match noise.of_unit(unit, shape) {
            [shift] => numbers.push(words::add_modulo(cell, *shift, shape.cells)),
            subset => words::append_moved(subset, cell, &mut numbers),
        }
    }
    numbers
}

/// Adds up a score and rounds it: the number of thresholds that it exceeds, one drawn for every gap between levels; the last category where an item has
/// no code. Every step of every category of the items is visited.
fn rounded<R: Rng, const BITS: u32>(
    score: &RoundedScore,
    size: u32,
    categories: &[u32],
    words: &mut Words<'_, R, BITS>,
) -> u32 {
    // Steps are raised by 1 where there is a code, and so is the sum by 1 for every item.
    let (mut sum, mut has_none) = (0, 0);
    for (item, raised) in score.raised() {
        let own = |all, (category, &steps)| all | mask(category == categories[item]) & narrow(steps);
        let steps = (0..).zip(raised).fold(0, own);
        has_none |= mask(steps == 0);
        sum += steps;
    }
    let (mut level, raise) = (0, score.raise());
    for pair in score.levels().windows(2) {
        let threshold = raise + pair[0] + words.uniform(Bound::new(pair[1] - pair[0]));
        level += mask(sum > threshold) & 1;
    }
    words::select(has_none, size - 1, level)
}

#[allow(clippy::cast_possible_truncation, reason = "at most 65,536 steps")]
fn narrow(steps: usize) -> u32 {
    steps as u32
}

/// Returns a ChaCha20 generator with a fresh 256-bit seed from the operating system, to be made anew for every report. Seed and state
/// are overwritten after use.
///
/// # Errors
/// `entropy-unavailable` where the system gives no randomness or leaves a quarter of the seed zero, as a call that fills only part
/// of it would. A random seed is refused with probability 2⁻⁶².
#[cfg(feature = "os-rng")]
pub fn generator() -> Result<ChaCha20Rng, Error> {
    seeded(of_system).ok_or_else(no_randomness)
}

/// The error where a seed is missing.
#[cfg(feature = "os-rng")]
pub(crate) fn no_randomness() -> Error {
    Error::new(
        Code::EntropyUnavailable,
        "the system gave no randomness, so nothing was perturbed and nothing may be sent",
    )
}

/// Fills a seed with randomness from the operating system; returns whether that succeeded.
#[cfg(feature = "os-rng")]
pub(crate) fn of_system(seed: &mut [u8; 32]) -> bool {
    getrandom::fill(seed).is_ok()
}

/// Like [`generator`], with a seed filled by `fill`; `None` in place of the error.
#[cfg(feature = "device")]
pub(crate) fn seeded(fill: fn(&mut [u8; 32]) -> bool) -> Option<ChaCha20Rng> {
    let mut seed = Zeroizing::new([0; 32]);
    (fill(&mut seed) && is_filled(&seed)).then(|| ChaCha20Rng::from_seed(*seed))
}

/// Whether no quarter of the seed is zero; visits every byte.
#[cfg(feature = "device")]
fn is_filled(seed: &[u8; 32]) -> bool {
    let quarter = |bytes: &[u8]| bytes.iter().fold(0, |any, byte| any | byte) != 0;
    seed.chunks(8).fold(true, |filled, bytes| filled & quarter(bytes))
}

#[cfg(all(test, feature = "device"))]
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

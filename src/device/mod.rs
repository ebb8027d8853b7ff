//! The respondent's module, the wasm of the npm package: the law of a plan in, its reports out, all as numbers.
//!
//! The package has read and checked the plan before, and recomputed its promises. Here is what must not tell by its time what was
//! answered. What does not fit each other is a fault of the package: it panics, which stops the module.

mod numbers;

use alloc::vec;
use alloc::vec::Vec;

use crate::error::Error;
use crate::law::Law;
use crate::plan::Fingerprint;
use crate::report::Drawing;
use crate::report::wave::Secret;
use crate::schema::Record;
use numbers::Handed;

/// SHA-256 of so many bytes, each a number, as eight numbers, the first byte the most significant.
#[must_use]
pub fn sha256(next: fn() -> u32) -> Vec<u32> {
    let bytes = Handed(next).list(Handed::byte);
    let mut numbers = Vec::new();
    append(&mut numbers, Fingerprint::of(&bytes).as_bytes());
    numbers
}

/// A law that was checked before (`numbers.rs`).
#[must_use]
pub fn law(next: fn() -> u32) -> Law {
    Handed(next).law()
}

/// Draws the reports of a law.
pub struct Sampler {
    law: Law,
    mechanism: Option<Fingerprint>,
    entropy: fn(&mut [u8; 32]) -> bool,
}

impl Sampler {
    /// Of a law that was checked before: for a wave the digest of what all waves of its family share, as eight numbers or none,
    /// and the law (`numbers.rs`). `entropy` fills a seed with randomness of the system, and says whether it did.
    #[must_use]
    pub fn new(next: fn() -> u32, entropy: fn(&mut [u8; 32]) -> bool) -> Self {
        let mut numbers = Handed(next);
        let mechanism = numbers.digest().map(Fingerprint::from);
        Self { law: numbers.law(), mechanism, entropy }
    }

    /// A report of what comes next: the positions of the true answers, the secret of a family as eight numbers or none, and one
    /// label of before or none. It is its perturbed numbers, then the id as four numbers, the first byte the most
    /// significant. Handed, since writing digits takes as many steps as there are. Nothing where the system gives no
    /// randomness.
    ///
    /// A wave is drawn under the secret, or under a fresh one where none is given; its report is
    /// followed by the truth's mark and by the secret, eight numbers each. Under a label only the answers that it asks are read.
    ///
    /// Without answers it is the label that says what this device is asked, and in a wave the secret that it follows from.
    #[must_use]
    pub fn perturb(&self, next: fn() -> u32) -> Vec<u32> {
        let mut numbers = Handed(next);
        let categories = numbers.exactly(self.law.sizes().len());
        let secret = numbers.digest().map(Secret::new);
        let label = numbers.list(Handed::number).pop();
        let drawn = match categories {
            Some(categories) => self.report(categories, label, secret),
            None => self.label(secret),
        };
        drawn.unwrap_or_default()
    }

    fn report(
        &self,
        categories: Vec<u32>,
        label: Option<u32>,
        secret: Option<Secret>,
    ) -> Result<Vec<u32>, Error> {
        assert!(label.is_none_or(|label| label < self.law.labels()));
        let record = Record::checked(self.law.sizes(), categories);
        let (id, mut numbers, wave) = self.drawing().report(record, label, secret)?;
        append(&mut numbers, &id);
        if let Some(wave) = wave {
            append(&mut numbers, &wave.mark);
            append(&mut numbers, wave.secret.as_bytes());
        }
        Ok(numbers)
    }

    fn label(&self, secret: Option<Secret>) -> Result<Vec<u32>, Error> {
        let (label, secret) = self.drawing().label(secret)?;
        let mut numbers = vec![label];
        secret.iter().for_each(|secret| append(&mut numbers, secret.as_bytes()));
        Ok(numbers)
    }

    fn drawing(&self) -> Drawing<'_> {
        Drawing { law: &self.law, mechanism: self.mechanism, entropy: self.entropy }
    }
}

/// Appends the number of every four bytes, the first the most significant.
fn append(numbers: &mut Vec<u32>, bytes: &[u8]) {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    numbers.extend(bytes.chunks(4).map(number));
}

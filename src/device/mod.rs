//! The respondent's WebAssembly module of the npm package: takes a plan's law and returns reports, all as numbers.
//!
//! The package has verified the plan before and recomputed its promises. This module holds the code whose timing must not reveal the
//! answers. Inconsistent input is a fault of the package: it panics, which stops the module.

mod numbers;

use alloc::vec;
use alloc::vec::Vec;

use crate::law::Law;
use crate::plan::Fingerprint;
use crate::report::Drawing;
use crate::report::wave::Secret;
use crate::schema::Record;
use numbers::Handed;

/// SHA-256 of a list of bytes, each handed over as a number; returned as eight numbers, most significant byte first.
#[must_use]
pub fn sha256(next: fn() -> u32) -> Vec<u32> {
    let bytes = Handed(next).list(Handed::byte);
    let mut numbers = Vec::new();
    append(&mut numbers, Fingerprint::of(&bytes).as_bytes());
    numbers
}

/// Reads a law that was checked before (format: `numbers.rs`).
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
    /// Reads a law that was checked before (format: `numbers.rs`), preceded for a wave by the digest that all waves of its family share, as
    /// eight numbers, else by an empty list. `entropy` fills a seed with system randomness and returns whether it did.
    #[must_use]
    pub fn new(next: fn() -> u32, entropy: fn(&mut [u8; 32]) -> bool) -> Self {
        let mut numbers = Handed(next);
        let mechanism = numbers.digest().map(Fingerprint::from);
        Self { law: numbers.law(), mechanism, entropy }
    }

    /// Draws a report. `next` hands over the positions of the true answers, the secret of a family as eight numbers or none, and one
    /// previously drawn label or none. Returns the perturbed numbers, then the id as four numbers, most significant byte
    /// first, since writing its digits here would take as many steps as there are digits. Empty where the system gives no
    /// randomness.
    ///
    /// A wave is drawn with the secret, or a fresh one where none is given; the report is
    /// followed by the mark of the true answers and by the secret, eight numbers each. Under a label only the answers that it asks are read.
    ///
    /// Without answers, returns the label that decides what this device is asked, followed in a wave by the secret that it is derived from.
    #[must_use]
    pub fn perturb(&self, next: fn() -> u32) -> Vec<u32> {
        let mut numbers = Handed(next);
        let categories = numbers.exactly(self.law.attributes());
        let secret = numbers.digest().map(Secret::new);
        let label = numbers.list(Handed::number).pop();
        let drawn = match categories {
            Some(categories) => self.report(categories, label, secret),
            None => self.label(secret),
        };
        drawn.unwrap_or_default()
    }

    fn report(&self, categories: Vec<u32>, label: Option<u32>, secret: Option<Secret>) -> Option<Vec<u32>> {
        assert!(label.is_none_or(|label| label < self.law.labels()));
        let record = Record::checked(&self.law.sizes()[..self.law.attributes()], categories);
        let (id, mut numbers, wave) = self.drawing().report(record, label, secret)?;
        append(&mut numbers, &id);
        if let Some(wave) = wave {
            append(&mut numbers, &wave.mark);
            append(&mut numbers, wave.secret.as_bytes());
        }
        Some(numbers)
    }

    fn label(&self, secret: Option<Secret>) -> Option<Vec<u32>> {
        let (label, secret) = self.drawing().label(secret)?;
        let mut numbers = vec![label];
        secret.iter().for_each(|secret| append(&mut numbers, secret.as_bytes()));
        Some(numbers)
    }

    fn drawing(&self) -> Drawing<'_> {
        Drawing { law: &self.law, mechanism: self.mechanism, entropy: self.entropy }
    }
}

/// Appends a number for every four bytes, most significant byte first.
fn append(numbers: &mut Vec<u32>, bytes: &[u8]) {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
    numbers.extend(bytes.chunks(4).map(number));
}

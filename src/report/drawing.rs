//! The random draws of a device, in this order: its seed, for a wave the secret of its family, the label unless it has one, the report.

use alloc::vec;
use alloc::vec::Vec;

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use zeroize::Zeroizing;

use super::wave::{Secret, Wave};
use crate::law::Law;
#[cfg(feature = "os-rng")]
use crate::perturb::of_system;
use crate::perturb::{label, perturb_under, seeded};
use crate::plan::Fingerprint;
#[cfg(feature = "os-rng")]
use crate::plan::Plan;
use crate::schema::Record;

/// The law, mechanism and source of entropy that reports are drawn with.
#[derive(Clone, Copy)]
pub(crate) struct Drawing<'p> {
    pub(crate) law: &'p Law,
    /// For a wave, the digest of the mechanism that all waves of its family share.
    pub(crate) mechanism: Option<Fingerprint>,
    /// Fills a seed with randomness from the system, and returns whether it succeeded.
    pub(crate) entropy: fn(&mut [u8; 32]) -> bool,
}

/// The id of a report, its perturbed numbers, and for a wave what the device keeps.
type Drawn = ([u8; 16], Vec<u32>, Option<Wave>);

impl<'p> Drawing<'p> {
    #[cfg(feature = "os-rng")]
    pub(super) fn of(plan: &'p Plan) -> Self {
        Self { law: plan.law(), mechanism: plan.mechanism(), entropy: of_system }
    }

    /// Draws a report under a given label and secret; draws these as well if they are `None`. The label must be one of the law. `None` where there is no
    /// randomness.
    pub(crate) fn report(self, record: Record, label: Option<u32>, secret: Option<Secret>) -> Option<Drawn> {
        let drawn = self.draw(record, label, secret);
        overwrite_stack();
        drawn
    }

    #[inline(never)]
    fn draw(self, record: Record, label: Option<u32>, secret: Option<Secret>) -> Option<Drawn> {
        let (mut rng, mut id) = (seeded(self.entropy)?, [0; 16]);
        fill(&mut rng, &mut id);
        let family = self.family(secret, &mut rng);
        let label = label.unwrap_or_else(|| self.label_of_device(family.as_ref(), &mut rng));
        let wave = family.map(|(mechanism, secret)| {
            let asked = self.asked(label, record.categories());
            rng = ChaCha20Rng::from_seed(*secret.noise(mechanism, &asked));
            Wave { mark: secret.mark(mechanism, &asked), secret }
        });
        let perturbed = perturb_under(self.law, label, record, &mut rng);
        Some((id, perturbed, wave))
    }

    /// Draws a label, and for a wave also returns the secret that it follows from. `None` where there is no randomness.
    pub(crate) fn label(self, secret: Option<Secret>) -> Option<(u32, Option<Secret>)> {
        let drawn = self.draw_label(secret);
        overwrite_stack();
        drawn
    }

    #[inline(never)]
    fn draw_label(self, secret: Option<Secret>) -> Option<(u32, Option<Secret>)> {
        let mut rng = seeded(self.entropy)?;
        let family = self.family(secret, &mut rng);
        Some((self.label_of_device(family.as_ref(), &mut rng), family.map(|(_, secret)| secret)))
    }

    /// Returns the record with 0 in place of every answer that the label does not need.
    fn asked(self, label: u32, record: &[u32]) -> Zeroizing<Vec<u32>> {
        let mut asked = Zeroizing::new(vec![0; record.len()]);
        self.law.visit_asked(label, |attribute| asked[attribute] = record[attribute]);
        asked
    }

    /// The mechanism that the waves of a family share, and the device's secret; draws a secret if it is `None`. `None` outside of a family.
    fn family(self, secret: Option<Secret>, rng: &mut ChaCha20Rng) -> Option<(Fingerprint, Secret)> {
        self.mechanism.map(|mechanism| {
            let mut fresh = [0; 32];
            fill(rng, &mut fresh);
            (mechanism, secret.unwrap_or(Secret::new(fresh)))
        })
    }

    /// The label: derived from the secret of a family, where there is one, and otherwise random.
    fn label_of_device(self, family: Option<&(Fingerprint, Secret)>, rng: &mut ChaCha20Rng) -> u32 {
        if let Some((mechanism, secret)) = family.filter(|_| self.law.labels() > 1) {
            *rng = ChaCha20Rng::from_seed(*secret.label(*mechanism));
        }
        label(self.law, rng)
    }
}

/// Fills bytes as `fill_bytes` does, in whole words, in a sixth of the code.
fn fill(rng: &mut ChaCha20Rng, bytes: &mut [u8]) {
    bytes.chunks_exact_mut(8).for_each(|word| word.copy_from_slice(&rng.next_u64().to_le_bytes()));
}

/// Overwrites the part of the stack that drawing has used, because a generator that is moved leaves a copy of its seed there.
#[inline(never)]
fn overwrite_stack() {
    core::hint::black_box(&mut [0_u64; 512]);
}

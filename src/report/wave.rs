//! Repeated surveys: in every wave the same truth leaves as the same perturbed record, so that averaging over waves
//! shows no more than one report does.
//!
//! The noise is no fresh randomness but a pseudo-random function of the true record under a secret that stays on
//! the device, as in the permanent response of RAPPOR (Erlingsson, Pihur, Korolova 2014, §3):
//! seed = HMAC-SHA256(secret, "candor wave noise" ‖ mechanism ‖ record), expanded by ChaCha20. A changed truth is a
//! fresh draw and spends record ε once more. What is *not* hidden is whether the truth changed.

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::plan::Fingerprint;
use crate::schema::Record;

/// What a device keeps for a family of surveys; whoever has it can tell from reports what was answered. Overwritten
/// when dropped.
#[derive(Clone)]
pub struct Secret(Zeroizing<[u8; 32]>);

/// Beside the report of a wave: what the device keeps for the next.
pub struct Wave {
    /// The secret under which the noise was drawn.
    pub secret: Secret,
    /// Recognises the same truth under the same secret and mechanism, by which the device knows that it has been
    /// paid for; tells nothing without the secret.
    pub mark: [u8; 32],
}

impl Secret {
    /// A secret of 32 random bytes, kept earlier.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The bytes, to be kept on the device alone.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub(super) fn noise(&self, mechanism: Fingerprint, record: &Record) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.derive("candor wave noise", mechanism, record))
    }

    pub(super) fn mark(&self, mechanism: Fingerprint, record: &Record) -> [u8; 32] {
        self.derive("candor wave mark", mechanism, record)
    }

    /// HMAC-SHA256 (RFC 2104) of a record under a mechanism and for a purpose.
    fn derive(&self, purpose: &str, mechanism: Fingerprint, record: &Record) -> [u8; 32] {
        let mut inner = self.keyed(0x36).chain_update(purpose).chain_update(mechanism.as_bytes());
        for category in record.categories() {
            inner.update(category.to_le_bytes());
        }
        self.keyed(0x5c).chain_update(inner.finalize()).finalize().into()
    }

    /// A hash of the key, filled up with zeros to a block, each byte xor `pad`.
    fn keyed(&self, pad: u8) -> Sha256 {
        let mut block = Zeroizing::new([pad; 64]);
        block.iter_mut().zip(self.0.iter()).for_each(|(byte, key)| *byte ^= key);
        Sha256::new().chain_update(*block)
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;
    use crate::plan::Fingerprint;
    use crate::schema::{Attribute, Category, Record, Schema};
    use alloc::vec::Vec;
    use hmac::{Hmac, KeyInit, Mac};

    #[test]
    fn seeds_and_marks_are_hmacs() {
        let yes_no = ["no", "yes"].map(|value| Category::new(value, None)).to_vec();
        let questions =
            ["a", "b"].map(|name| Attribute::new(name, None, yes_no.clone(), false).expect("valid"));
        let schema = Schema::new(questions.to_vec()).expect("valid");
        let record = Record::new(&schema, [0, 1]).expect("valid");
        let (secret, mechanism) = (Secret::new([7; 32]), Fingerprint::from([9; 32]));
        let expected = |purpose: &[u8]| -> Vec<u8> {
            let mut function = Hmac::<sha2::Sha256>::new_from_slice(&[7; 32]).expect("any length");
            for part in [purpose, &[9; 32], &[0, 0, 0, 0, 1, 0, 0, 0]] {
                function.update(part);
            }
            function.finalize().into_bytes().to_vec()
        };
        assert_eq!(secret.noise(mechanism, &record).as_slice(), expected(b"candor wave noise"));
        assert_eq!(secret.mark(mechanism, &record).as_slice(), expected(b"candor wave mark"));
    }
}

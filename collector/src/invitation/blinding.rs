//! The device's half of a blind signature [RFC 9474, sections 4.2 and 4.4].
//!
//! The message, a randomizer followed by a number, is encoded as EMSA-PSS has it, with SHA-384 and a salt of 48 bytes [RFC 8017, section 9.1.1].
//! The encoding is blinded by a factor that is inverted when the signature is there.

use candor::Error;
use candor::perturb::generator;
use crypto_bigint::U2048;
use rand_core::Rng;
use sha2::{Digest, Sha384};

use super::credential::Credential;
use super::invalid;
use super::key::PublicKey;
use super::modulus::{self, BYTES};

/// The length of a hash and of the salt, in bytes.
const HASH: usize = 48;

/// A number and its blinding. Only the blinded number is sent.
pub struct Request {
    number: [u8; 32],
    randomizer: [u8; 32],
    blinded: [u8; BYTES],
    inverse: U2048,
}

impl Request {
    /// Draws a number and blinds it for this key.
    ///
    /// # Errors
    /// `entropy-unavailable`.
    pub fn new(key: &PublicKey) -> Result<Self, Error> {
        let mut generator = generator()?;
        let (mut number, mut randomizer, mut salt) = ([0; 32], [0; 32], [0; HASH]);
        generator.fill_bytes(&mut number);
        generator.fill_bytes(&mut randomizer);
        generator.fill_bytes(&mut salt);
        let encoded = U2048::from_be_slice(&encoded(&[randomizer, number].concat(), &salt));
        loop {
            let factor = key.0.draw(&mut generator);
            if let Some(inverse) = key.0.inverse(&factor) {
                let blinded = modulus::bytes(&key.0.product(&encoded, &key.0.raised(&factor)));
                return Ok(Self { number, randomizer, blinded, inverse });
            }
        }
    }

    /// The blinded number, which is sent.
    #[must_use]
    pub fn blinded(&self) -> &[u8] {
        &self.blinded
    }

    /// Makes a credential from the collector's answer.
    ///
    /// # Errors
    /// `invalid-invitation` if the answer is not a signature by this key.
    pub fn credential(&self, key: &PublicKey, answer: &[u8]) -> Result<Credential, Error> {
        let unsigned = || invalid("the collector's answer is not a signature by the key of the invitation");
        let answer = key.0.read(answer).ok_or_else(unsigned)?;
        let signature = modulus::bytes(&key.0.product(&answer, &self.inverse));
        let credential = Credential { number: self.number, randomizer: self.randomizer, signature };
        key.verify(&credential).map_err(|_| unsigned())?;
        Ok(credential)
    }
}

/// EMSA-PSS of a message, 2047 bits long.
fn encoded(message: &[u8], salt: &[u8; HASH]) -> [u8; BYTES] {
    let of_message = Sha384::digest(message);
    let hash = Sha384::new().chain_update([0; 8]).chain_update(of_message).chain_update(salt).finalize();
    let mut encoded = [0; BYTES];
    let (block, end) = encoded.split_at_mut(BYTES - HASH - 1);
    end[..HASH].copy_from_slice(&hash);
    end[HASH] = 0xbc;
    let (padding, of_salt) = block.split_at_mut(block.len() - HASH);
    of_salt.copy_from_slice(salt);
    padding[padding.len() - 1] = 1;
    for (counter, masked) in (0_u32..).zip(block.chunks_mut(HASH)) {
        let mask = Sha384::new().chain_update(hash).chain_update(counter.to_be_bytes()).finalize();
        masked.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
    }
    encoded[0] &= 0x7f;
    encoded
}

//! The credential that a report of a plan with blind invitations brings: `number ‖ randomizer ‖ signature`, 320 bytes in base64url.

use base64ct::{Base64UrlUnpadded, Encoding};
use candor::Error;
use sha2::{Digest, Sha256};

use super::invalid;

/// A number, the randomizer that was put before it when it was signed, and the signature.
pub struct Credential {
    pub(super) number: [u8; 32],
    pub(super) randomizer: [u8; 32],
    pub(super) signature: [u8; 256],
}

impl Credential {
    /// Parses a credential.
    ///
    /// # Errors
    /// `invalid-invitation`.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let unreadable = || invalid("the credential that came with the report is not 320 bytes in base64url");
        let bytes: [u8; 320] = Base64UrlUnpadded::decode_vec(text)
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or_else(unreadable)?;
        let parts = bytes.split_first_chunk().and_then(|(number, rest)| {
            let (randomizer, rest) = rest.split_first_chunk()?;
            Some(Self { number: *number, randomizer: *randomizer, signature: *rest.first_chunk()? })
        });
        parts.ok_or_else(unreadable)
    }

    /// The text that is sent.
    #[must_use]
    pub fn text(&self) -> String {
        Base64UrlUnpadded::encode_string(&[&self.number[..], &self.randomizer, &self.signature].concat())
    }

    /// The hash that is stored so that the credential admits only one report. It does not depend on the signature, so that another
    /// signature of the same number does not admit a second one.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.number).into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Request, SigningKey};
    use super::*;

    #[test]
    fn a_signed_number_is_found_good_and_any_other_is_not() {
        let (key, other) = (SigningKey::generate().expect("a key"), SigningKey::generate().expect("a key"));
        let key = SigningKey::from_der(key.to_der()).expect("the same key");
        let request = Request::new(key.public()).expect("a request");
        key.public().check(request.blinded()).expect("a number");
        let answer = key.sign(request.blinded()).expect("a signature");
        assert!(request.credential(other.public(), &answer).is_err());
        assert!(request.credential(key.public(), &other.sign(&[0; 256]).expect("a signature")).is_err());
        let credential = request.credential(key.public(), &answer).expect("a credential");
        let sent = Credential::from_text(&credential.text()).expect("the same");
        key.public().verify(&sent).expect("good");
        assert_eq!(other.public().verify(&sent).expect_err("another key").code().as_str(), "not-invited");
        for at in [0, 31, 32, 63, 64, 319] {
            let mut bytes = Base64UrlUnpadded::decode_vec(&sent.text()).expect("base64");
            bytes[at] ^= 1;
            let changed = Credential::from_text(&Base64UrlUnpadded::encode_string(&bytes)).expect("bytes");
            assert_eq!(key.public().verify(&changed).expect_err("changed").code().as_str(), "not-invited");
        }
        // Neither the number nor the signature is in what the collector saw when it signed.
        let seen = [request.blinded(), &answer].concat();
        assert!(!seen.windows(16).any(|part| credential.signature.windows(16).any(|own| own == part)));
        assert!(!seen.windows(16).any(|part| credential.number.windows(16).any(|own| own == part)));
    }

    #[test]
    fn a_key_is_read_as_it_was_written_and_damaged_ones_are_refused() {
        let der = SigningKey::generate().expect("a key").to_der().to_vec();
        assert_eq!(SigningKey::from_der(&der).expect("the same key").to_der(), der);
        // Within the modulus, the last prime's exponent and the coefficient; and a key that breaks off.
        for at in [60, der.len() - 200, der.len() - 1] {
            let mut damaged = der.clone();
            damaged[at] ^= 4;
            assert_eq!(SigningKey::from_der(&damaged).err().expect("refused").code().as_str(), "io", "{at}");
        }
        assert!(SigningKey::from_der(&der[..der.len() - 1]).is_err());
    }

    #[test]
    fn what_is_no_number_below_the_modulus_is_not_signed() {
        let key = SigningKey::generate().expect("a key");
        for blinded in [vec![], vec![1; 255], vec![1; 257], vec![0xff; 256]] {
            assert_eq!(
                key.public().check(&blinded).expect_err("refused").code().as_str(),
                "invalid-invitation"
            );
            assert_eq!(key.sign(&blinded).expect_err("refused").code().as_str(), "invalid-invitation");
        }
        for text in ["", "AAAA", "no base64!", &"A".repeat(428)] {
            assert_eq!(
                Credential::from_text(text).err().expect("refused").code().as_str(),
                "invalid-invitation"
            );
        }
    }
}

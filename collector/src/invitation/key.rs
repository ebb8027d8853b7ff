//! Blind signatures: RSABSSA-SHA384-PSS-Randomized [RFC 9474, section 5], with keys of 2048 bits.

use base64ct::{Base64UrlUnpadded, Encoding};
use candor::Error;
use candor::perturb::generator;
use crypto_bigint::U2048;
use pkcs1::der::asn1::UintRef;
use pkcs1::der::{Decode, Encode};
use pkcs1::{ALGORITHM_ID, RsaPrivateKeyRef, RsaPublicKey, RsaPublicKeyRef};
use pkcs8::PrivateKeyInfoRef;
use pkcs8::spki::SubjectPublicKeyInfoRef;
use pkcs8::spki::der::asn1::BitStringRef;
use ring::signature::{RSA_PSS_2048_8192_SHA384, RsaPublicKeyComponents};
use zeroize::Zeroizing;

use super::credential::Credential;
use super::modulus::{self, Modulus};
use super::private::PrivateExponent;
use super::{failed, generation, invalid};
use crate::tokens;

/// The private key that signs for a plan's invitations.
#[derive(Clone)]
pub struct SigningKey {
    exponent: PrivateExponent,
    der: Zeroizing<Vec<u8>>,
    public: PublicKey,
}

impl SigningKey {
    /// Generates a key, which takes about a second.
    ///
    /// # Errors
    /// `entropy-unavailable`; `io` if no key is found.
    pub fn generate() -> Result<Self, Error> {
        Self::from_der(&generation::key(&mut generator()?)?)
    }

    /// Reads a key in PKCS #8.
    ///
    /// # Errors
    /// `io` if it is not a valid key.
    pub fn from_der(der: &[u8]) -> Result<Self, Error> {
        let document = PrivateKeyInfoRef::try_from(der).map_err(|cause| failed(&cause))?;
        let parts =
            RsaPrivateKeyRef::from_der(document.private_key.as_bytes()).map_err(|cause| failed(&cause))?;
        let public =
            PublicKey::of_parts(&parts.public_key()).ok_or_else(|| failed(&"not a key of 2048 bits"))?;
        let exponent =
            PrivateExponent::of_parts(&parts).ok_or_else(|| failed(&"primes of more than 1024 bits"))?;
        let key = Self { exponent, der: Zeroizing::new(der.to_vec()), public };
        // What it signs can be verified.
        key.signed(&U2048::from_u32(2)).ok_or_else(|| failed(&"a private exponent of another key"))?;
        Ok(key)
    }

    /// The key in PKCS #8.
    #[must_use]
    pub fn to_der(&self) -> &[u8] {
        &self.der
    }

    /// The public key that verifies its signatures.
    #[must_use]
    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Signs a blinded message, which takes some milliseconds, however it and the key are.
    ///
    /// # Errors
    /// `invalid-invitation` if it is not a number below the modulus; `io` if the signature turns out to be none.
    pub fn sign(&self, blinded: &[u8]) -> Result<Vec<u8>, Error> {
        let number = self.public.0.read(blinded).ok_or_else(unreadable)?;
        let signature = self.signed(&number).ok_or_else(|| failed(&"a signature that is none"))?;
        Ok(modulus::bytes(&signature).to_vec())
    }

    /// The signature of a number below the modulus; `None` if it does not verify, as after an error of the machine.
    fn signed(&self, number: &U2048) -> Option<U2048> {
        let signature = self.exponent.raised(number)?;
        (self.public.0.raised(&signature) == *number).then_some(signature)
    }
}

/// The public key, which blinds and verifies.
#[derive(Clone)]
pub struct PublicKey(pub(super) Modulus);

impl PublicKey {
    fn of_parts(parts: &RsaPublicKeyRef<'_>) -> Option<Self> {
        if parts.public_exponent.as_bytes() != modulus::exponent() {
            return None;
        }
        let bytes: &[u8; modulus::BYTES] = parts.modulus.as_bytes().try_into().ok()?;
        Modulus::new(&U2048::from_be_slice(bytes)).map(Self)
    }

    /// Checks that a blinded message is a number below the modulus, before an invitation is used for it.
    ///
    /// # Errors
    /// `invalid-invitation`.
    pub fn check(&self, blinded: &[u8]) -> Result<(), Error> {
        self.0.read(blinded).map(|_| ()).ok_or_else(unreadable)
    }

    /// Verifies the signature of a report's credential.
    ///
    /// # Errors
    /// `not-invited` if it is invalid.
    pub fn verify(&self, credential: &Credential) -> Result<(), Error> {
        let Credential { number, randomizer, signature } = credential;
        let key = RsaPublicKeyComponents { n: &self.0.bytes()[..], e: &modulus::exponent()[..] };
        key.verify(&RSA_PSS_2048_8192_SHA384, &[*randomizer, *number].concat(), signature)
            .map_err(|_| crate::store::not_taken(candor::Code::NotInvited))
    }

    /// The key as it is published: `SubjectPublicKeyInfo` in DER, in base64url.
    ///
    /// # Errors
    /// `io`.
    pub fn text(&self) -> Result<String, Error> {
        let (bytes, exponent) = (self.0.bytes(), modulus::exponent());
        let document = || {
            let key =
                RsaPublicKey { modulus: UintRef::new(&bytes)?, public_exponent: UintRef::new(&exponent)? };
            let key = key.to_der()?;
            let subject_public_key = BitStringRef::from_bytes(&key)?;
            SubjectPublicKeyInfoRef { algorithm: ALGORITHM_ID, subject_public_key }.to_der()
        };
        Ok(Base64UrlUnpadded::encode_string(&document().map_err(|cause| failed(&cause))?))
    }

    /// Reads a published key.
    ///
    /// # Errors
    /// `invalid-invitation`.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let read = |der: &[u8]| {
            let document = SubjectPublicKeyInfoRef::try_from(der).ok()?;
            document.algorithm.assert_algorithm_oid(ALGORITHM_ID.oid).ok()?;
            Self::of_parts(&RsaPublicKeyRef::from_der(document.subject_public_key.as_bytes()?).ok()?)
        };
        let key = Base64UrlUnpadded::decode_vec(text).ok().and_then(|der| read(&der));
        key.ok_or_else(|| {
            invalid("the key is not an RSA public key of 2048 bits and exponent 65537 in base64url")
        })
    }

    /// The name of the key in links: SHA-256 of the published text, in base64url.
    ///
    /// # Errors
    /// `io`.
    pub fn name(&self) -> Result<String, Error> {
        Ok(Base64UrlUnpadded::encode_string(&tokens::digest(&self.text()?)))
    }
}

fn unreadable() -> Error {
    invalid("the blinded message is not a number of 256 bytes below the modulus")
}

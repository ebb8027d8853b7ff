//! Blind signatures: RSABSSA-SHA384-PSS-Randomized [RFC 9474, section 5].

use base64ct::{Base64UrlUnpadded, Encoding};
use blind_rsa_signatures::{
    BlindSignature, BlindingResult, KeyPairSha384PSSRandomized, MessageRandomizer,
    PublicKeySha384PSSRandomized, SecretKeySha384PSSRandomized, Signature,
};
use candor::Error;
use candor::perturb::generator;
use candor_documents::failure;
use rand_core::Rng;

use super::credential::Credential;
use super::invalid;
use crate::tokens;

/// The length of the modulus in bits.
const BITS: usize = 2048;

/// The private key that signs for a plan's invitations.
#[derive(Clone)]
pub struct SigningKey {
    secret: SecretKeySha384PSSRandomized,
    public: PublicKey,
}

impl SigningKey {
    /// Generates a key, which takes about a second.
    ///
    /// # Errors
    /// `entropy-unavailable`; `io` if no key is found.
    pub fn generate() -> Result<Self, Error> {
        let pair =
            KeyPairSha384PSSRandomized::generate(&mut generator()?, BITS).map_err(|cause| failed(&cause))?;
        Ok(Self { secret: pair.sk, public: PublicKey(pair.pk) })
    }

    /// Reads a key in PKCS #8.
    ///
    /// # Errors
    /// `io` if it is not a valid key.
    pub fn from_der(der: &[u8]) -> Result<Self, Error> {
        let secret = SecretKeySha384PSSRandomized::from_der(der).map_err(|cause| failed(&cause))?;
        let public = PublicKey(secret.public_key().map_err(|cause| failed(&cause))?);
        Ok(Self { secret, public })
    }

    /// Writes the key in PKCS #8.
    ///
    /// # Errors
    /// `io`.
    pub fn to_der(&self) -> Result<Vec<u8>, Error> {
        self.secret.to_der().map_err(|cause| failed(&cause))
    }

    /// The public key that verifies its signatures.
    #[must_use]
    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Signs a blinded message, which takes some milliseconds.
    ///
    /// # Errors
    /// `invalid-invitation` if it is not a number below the modulus; `entropy-unavailable`.
    pub fn sign(&self, blinded: &[u8]) -> Result<Vec<u8>, Error> {
        let signature = self.secret.blind_sign_with_rng(&mut generator()?, blinded);
        signature.map(|signature| signature.0).map_err(|_| unreadable())
    }
}

/// The public key, which blinds and verifies.
#[derive(Clone)]
pub struct PublicKey(PublicKeySha384PSSRandomized);

impl PublicKey {
    /// Checks that a blinded message is a number below the modulus, before an invitation is used for it.
    ///
    /// # Errors
    /// `invalid-invitation`.
    pub fn check(&self, blinded: &[u8]) -> Result<(), Error> {
        let modulus = self.0.components().n();
        if blinded.len() == modulus.len() && *blinded < *modulus { Ok(()) } else { Err(unreadable()) }
    }

    /// Verifies the signature of a report's credential.
    ///
    /// # Errors
    /// `not-invited` if it is invalid.
    pub fn verify(&self, credential: &Credential) -> Result<(), Error> {
        let randomizer = Some(MessageRandomizer(credential.randomizer));
        let verified =
            self.0.verify(&Signature(credential.signature.to_vec()), randomizer, credential.number);
        verified.map_err(|_| crate::store::not_taken(candor::Code::NotInvited))
    }

    /// Draws a number and blinds it.
    ///
    /// # Errors
    /// `entropy-unavailable`; `io`.
    pub fn request(&self) -> Result<Request, Error> {
        let mut generator = generator()?;
        let mut number = [0; 32];
        generator.fill_bytes(&mut number);
        let blinding = self.0.blind(&mut generator, number).map_err(|cause| failed(&cause))?;
        Ok(Request { number, blinding })
    }

    /// The key as it is published: `SubjectPublicKeyInfo` in DER, in base64url.
    ///
    /// # Errors
    /// `io`.
    pub fn text(&self) -> Result<String, Error> {
        Ok(Base64UrlUnpadded::encode_string(&self.0.to_der().map_err(|cause| failed(&cause))?))
    }

    /// Reads a published key.
    ///
    /// # Errors
    /// `invalid-invitation`.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let der = Base64UrlUnpadded::decode_vec(text).ok();
        let key = der.and_then(|der| PublicKeySha384PSSRandomized::from_der(&der).ok());
        key.map(Self).ok_or_else(|| invalid("the key is not an RSA public key in base64url"))
    }

    /// The name of the key in links: SHA-256 of the published text, in base64url.
    ///
    /// # Errors
    /// `io`.
    pub fn name(&self) -> Result<String, Error> {
        Ok(Base64UrlUnpadded::encode_string(&tokens::digest(&self.text()?)))
    }
}

/// A number and its blinding. Only the blinded number is sent.
pub struct Request {
    number: [u8; 32],
    blinding: BlindingResult,
}

impl Request {
    /// The blinded number, which is sent.
    #[must_use]
    pub fn blinded(&self) -> &[u8] {
        &self.blinding.blind_message
    }

    /// Makes a credential from the collector's answer.
    ///
    /// # Errors
    /// `invalid-invitation` if the answer is not a signature by this key.
    pub fn credential(&self, key: &PublicKey, answer: &[u8]) -> Result<Credential, Error> {
        let signature = key.0.finalize(&BlindSignature(answer.to_vec()), &self.blinding, self.number);
        let (signature, randomizer) = (signature.ok(), self.blinding.msg_randomizer);
        let parts = signature.and_then(|signature| Some((signature.0.try_into().ok()?, randomizer?.0)));
        let (signature, randomizer) = parts.ok_or_else(|| {
            invalid("the collector's answer is not a signature by the key of the invitation")
        })?;
        Ok(Credential { number: self.number, randomizer, signature })
    }
}

fn unreadable() -> Error {
    invalid("the blinded message is not a number of 256 bytes below the modulus")
}

fn failed(cause: &dyn core::fmt::Display) -> Error {
    failure::io("blind signatures", cause)
}

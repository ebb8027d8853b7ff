//! Signing plans: Ed25519 [RFC 8032] over the plan's `signed_text`, keys in PKCS #8 PEM, public keys and signatures in base64url without
//! padding. [`candor_input::signature`] checks them.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use base64ct::{Base64UrlUnpadded, Encoding};
use candor::plan::Plan;
use candor::{Code, Error};
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::pkcs8::{DecodePrivateKey, EncodePrivateKey, KeypairBytes};
use ed25519_dalek::{Signer, SigningKey};

use crate::failure;

/// Reads a private key from a file.
///
/// # Errors
/// `io`; `invalid-key` if the file holds no Ed25519 key.
pub fn read_key(path: &Path) -> Result<SigningKey, Error> {
    let text = failure::text(path, Code::InvalidKey)?;
    SigningKey::from_pkcs8_pem(&text).map_err(|_| {
        Error::new(
            Code::InvalidKey,
            format!("{} does not hold an Ed25519 private key in PKCS #8 PEM", path.display()),
        )
    })
}

/// Writes a new private key to a file that only its owner may read; an existing file is left unchanged.
///
/// # Errors
/// `io`; `entropy-unavailable`.
pub fn create_key(path: &Path) -> Result<SigningKey, Error> {
    let mut seed = [0; 32];
    let mut rng = candor::perturb::generator()?;
    rand_core::Rng::fill_bytes(&mut rng, &mut seed);
    let key = SigningKey::from_bytes(&seed);
    // Version 1 of the format, without the public key, as OpenSSL reads no other.
    let bytes = KeypairBytes { secret_key: key.to_bytes(), public_key: None };
    let text = bytes.to_pkcs8_pem(LineEnding::LF).map_err(|cause| failure::io("private key", &cause))?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|cause| failure::file(path, &cause))?;
    Ok(key)
}

/// The public key in the form that pages and `candor verify` take.
#[must_use]
pub fn public_key(key: &SigningKey) -> String {
    Base64UrlUnpadded::encode_string(key.verifying_key().as_bytes())
}

/// Signs a plan.
///
/// # Errors
/// None: a text can be written.
pub fn sign(plan: Plan, key: &SigningKey) -> Result<Plan, Error> {
    let signature = key.sign(plan.signed_text().as_bytes());
    plan.signed(&Base64UrlUnpadded::encode_string(&signature.to_bytes()))
}

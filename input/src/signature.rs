//! Checking signatures of plans: Ed25519 [RFC 8032] over the plan's `signed_text`, public keys and signatures in base64url without padding.

use base64ct::{Base64UrlUnpadded, Encoding};
use candor::plan::Plan;
use candor::{Code, Error};
use ed25519_dalek::{Signature, VerifyingKey};

/// Checks that a plan carries the signature of a public key.
///
/// # Errors
/// `invalid-key`; `signature-mismatch`.
pub fn check(plan: &Plan, public_key: &str) -> Result<(), Error> {
    let key = decoded(public_key).and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok());
    let key = key.ok_or_else(|| {
        Error::new(
            Code::InvalidKey,
            format!("{public_key:?} is not an Ed25519 public key, 32 bytes in base64url"),
        )
    })?;
    let Some(signature) = plan.signature() else {
        return Err(Error::new(Code::SignatureMismatch, "the plan carries no signature"));
    };
    let verified = decoded(signature).map(|bytes| Signature::from_bytes(&bytes));
    match verified.map(|signature| key.verify_strict(plan.signed_text().as_bytes(), &signature)) {
        Some(Ok(())) => Ok(()),
        _ => Err(Error::new(
            Code::SignatureMismatch,
            format!("the plan's signature was not made with the key of {public_key}"),
        )),
    }
}

fn decoded<const N: usize>(text: &str) -> Option<[u8; N]> {
    Base64UrlUnpadded::decode_vec(text).ok()?.try_into().ok()
}

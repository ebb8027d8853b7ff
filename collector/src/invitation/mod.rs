//! Invitations, each of which lets somebody send one report.
//!
//! ```text
//! plain   link ── invitation ──────────────────────────────────────────────── report
//! blind   link ── invitation + blinded number ─ signature ─ unblinded ─ number + signature ─ report
//! ```
//!
//! An invitation is a token ([`crate::tokens`]), of which the database keeps only the hash. It is in the fragment of a link, which browsers
//! do not send. With a *plain* invitation the collector sees which report it comes with. A *blind* one is exchanged for a signature of a
//! number that the device drew and blinded: RSABSSA-SHA384-PSS-Randomized [RFC 9474, section 5], 2048 bits. The report brings that number;
//! the collector sees that it has signed it, but cannot tell for whom.
//!
//! What is secret is computed by `crypto-bigint`, in a time that depends on no number, and every signature is verified before it is told; reports'
//! credentials are verified by `ring`.
//!
//! * `key`: signing keys and public keys.
//! * `generation`: new keys.
//! * `blinding`: what a device does: it blinds a number, and makes a credential of the signature.
//! * `modulus`: arithmetic modulo a public key's 2048 bits.
//! * `private`: raising to the secret exponent.
//! * `credential`: the credential that a report brings.
//! * `link`: the links that the invited are sent.

mod blinding;
mod credential;
mod generation;
mod key;
mod link;
mod modulus;
mod private;

pub use self::blinding::Request;
pub use self::credential::Credential;
pub use self::key::{PublicKey, SigningKey};
pub use self::link::Link;

use candor::{Code, Error};
use candor_documents::failure;

/// The error for a malformed text.
fn invalid(what: &'static str) -> Error {
    Error::new(Code::InvalidInvitation, what)
}

/// The error for a key that is none, or cannot be made.
fn failed(cause: &dyn core::fmt::Display) -> Error {
    failure::io("blind signatures", cause)
}

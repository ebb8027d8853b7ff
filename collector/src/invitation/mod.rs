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
//! * `key`: signing keys and public keys.
//! * `credential`: the credential that a report brings.
//! * `link`: the links that the invited are sent.

mod credential;
mod key;
mod link;

pub use self::credential::Credential;
pub use self::key::{PublicKey, Request, SigningKey};
pub use self::link::Link;

use candor::{Code, Error};

/// The error for a malformed text.
fn invalid(what: &'static str) -> Error {
    Error::new(Code::InvalidInvitation, what)
}

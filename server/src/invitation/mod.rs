//! Invitations: what lets somebody send one report.
//!
//! ```text
//! plain   link ── invitation ──────────────────────────────────────────────── report
//! blind   link ── invitation + blinded number ─ signature ─ unblinded ─ number + signature ─ report
//! ```
//!
//! An invitation is a token ([`crate::tokens`]), of which the database keeps the hash. It stands in the fragment of a link, which
//! browsers send to nobody. Of a *plain* one the collector sees which report it comes with. A *blind* one is exchanged for a signature of
//! a number that the device drew and blinded: RSABSSA-SHA384-PSS-Randomized [RFC 9474, section 5], 2048 bits. The report comes
//! with that number; the collector finds that it has signed it, and cannot tell for whom.
//!
//! * `key`: signing, and the public key.
//! * `credential`: what a report comes with.
//! * `link`: what the invited are sent.

mod credential;
mod key;
mod link;

pub use self::credential::Credential;
pub use self::key::{PublicKey, Request, SigningKey};
pub use self::link::Link;

use candor::{Code, Error};

/// A text that is not what it should be.
fn invalid(what: &'static str) -> Error {
    Error::new(Code::InvalidInvitation, what)
}

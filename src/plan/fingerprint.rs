//! The fingerprint of a plan: SHA-256 of its canonical bytes without the fingerprint itself and the signature.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use sha2::{Digest, Sha256};

use crate::error::{Code, Error};
use crate::message::{Part, append_digit};

const PREFIX: &str = "sha256:";

/// A SHA-256 digest, written `sha256:` and 64 lower-case hexadecimal digits.
///
/// ```
/// use candor::Fingerprint;
///
/// let fingerprint = Fingerprint::from([0xab; 32]);
/// assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
/// assert_eq!(fingerprint.as_bytes(), &[0xab; 32]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// The fingerprint of a canonical text.
    pub(crate) fn of(text: &[u8]) -> Self {
        Self(Sha256::digest(text).into())
    }

    /// Refuses a stated fingerprint that is not this one.
    pub(super) fn check(self, stated: &str) -> Result<(), Error> {
        if stated == self.text() {
            return Ok(());
        }
        let message = message!("the plan states fingerprint \"", stated, "\" but has ", self);
        Err(Error::new(Code::FingerprintMismatch, message))
    }

    /// The fingerprint as text: `sha256:` and 64 hexadecimal digits.
    pub(crate) fn text(self) -> String {
        let mut text = String::from(PREFIX);
        for byte in self.0 {
            append_digit((byte >> 4).into(), &mut text);
            append_digit((byte & 15).into(), &mut text);
        }
        text
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for Fingerprint {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl Part for Fingerprint {
    fn append(&self, text: &mut String) {
        text.push_str(&self.text());
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl FromStr for Fingerprint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let refused =
            || Error::new(Code::InvalidPlan, message!("\"", text, "\" is not \"sha256:\" and 64 hex digits"));
        let digits = text.strip_prefix(PREFIX).filter(|digits| digits.len() == 64).ok_or_else(refused)?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
            *byte =
                digit(pair[0]).zip(digit(pair[1])).map(|(high, low)| high << 4 | low).ok_or_else(refused)?;
        }
        Ok(Self(bytes))
    }
}

/// The value of a lower-case hexadecimal digit.
fn digit(of: u8) -> Option<u8> {
    match of {
        b'0'..=b'9' => Some(of - b'0'),
        b'a'..=b'f' => Some(of - b'a' + 10),
        _ => None,
    }
}

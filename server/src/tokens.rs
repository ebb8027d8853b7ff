//! Tokens: 256 random bits in base64url, of which a file keeps SHA-256 and a name, a line each. Whoever reads the file cannot use it.
//!
//! A line that is removed takes its token back. Hashes are compared in constant time: how long a refusal takes tells nothing of them.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use base64ct::{Base64UrlUnpadded, Encoding};
use candor::{Code, Error};
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};

use crate::failure;

/// The longest name of a token.
const LONGEST_NAME: usize = 100;

/// A fresh token, whose hash and name are added to a file that only its owner may read.
///
/// # Errors
/// `invalid-name`; `entropy-unavailable`; `io`.
pub fn create(file: &Path, name: &str) -> Result<String, Error> {
    if name.trim().is_empty() || name.len() > LONGEST_NAME || name.contains(char::is_control) {
        let message = format!("{name:?} is no name of a token: 1 to {LONGEST_NAME} bytes in one line");
        return Err(Error::new(Code::InvalidName, message));
    }
    let token = fresh(&mut candor::perturb::generator()?);
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let line = format!("{} {}\n", hash(&token), name.trim());
    let added = options.open(file).and_then(|mut file| {
        file.write_all(line.as_bytes())?;
        file.sync_all()
    });
    added.map(|()| token).map_err(|cause| failure::file(file, &cause))
}

/// A token from the numbers of a generator.
pub fn fresh(generator: &mut impl CryptoRng) -> String {
    let mut bits = [0; 32];
    generator.fill_bytes(&mut bits);
    Base64UrlUnpadded::encode_string(&bits)
}

/// The hash of a token, where a file has it.
///
/// # Errors
/// `io`.
pub fn known(file: &Path, token: &str) -> Result<Option<String>, Error> {
    let text = fs::read_to_string(file).map_err(|cause| failure::file(file, &cause))?;
    let hash = hash(token);
    let is_it = |line: &str| line.split(' ').next().unwrap_or_default().as_bytes().ct_eq(hash.as_bytes());
    // All lines are compared, so that the time does not tell which one it was.
    let is_known: bool = text.lines().map(is_it).fold(Choice::from(0), |found, is_it| found | is_it).into();
    Ok(is_known.then_some(hash))
}

/// SHA-256 of a token.
#[must_use]
pub fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

fn hash(token: &str) -> String {
    digest(token).iter().map(|byte| format!("{byte:02x}")).collect()
}

//! Bearer tokens: 256 random bits in base64url. A file has one line for each, with its SHA-256 and a name, so that a reader of the file
//! cannot use the tokens.
//!
//! Removing a line revokes its token. Hashes are compared in constant time, so that the time of a refusal reveals nothing about them.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use base64ct::{Base64UrlUnpadded, Encoding};
use candor::{Code, Error};
use candor_documents::failure;
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};

/// The longest name of a token, in bytes.
const LONGEST_NAME: usize = 100;

/// Creates a token, and adds its hash and name to a file that only its owner may read.
///
/// # Errors
/// `invalid-name`; `entropy-unavailable`; `io`.
pub fn create(file: &Path, name: &str) -> Result<String, Error> {
    if name.trim().is_empty() || name.len() > LONGEST_NAME || name.contains(char::is_control) {
        let message =
            format!("{name:?} cannot name a token: a name has 1 to {LONGEST_NAME} bytes in one line");
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

/// Draws a token from a generator.
pub fn fresh(generator: &mut impl CryptoRng) -> String {
    let mut bits = [0; 32];
    generator.fill_bytes(&mut bits);
    Base64UrlUnpadded::encode_string(&bits)
}

/// Returns the hash of a token if the file contains it.
///
/// # Errors
/// `io`.
pub fn known(file: &Path, token: &str) -> Result<Option<String>, Error> {
    let text = failure::text(file, Code::Io)?;
    let hash = hash(token);
    let is_it = |line: &str| line.split(' ').next().unwrap_or_default().as_bytes().ct_eq(hash.as_bytes());
    // Compares all lines, so that the time does not reveal which one matched.
    let is_known: bool = text.lines().map(is_it).fold(Choice::from(0), |found, is_it| found | is_it).into();
    Ok(is_known.then_some(hash))
}

/// Returns the hash of the token that has this name in a file.
///
/// # Errors
/// `not-found` unless one token, and no other, has it; `invalid-configuration` if the file is not text; `io`.
pub fn named(file: &Path, name: &str) -> Result<String, Error> {
    let text = failure::text(file, Code::InvalidConfiguration)?;
    let found = text.lines().filter_map(|line| line.split_once(' ')).filter(|(_, own)| *own == name.trim());
    match found.collect::<Vec<_>>()[..] {
        [(hash, _)] => Ok(hash.to_owned()),
        ref found => {
            let message = format!("{} has {} tokens of the name {name:?}", file.display(), found.len());
            Err(Error::new(Code::NotFound, message))
        }
    }
}

/// SHA-256 of a token.
#[must_use]
pub fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

fn hash(token: &str) -> String {
    digest(token).iter().map(|byte| format!("{byte:02x}")).collect()
}

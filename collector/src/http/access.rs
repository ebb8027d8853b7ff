//! Who may read totals, and who may publish plans.

use std::path::PathBuf;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use candor::{Code, Error};

use crate::tokens;

/// Who may read totals.
pub enum Readers {
    /// Everybody: they are public.
    Everybody,
    /// Holders of a token whose hash is in this file.
    Holders(PathBuf),
    /// Nobody over HTTP; only those with access to the database.
    Nobody,
}

impl Readers {
    /// Checks that a request may read totals.
    ///
    /// # Errors
    /// `unauthorized`; `io` when the file cannot be read.
    pub(super) fn admit(&self, headers: &HeaderMap) -> Result<(), Error> {
        match self {
            Self::Everybody => Ok(()),
            Self::Nobody => Err(unauthorized("this collector releases no totals over HTTP")),
            Self::Holders(file) => match bearer(headers) {
                None => Err(unauthorized("reading totals needs a token: `Authorization: Bearer …`")),
                Some(token) => match tokens::known(file, token)? {
                    Some(_) => Ok(()),
                    None => Err(unauthorized("the token is not one of this collector's readers")),
                },
            },
        }
    }

    /// The `Cache-Control` of totals: whether caches may store them.
    pub(super) fn cached(&self) -> &'static str {
        match self {
            Self::Everybody => "no-cache",
            _ => "private, no-store",
        }
    }
}

/// Who may publish plans, and close and delete those of their surveys: holders of a token whose hash is in this file.
pub struct Authors(pub Option<PathBuf>);

impl Authors {
    /// Returns the hash of the author's token.
    ///
    /// # Errors
    /// `unauthorized`; `io` when the file cannot be read.
    pub(super) fn author(&self, headers: &HeaderMap) -> Result<String, Error> {
        let Some(file) = &self.0 else {
            return Err(unauthorized("this collector lets no one publish over HTTP"));
        };
        let needed = || unauthorized("an author's requests need a token: `Authorization: Bearer …`");
        let token = bearer(headers).ok_or_else(needed)?;
        let known = tokens::known(file, token)?;
        known.ok_or_else(|| unauthorized("the token is not one of this collector's authors"))
    }
}

/// The bearer token of a request [RFC 6750, section 2.1].
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn unauthorized(message: &'static str) -> Error {
    Error::new(Code::Unauthorized, message)
}

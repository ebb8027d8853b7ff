//! Where a database is.

use core::fmt;
use std::path::{Path, PathBuf};

use candor::{Code, Error};

use super::postgres::ServerUrl;

/// A file of SQLite's, or a database of a PostgreSQL server.
#[derive(Clone)]
pub enum Location {
    /// A file.
    File(PathBuf),
    /// A server, and a database there.
    Server(Box<ServerUrl>),
}

impl Location {
    /// What begins as `postgres://` does is a server, anything else a file.
    ///
    /// # Errors
    /// `invalid-configuration` where the address is none; no password is in the message.
    pub fn of(written: &Path) -> Result<Self, Error> {
        match written.to_str().filter(|text| ServerUrl::is_one(text)) {
            Some(text) => ServerUrl::parse(text).map(|url| Self::Server(Box::new(url))),
            None => Ok(Self::File(written.to_owned())),
        }
    }

    /// The file.
    ///
    /// # Errors
    /// `needs-a-file`, saying what to do instead.
    pub fn file(&self, instead: &str) -> Result<&Path, Error> {
        match self {
            Self::File(path) => Ok(path),
            Self::Server(url) => {
                Err(Error::new(Code::NeedsAFile, format!("{url} is on a server: {instead}")))
            }
        }
    }
}

/// Without the password.
impl fmt::Display for Location {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(to),
            Self::Server(url) => url.fmt(to),
        }
    }
}

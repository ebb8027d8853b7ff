//! Where a database is.

use core::fmt;
use std::path::{Path, PathBuf};

use candor::{Code, Error};

use super::postgres::ServerUrl;

/// A SQLite file, or a database on a PostgreSQL server.
#[derive(Clone)]
pub enum Location {
    /// A file.
    File(PathBuf),
    /// A database on a server.
    Server(Box<ServerUrl>),
}

impl Location {
    /// Parses a location: text that begins with `postgres://` or `postgresql://` is a server, anything else a file.
    ///
    /// # Errors
    /// `invalid-configuration` if the address is invalid; the message contains no password. `not-included` without the feature `postgres`.
    pub fn of(written: &Path) -> Result<Self, Error> {
        match written.to_str().filter(|text| is_of_a_server(text)) {
            Some(text) => ServerUrl::parse(text).map(|url| Self::Server(Box::new(url))),
            None => Ok(Self::File(written.to_owned())),
        }
    }

    /// The path of the file.
    ///
    /// # Errors
    /// `needs-a-file`, if the database is on a server; the message says what to do instead.
    pub fn file(&self, instead: &str) -> Result<&Path, Error> {
        match self {
            Self::File(path) => Ok(path),
            Self::Server(url) => {
                Err(Error::new(Code::NeedsAFile, format!("{url} is on a server: {instead}")))
            }
        }
    }
}

/// Whether a text begins like the address of a database on a server.
fn is_of_a_server(text: &str) -> bool {
    ["postgres://", "postgresql://"].iter().any(|beginning| text.starts_with(beginning))
}

/// Never shows the password.
impl fmt::Display for Location {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(to),
            Self::Server(url) => url.fmt(to),
        }
    }
}

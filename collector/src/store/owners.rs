//! Whom the names of surveys belong to: the author who published the first plan of that name, or whoever runs the collector. A name
//! stays theirs when its plans are deleted, because pages and links that have it may still be somewhere.

use candor::{Code, Error};
use rusqlite::types::Value;

use super::database::Store;
use super::row::{Row, values};
use super::session::Session;

const ASSIGN: &str = "INSERT INTO surveys (name, author) VALUES (?1, ?2)
    ON CONFLICT (name) DO UPDATE SET author = excluded.author";

impl Store {
    /// Hands a survey's name with all its plans to another author, given by the hash of a token, or without one to whoever runs the
    /// collector.
    ///
    /// # Errors
    /// `not-found` if no survey had that name; `io`; `database-unavailable`.
    pub fn transfer(&mut self, name: &str, author: Option<&str>) -> Result<(), Error> {
        self.session.transaction(|| {
            if owner(&self.session, name)?.is_none() {
                let message = format!("the database has no survey {name:?}, and had none");
                return Err(Error::new(Code::NotFound, message));
            }
            assign(&self.session, name, author)
        })
    }
}

/// Gives a name to an author, if it belongs to nobody yet.
///
/// # Errors
/// `name-taken` if it belongs to somebody else.
pub(super) fn claim(session: &Session, name: &str, author: &str) -> Result<(), Error> {
    let claim = "INSERT INTO surveys (name, author) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    session.rows(claim, &values![name.to_owned(), author.to_owned()])?;
    if owner(session, name)?.flatten().as_deref() == Some(author) {
        return Ok(());
    }
    let message = format!(
        "the name {name:?} belongs to another author: choose another one, or ask whoever runs the collector to transfer it"
    );
    Err(Error::new(Code::NameTaken, message))
}

/// Checks that a name belongs to an author.
///
/// # Errors
/// `forbidden`.
pub(super) fn check(session: &Session, name: &str, author: &str) -> Result<(), Error> {
    if owner(session, name)?.flatten().as_deref() == Some(author) {
        return Ok(());
    }
    let message = format!("the survey {name:?} does not belong to the owner of this token");
    Err(Error::new(Code::Forbidden, message))
}

/// Gives a name to an author, or to whoever runs the collector, whoever had it before.
pub(super) fn assign(session: &Session, name: &str, author: Option<&str>) -> Result<(), Error> {
    session.rows(ASSIGN, &values![name.to_owned(), author.map(str::to_owned)]).map(drop)
}

/// Copies all names and whom they belong to.
pub(super) fn copy(from: &Session, to: &Session) -> Result<(), Error> {
    let rows = from.rows("SELECT name, author FROM surveys ORDER BY name", &[])?;
    let rows: Vec<Vec<Value>> = rows.into_iter().map(|Row(row)| row).collect();
    to.all(ASSIGN, &rows).map(drop)
}

/// Whom a name belongs to: `None` if to nobody, `Some(None)` if to whoever runs the collector. Locks it until the transaction ends.
fn owner(session: &Session, name: &str) -> Result<Option<Option<String>>, Error> {
    let query = session.locking("SELECT author FROM surveys WHERE name = ?1");
    session.row(&query, &values![name.to_owned()])?.map(|row| row.get(0)).transpose()
}

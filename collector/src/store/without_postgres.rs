//! What stands in for databases on servers in a program without the feature `postgres`. No address is one of a server's then, so nothing of
//! this is ever there.

use core::fmt;
use std::time::Instant;

use candor::{Code, Error};
use rusqlite::types::Value;

use super::row::{ReportRow, Row};

/// The address of a database on a server.
#[derive(Clone)]
pub enum ServerUrl {}

impl ServerUrl {
    /// Refuses an address.
    ///
    /// # Errors
    /// `not-included`.
    pub fn parse(_: &str) -> Result<Self, Error> {
        let message = "databases on a server: this program was built without the feature `postgres`";
        Err(Error::new(Code::NotIncluded, message))
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// Cancels what a session reads.
pub struct Cancellation(Server);

impl Cancellation {
    /// Cancels it.
    pub fn cancel(&self) {
        match self.0 {}
    }
}

/// A session with a server.
pub(super) enum Server {}

impl Server {
    pub(super) fn writing(url: &ServerUrl) -> Result<Self, Error> {
        match *url {}
    }

    pub(super) fn reading(url: &ServerUrl) -> Result<Self, Error> {
        match *url {}
    }

    pub(super) fn cancellation(&self) -> Cancellation {
        match *self {}
    }

    pub(super) fn all(&self, _: &str, _: &[Vec<Value>]) -> Result<Vec<Vec<Row>>, Error> {
        match *self {}
    }

    pub(super) fn each(
        &self,
        _: &str,
        _: i64,
        _: impl FnMut(ReportRow<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        match *self {}
    }

    pub(super) fn transaction<T>(&self, _: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        match *self {}
    }

    pub(super) fn moment<T>(&self, _: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        match *self {}
    }

    pub(super) fn release(&self, _: i64) -> Result<(), Error> {
        match *self {}
    }

    pub(super) fn rewrite_small(&self, _: Instant) -> Result<(), Error> {
        match *self {}
    }

    pub(super) fn rewrite_deleted(&self) -> Result<(), Error> {
        match *self {}
    }

    pub(super) fn is_alone(&self) -> Result<bool, Error> {
        match *self {}
    }

    pub(super) fn close(self) -> Result<(), Error> {
        match self {}
    }
}

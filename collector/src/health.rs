//! The collector's health, for its operator, and its log: one line on stderr for each kind of failure.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use candor::{Code, Error};
use rand_core::Rng;
use serde::Serialize;

use crate::load::below;
use crate::store;

/// Free bytes below which the disk counts as full, and to multiples of which they are rounded.
const LEAST_FREE: u64 = 64 << 20;

/// The most kinds of failures that are remembered as logged.
const MOST_TOLD: usize = 100;

/// What is known about the collector's health.
pub struct Health {
    /// The path of the database, if it is a file.
    database: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    damage: Option<Error>,
    /// The error of the last commit, if it failed.
    commit: Option<Error>,
    is_checked: bool,
    told: BTreeSet<String>,
    free: Option<Free>,
}

/// What the disk had free when that was last looked at.
#[derive(Clone, Copy)]
struct Free {
    is_enough: bool,
    reported: u64,
}

/// The health that is reported.
#[derive(Serialize)]
pub struct Condition {
    /// Whether reports can be stored and totals read.
    pub ready: bool,
    /// `checking` after the start, then `sound`; `damaged` if the content is not what was stored.
    pub database: &'static str,
    /// Whether the last commit reached the disk; true before the first.
    pub last_commit: bool,
    /// Bytes free for the database, if the system tells: as they were within the last minute, rounded at random to 64 MB, to no more
    /// than they were.
    pub free_bytes: Option<u64>,
}

impl Health {
    /// The health of a collector; `database` is the path, if it is a file.
    #[must_use]
    pub fn new(database: Option<PathBuf>) -> Self {
        Self { database, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a failure: logs the first of its kind to stderr, and remembers damage.
    pub fn failed(&self, error: &Error) {
        let mut state = self.state();
        if error.code() == Code::DamagedDatabase {
            state.damage.get_or_insert_with(|| error.clone());
        }
        if state.told.len() < MOST_TOLD && state.told.insert(error.to_string()) {
            // If the log cannot be written, there is nobody to tell.
            drop(writeln!(io::stderr().lock(), "candor: {}: {error}", error.code()));
        }
    }

    /// Notes the outcome of what is done from time to time.
    pub fn note(&self, outcome: Result<(), Error>) {
        if let Err(error) = outcome {
            self.failed(&error);
        }
    }

    /// Notes the outcome of a commit. After a failure, a success lets the same failures be logged again.
    pub fn committed(&self, outcome: Result<(), &Error>) {
        if let Err(error) = outcome {
            self.failed(error);
        }
        let mut state = self.state();
        if outcome.is_ok() && state.commit.is_some() {
            state.told.clear();
        }
        state.commit = outcome.err().cloned();
    }

    /// Notes that the database's server was reached, which ends a failure to reach it.
    pub fn reached(&self) {
        if self.state().commit.as_ref().is_some_and(|error| error.code() == Code::DatabaseUnavailable) {
            self.committed(Ok(()));
        }
    }

    /// Notes the outcome of the check of the whole database.
    pub fn checked(&self, outcome: Result<(), Error>) {
        match outcome {
            Ok(()) => self.state().is_checked = true,
            Err(error) if error.code() == Code::Stopped => {}
            Err(error) => self.failed(&error),
        }
    }

    /// Fails if the database is damaged.
    ///
    /// # Errors
    /// `damaged-database`.
    pub fn sound(&self) -> Result<(), Error> {
        self.state().damage.clone().map_or(Ok(()), Err)
    }

    /// Looks at the bytes that are free for the database. What is reported of them changes at no other time, and is rounded at random, because
    /// the exact number shows every report that arrives.
    pub fn look_at_the_disk(&self, generator: &mut impl Rng) {
        let free = self.database.as_deref().and_then(free_bytes).map(|free| {
            let reported = free.saturating_sub(below(LEAST_FREE, generator)) / LEAST_FREE * LEAST_FREE;
            Free { is_enough: free >= LEAST_FREE, reported }
        });
        self.state().free = free;
    }

    /// The size in bytes of the log beside the database's file.
    #[must_use]
    pub fn log_bytes(&self) -> u64 {
        self.database.as_deref().map_or(0, store::log_bytes)
    }

    /// Returns the health as it is reported.
    #[must_use]
    pub fn condition(&self) -> Condition {
        let state = self.state();
        let (is_damaged, last_commit) = (state.damage.is_some(), state.commit.is_none());
        let database = match (is_damaged, state.is_checked) {
            (true, _) => "damaged",
            (false, true) => "sound",
            (false, false) => "checking",
        };
        let ready = !is_damaged && last_commit && state.free.is_none_or(|free| free.is_enough);
        Condition { ready, database, last_commit, free_bytes: state.free.map(|free| free.reported) }
    }
}

#[cfg(unix)]
fn free_bytes(database: &std::path::Path) -> Option<u64> {
    let of_file_system = rustix::fs::statvfs(database).ok()?;
    Some(of_file_system.f_bavail.saturating_mul(of_file_system.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &std::path::Path) -> Option<u64> {
    None
}

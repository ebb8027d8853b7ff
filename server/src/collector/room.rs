//! Memory for what is large and in flight: bodies being read, and answers being sent.

use core::time::Duration;
use std::sync::Arc;

use candor::{Code, Error};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Bytes of all that is in flight and large. A body takes some two or three times its size until it is stored.
const ALL: usize = 24 << 20;

/// Bytes below which nothing is counted: as many as there are connections fit beside the rest.
const SMALL: usize = 16 << 10;

/// Bytes of a permit of the semaphore, whose permits are fewer than there may be bytes.
const UNIT: usize = 1 << 10;

/// How long who finds no room waits for it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Room for bytes.
pub struct Room(Arc<Semaphore>);

/// A part of it, given back when it is dropped.
pub struct Taken {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Default for Room {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(ALL / UNIT)))
    }
}

impl Room {
    /// Room for so many bytes, at once or after a while.
    ///
    /// # Errors
    /// `overloaded` where others need it for longer.
    pub async fn take(&self, bytes: usize) -> Result<Taken, Error> {
        if bytes <= SMALL {
            return Ok(Taken { _permit: None });
        }
        let units = u32::try_from(bytes.min(ALL).div_ceil(UNIT)).unwrap_or(u32::MAX);
        let taken = timeout(PATIENCE, Arc::clone(&self.0).acquire_many_owned(units)).await;
        let overloaded = || {
            let message =
                "too much is being sent and received at once; send the same again, or ask again, later";
            Error::new(Code::Overloaded, message)
        };
        taken.ok().and_then(Result::ok).map(|permit| Taken { _permit: Some(permit) }).ok_or_else(overloaded)
    }
}

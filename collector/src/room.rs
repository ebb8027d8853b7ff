//! Limits memory for large things in flight: bodies being read, and responses being sent.

use core::time::Duration;
use std::sync::Arc;

use candor::{Code, Error};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// The bytes available for large bodies and responses. A body takes some two or three times its size until it is stored.
const ALL: usize = 24 << 20;

/// Up to this many bytes nothing is reserved: a body of this size for every connection fits in addition to the rest.
const SMALL: usize = 16 << 10;

/// The bytes of one permit, because the semaphore may have fewer permits than there are bytes.
const UNIT: usize = 1 << 10;

/// How long to wait for room.
const PATIENCE: Duration = Duration::from_secs(5);

/// A budget of bytes.
pub struct Room(Arc<Semaphore>);

/// A reserved part of the budget, returned when dropped.
pub struct Taken {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Default for Room {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(ALL / UNIT)))
    }
}

impl Room {
    /// Reserves room for this many bytes, and waits for it if necessary.
    ///
    /// # Errors
    /// `overloaded` if it does not become free in time.
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

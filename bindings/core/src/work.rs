//! Work in a thread of its own, for which an interpreter can wait without holding anything up.

use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;

use candor::estimate::Stop;
use candor::{Code, Error};
use candor_input::Watch;

/// The stack of the thread, as large as that of a process usually is.
const STACK: usize = 8 << 20;

/// How far work has come, and the signal that ends it.
#[derive(Clone, Default)]
pub struct Followed {
    /// The signal.
    pub stop: Stop,
    bytes: Arc<AtomicU64>,
}

impl Followed {
    /// The number of bytes that were read so far.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn stopped(&self) -> Result<(), Error> {
        match self.stop.is_stopped() {
            true => Err(Error::new(Code::Stopped, "stopped by a signal")),
            false => Ok(()),
        }
    }
}

impl Watch for Followed {
    fn over(&self, file: File, _bytes: u64) -> Box<dyn Read> {
        Box::new(FollowedFile { file, followed: self.clone() })
    }

    fn goes_on(&self) -> Result<(), Error> {
        self.stopped()
    }
}

struct FollowedFile {
    file: File,
    followed: Followed,
}

impl Read for FollowedFile {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.followed.stopped().map_err(|error| io::Error::other(error.to_string()))?;
        let read = self.file.read(to)?;
        self.followed.bytes.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// A job that runs. One that is told to stop and cannot ends unheard.
pub struct Job<T> {
    /// How far it has come, and the signal that ends it.
    pub followed: Followed,
    outcome: Receiver<Result<T, Error>>,
}

impl<T: Send + 'static> Job<T> {
    /// Starts a job in a thread of its own.
    ///
    /// # Errors
    /// `io` where there can be no further thread.
    pub fn start(job: impl FnOnce(&Followed) -> Result<T, Error> + Send + 'static) -> Result<Self, Error> {
        let (sender, outcome) = mpsc::channel();
        let followed = Followed::default();
        let own = followed.clone();
        let thread = thread::Builder::new().name("candor".to_owned()).stack_size(STACK);
        // Nobody receives after an interrupt.
        let started = thread.spawn(move || drop(sender.send(job(&own))));
        started.map_err(|cause| Error::new(Code::Io, format!("a thread: {cause}")))?;
        Ok(Self { followed, outcome })
    }

    /// What came of it, if it ends within this time. It is told once.
    #[must_use]
    pub fn outcome(&self, within: Duration) -> Option<Result<T, Error>> {
        match self.outcome.recv_timeout(within) {
            Ok(outcome) => Some(outcome),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                let message = "the work ended with a fault of the program itself";
                Some(Err(Error::new(Code::Internal, message)))
            }
        }
    }
}

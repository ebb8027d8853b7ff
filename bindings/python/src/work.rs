//! Work in a thread of its own, which the interpreter waits for without holding anything up.

use core::time::Duration;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use candor::estimate::Stop;
use candor::{Code, Error};
use candor_input::Watch;
use pyo3::prelude::*;

use crate::errors::{OrRaise, raised};

/// How often Ctrl-C is looked for, and progress is told.
const TICK: Duration = Duration::from_millis(50);

/// The stack of the thread, as large as that of a process usually is.
const STACK: usize = 8 << 20;

/// How far work has come, and the signal that ends it.
#[derive(Clone, Default)]
pub(crate) struct Followed {
    pub(crate) stop: Stop,
    bytes: Arc<AtomicU64>,
}

impl Followed {
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

/// Does a job in a thread of its own. Where a signal handler raises, such as that of Ctrl-C, the job is told to stop, and the exception is
/// raised at once; a job that cannot be stopped ends unheard.
///
/// `tell` is called with the number of bytes read so far, again and again.
pub(crate) fn done<T: Send + 'static>(
    py: Python<'_>,
    tell: Option<&Bound<'_, PyAny>>,
    job: impl FnOnce(&Followed) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::channel();
    let followed = Followed::default();
    let own = followed.clone();
    let thread = thread::Builder::new().name("candor".to_owned()).stack_size(STACK);
    // Nobody receives after an interrupt.
    let started = thread.spawn(move || drop(sender.send(job(&own))));
    started.map_err(|cause| Error::new(Code::Io, format!("a thread: {cause}"))).map(drop).or_raise(py)?;
    loop {
        let (returned, outcome) = py.detach(move || {
            let outcome = receiver.recv_timeout(TICK);
            (receiver, outcome)
        });
        receiver = returned;
        match outcome {
            Ok(found) => return found.or_raise(py),
            Err(RecvTimeoutError::Disconnected) => {
                let message = "the work ended with a fault of the program itself";
                return Err(raised(py, &Error::new(Code::Internal, message)));
            }
            Err(RecvTimeoutError::Timeout) => {
                let bytes = followed.bytes.load(Ordering::Relaxed);
                let told = tell.map_or(Ok(()), |tell| tell.call1((bytes,)).map(drop));
                if let Err(interrupt) = py.check_signals().and(told) {
                    followed.stop.stop();
                    return Err(interrupt);
                }
            }
        }
    }
}

//! Waiting for work without holding up the interpreter.

use core::time::Duration;

use candor::Error;
use candor_bindings::work::{Followed, Job};
use pyo3::prelude::*;

use crate::errors::OrRaise;

/// How often Ctrl-C is looked for, and progress is told.
const TICK: Duration = Duration::from_millis(50);

/// Does a job in a thread of its own. Where a signal handler raises, such as that of Ctrl-C, the job is told to stop, and the exception is
/// raised at once; a job that cannot be stopped ends unheard.
///
/// `tell` is called with the number of bytes read so far, again and again.
pub(crate) fn done<T: Send + 'static>(
    py: Python<'_>,
    tell: Option<&Bound<'_, PyAny>>,
    job: impl FnOnce(&Followed) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let mut job = Job::start(job).or_raise(py)?;
    loop {
        let (returned, outcome) = py.detach(move || {
            let outcome = job.outcome(TICK);
            (job, outcome)
        });
        job = returned;
        if let Some(outcome) = outcome {
            return outcome.or_raise(py);
        }
        let told = tell.map_or(Ok(()), |tell| tell.call1((job.followed.bytes(),)).map(drop));
        if let Err(interrupt) = py.check_signals().and(told) {
            job.followed.stop.stop();
            return Err(interrupt);
        }
    }
}

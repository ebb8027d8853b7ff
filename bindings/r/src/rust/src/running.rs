//! Work that R waits for in small steps, between which it looks for interrupts.

use core::time::Duration;
use std::sync::Arc;

use candor::plan::Plan;
use candor::Error;
use candor_bindings::counts::{Counted, Drawn};
use candor_bindings::work::{Followed, Job};
use candor_bindings::Found;
use extendr_api::prelude::*;

use crate::refusal::{reply, Refusal};

/// What came of a job.
pub(crate) enum Finished {
    /// A document.
    Document(Found),
    /// A plan, and its promises.
    Designed(Arc<Plan>, Found),
    /// Counted reports.
    Counts(Counted),
    /// Synthetic records.
    Records(Drawn),
    /// A document, and a remark on it.
    Remarked(Found, Option<String>),
}

impl From<Finished> for Robj {
    fn from(finished: Finished) -> Self {
        match finished {
            Finished::Document(found) => document(found),
            Finished::Designed(plan, found) => {
                list!(plan = ExternalPtr::new(plan), promises = document(found)).into()
            }
            Finished::Counts(counted) => ExternalPtr::new(counted).into(),
            Finished::Records((columns, remarks)) => {
                let (names, columns): (Vec<String>, Vec<Vec<String>>) = columns.into_iter().unzip();
                let columns = columns.into_iter().map(Robj::from);
                list!(names = names, columns = List::from_values(columns), remarks = remarks).into()
            }
            Finished::Remarked(found, remark) => {
                let remarks: Vec<String> = remark.into_iter().collect();
                list!(document = document(found), remarks = remarks).into()
            }
        }
    }
}

/// A document for R: its JSON, and its text.
pub(crate) fn document((json, text): Found) -> Robj {
    list!(json = json, text = text).into()
}

/// A job that runs.
pub(crate) struct Running(Job<Finished>);

impl Running {
    /// Starts a job; the reply is the job, for [`Running::outcome`].
    pub(crate) fn start(
        job: impl FnOnce(&Followed) -> core::result::Result<Finished, Error> + Send + 'static,
    ) -> core::result::Result<ExternalPtr<Self>, Refusal> {
        Ok(ExternalPtr::new(Self(Job::start(job)?)))
    }

    /// The reply, if the job ends within so many milliseconds, otherwise `NULL`.
    pub(crate) fn outcome(&self, milliseconds: u64) -> Robj {
        match self.0.outcome(Duration::from_millis(milliseconds)) {
            Some(outcome) => reply(outcome.map_err(Refusal::from)),
            None => ().into(),
        }
    }

    /// Tells the job to stop.
    pub(crate) fn stop(&self) {
        self.0.followed.stop.stop();
    }
}

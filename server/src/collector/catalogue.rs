//! The plans that reports are accepted for; fixed while the collector runs.

use std::collections::HashMap;
use std::sync::Arc;

use candor::plan::Fingerprint;
use candor::{Code, Error};

use crate::store::Published;

/// All plans, by number and by fingerprint.
pub struct Catalogue {
    plans: Vec<Arc<Published>>,
    by_fingerprint: HashMap<Fingerprint, Arc<Published>>,
}

impl Catalogue {
    /// A catalogue of plans ordered by number.
    #[must_use]
    pub fn new(plans: Vec<Published>) -> Self {
        let plans: Vec<_> = plans.into_iter().map(Arc::new).collect();
        let keyed = plans.iter().map(|published| (published.plan().fingerprint(), Arc::clone(published)));
        Self { by_fingerprint: keyed.collect(), plans }
    }

    /// All plans, the newest last.
    #[must_use]
    pub fn plans(&self) -> &[Arc<Published>] {
        &self.plans
    }

    /// The plan with a number.
    #[must_use]
    pub fn numbered(&self, number: i64) -> Option<&Arc<Published>> {
        self.plans.iter().find(|published| published.number() == number)
    }

    /// The plan with a fingerprint.
    #[must_use]
    pub fn with_fingerprint(&self, fingerprint: &Fingerprint) -> Option<&Arc<Published>> {
        self.by_fingerprint.get(fingerprint)
    }

    /// The plan whose fingerprint is written in a path or a parameter.
    ///
    /// # Errors
    /// `not-found`.
    pub fn written(&self, fingerprint: &str) -> Result<&Arc<Published>, Error> {
        let found = fingerprint.parse().ok().and_then(|parsed| self.with_fingerprint(&parsed));
        found.ok_or_else(|| Error::new(Code::NotFound, format!("no plan {fingerprint:?} is served here")))
    }

    /// The newest plan of a survey.
    ///
    /// # Errors
    /// `not-found`.
    pub fn survey(&self, name: &str) -> Result<&Arc<Published>, Error> {
        let newest = self.plans.iter().rev().find(|published| published.plan().survey() == name);
        newest.ok_or_else(|| Error::new(Code::NotFound, format!("no survey {name:?} is served here")))
    }

    /// The only plan there is.
    ///
    /// # Errors
    /// `not-found` when there is none, or a choice.
    pub fn only(&self) -> Result<&Arc<Published>, Error> {
        match self.plans.as_slice() {
            [only] => Ok(only),
            plans => {
                let message =
                    format!("{} plans are served here: choose one with survey= or plan=", plans.len());
                Err(Error::new(Code::NotFound, message))
            }
        }
    }
}

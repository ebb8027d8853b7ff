//! The plans that reports are accepted for.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use candor::plan::Fingerprint;
use candor::{Code, Error};

use crate::store::Published;

/// All plans, the newest last.
pub struct Catalogue {
    plans: RwLock<Vec<Arc<Published>>>,
}

impl Catalogue {
    /// A catalogue of plans ordered by number.
    #[must_use]
    pub fn new(plans: Vec<Published>) -> Self {
        Self { plans: RwLock::new(plans.into_iter().map(Arc::new).collect()) }
    }

    fn read(&self) -> RwLockReadGuard<'_, Vec<Arc<Published>>> {
        self.plans.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Vec<Arc<Published>>> {
        self.plans.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// All plans, the newest last.
    #[must_use]
    pub fn plans(&self) -> Vec<Arc<Published>> {
        self.read().clone()
    }

    /// Adds a published plan; returns whether it is new.
    pub fn add(&self, published: Published) -> bool {
        let mut plans = self.write();
        let is_new = plans.iter().all(|other| other.number() != published.number());
        if is_new {
            plans.push(Arc::new(published));
            // Another collector may have published a newer one meanwhile.
            plans.sort_by_key(|published| published.number());
        }
        is_new
    }

    /// Removes a deleted plan.
    pub fn remove(&self, number: i64) {
        self.write().retain(|published| published.number() != number);
    }

    /// Returns the plan with this number.
    #[must_use]
    pub fn numbered(&self, number: i64) -> Option<Arc<Published>> {
        self.read().iter().find(|published| published.number() == number).cloned()
    }

    /// Returns the plan with this fingerprint.
    #[must_use]
    pub fn with_fingerprint(&self, fingerprint: &Fingerprint) -> Option<Arc<Published>> {
        self.read().iter().find(|published| published.plan().fingerprint() == *fingerprint).cloned()
    }

    /// Returns the plan whose fingerprint is given as text in a path or a parameter.
    ///
    /// # Errors
    /// `not-found`.
    pub fn written(&self, fingerprint: &str) -> Result<Arc<Published>, Error> {
        let found = fingerprint.parse().ok().and_then(|parsed| self.with_fingerprint(&parsed));
        found.ok_or_else(|| Error::new(Code::NotFound, format!("no plan {fingerprint:?} is served here")))
    }

    /// Returns the newest plan of a survey.
    ///
    /// # Errors
    /// `not-found`.
    pub fn survey(&self, name: &str) -> Result<Arc<Published>, Error> {
        let plans = self.read();
        let newest = plans.iter().rev().find(|published| published.plan().survey() == name);
        let absent = || Error::new(Code::NotFound, format!("no survey {name:?} is served here"));
        newest.cloned().ok_or_else(absent)
    }

    /// Returns the only plan.
    ///
    /// # Errors
    /// `not-found` if there is none, or more than one.
    pub fn only(&self) -> Result<Arc<Published>, Error> {
        match self.read().as_slice() {
            [only] => Ok(Arc::clone(only)),
            plans => {
                let message =
                    format!("{} plans are served here: choose one with survey= or plan=", plans.len());
                Err(Error::new(Code::NotFound, message))
            }
        }
    }
}

//! A flag that ends an estimate nobody waits for any more.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Code, Error};

/// A flag that ends work that nobody waits for any more. Clones share the flag, which is never lowered again. The work checks it between
/// steps, each of them some applications of the law to the table: O(w·N).
///
/// ```
/// use candor::estimate::{Estimation, Options, Reconstruction, Stop};
/// # use candor::{Code, Plan, Survey, count::Table};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 1}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// let stop = Stop::default();
/// let asked = Options::default().reconstruction(Reconstruction::Likelihood);
/// let smokers = Table::from_counts(&plan, &["smoker"], vec![900, 100])?;
/// let estimation = Estimation::new(&plan, smokers, &asked)?.until(&stop);
/// stop.stop(); // elsewhere, in another thread
/// assert!(stop.is_stopped());
/// assert_eq!(estimation.estimate().unwrap_err().code(), Code::Stopped);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Raises the flag, which ends the work.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns an error if the flag is raised.
    ///
    /// # Errors
    /// `stopped`.
    pub fn check(&self) -> Result<(), Error> {
        if self.is_stopped() {
            return Err(Error::new(Code::Stopped, "the estimate was stopped because it is no longer needed"));
        }
        Ok(())
    }
}

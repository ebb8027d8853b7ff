//! A request for a regression.

use candor::Error;
use candor::estimate::Options;
use serde::Deserialize;

use crate::model::{Fitting, specified};

/// Which model is fitted.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelRequest {
    /// The question that is explained.
    pub outcome: String,
    /// The terms that explain it, joined by commas.
    pub on: String,
    /// Categories that count as one.
    #[serde(default)]
    pub join: Vec<String>,
    /// Whether there is a ridge.
    #[serde(default)]
    pub ridge: bool,
    /// A smaller model that it is compared with.
    #[serde(default)]
    pub against: Option<String>,
    /// The confidence of the intervals.
    #[serde(default = "usual_confidence")]
    pub confidence: f64,
    /// Whether the covariances of the coefficients are asked for.
    #[serde(default)]
    pub covariance: bool,
}

impl ModelRequest {
    /// The model, checked as far as that takes no plan.
    ///
    /// # Errors
    /// `invalid-confidence`, and those of the terms.
    pub fn fitting(&self) -> Result<Fitting, Error> {
        let fitting = Fitting {
            outcome: self.outcome.clone(),
            on: specified(&self.on, self.join.clone(), self.ridge)?,
            against: self.against.as_deref().map(str::parse).transpose()?,
            options: Options::default().confidence(self.confidence),
            covariance: self.covariance,
        };
        fitting.options.check()?;
        Ok(fitting)
    }
}

fn usual_confidence() -> f64 {
    Options::default().confidence
}

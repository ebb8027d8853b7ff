//! What a label says that no plan knows: who is relied on, who reads totals and in which steps, and how long reports are kept.

use serde::{Deserialize, Serialize};

/// The number of respondents whose totals a label is about, unless it names another.
pub const USUAL_RESPONDENTS: u64 = 10_000;

/// The fewest reports that a collector tells together, unless it is told to tell fewer.
pub const USUAL_STEP: u64 = 100;

/// How a plan is deployed; "" where that was not stated.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Deployment {
    /// The party that serves the page on which answers are given.
    pub page: String,
    /// The party that receives the reports.
    pub collector: String,
    /// Who may read totals.
    pub readers: String,
    /// Until when reports are kept.
    pub retention: String,
    /// How many people are expected to take part.
    pub respondents: u64,
    /// The fewest reports that are told together.
    pub step: u64,
}

impl Default for Deployment {
    fn default() -> Self {
        Self {
            page: String::new(),
            collector: String::new(),
            readers: String::new(),
            retention: String::new(),
            respondents: USUAL_RESPONDENTS,
            step: USUAL_STEP,
        }
    }
}

//! The parties that respondents rely on, which are not in the plan.

use serde::{Deserialize, Serialize};

/// The names of the parties that respondents rely on; "" where they were not given.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parties {
    /// The party that serves the page on which answers are given.
    #[serde(default)]
    pub page: String,
    /// The party that receives the reports.
    #[serde(default)]
    pub collector: String,
}

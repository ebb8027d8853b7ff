//! Who is relied on, which no plan knows.

use serde::{Deserialize, Serialize};

/// Who controls what respondents rely on, as they are called; "" where nobody said.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parties {
    /// Whoever serves the page on which answers are given.
    #[serde(default)]
    pub page: String,
    /// Whoever receives the reports.
    #[serde(default)]
    pub collector: String,
}

//! The document of rankings.
//!
//! ```json
//! {"confidence":0.95,"by":"sex","rankings":[{"name":"first","n":4000,
//!   "items":[{"item":"first.pay","first":{"estimate":0.6,"standard_error":0.02,"lower":0.56,"upper":0.64,"shown":0.6},"mean_rank":{…},
//!     "groups":[{"group":"f","first":{…},"mean_rank":{…}}],"differences":[{"group":"m","reference":"f","difference":{…},"p_value":0.04}],
//!     "first_differences":[{"group":"m","reference":"f","difference":{…},"p_value":0.3}]}],
//!   "pairs":[{"item":"first.pay","other":"first.hours","before":{…},"after":{…},"p_value":0.001}]}]}
//! ```
//!
//! `differences` are those of the mean ranks. Of weighted rankings `effective` beside `n` says as how many reports of equal weight theirs count. What cannot be
//! told is null ([`candor::inference::RankingEstimate`]). `shown` is the number to show to people, within its interval, or null where there are too few reports.

use core::fmt;

use serde::Serialize;

use super::ranked::Ranked;
use crate::Document;
use crate::lines::{columns, header, rows};
use crate::sheet::Sheet;
use crate::statistics::Estimated;

/// The document of rankings.
#[derive(Serialize)]
pub struct Rankings {
    confidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    rankings: Vec<Ranked>,
}

impl Rankings {
    /// The document of these rankings, with intervals of this confidence, and groups by this attribute.
    pub(super) fn new(confidence: f64, by: Option<String>, rankings: Vec<Ranked>) -> Self {
        Self { confidence, by, rankings }
    }
}

impl Estimated for Rankings {
    fn n(&self) -> u64 {
        self.rankings.first().map_or(0, Ranked::n)
    }
}

impl Document for Rankings {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        for ranking in &self.rankings {
            writeln!(to, "{} ({})", ranking.name(), ranking.reports())?;
            columns([ranking.name(), "estimate"], self.confidence, ranking.lines(), to)?;
        }
        Ok(())
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        header("ranking", to)?;
        self.rankings.iter().try_for_each(|ranking| rows(ranking.name(), ranking.lines(), ranking.n(), to))
    }
}

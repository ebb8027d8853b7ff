//! The document of scores.
//!
//! ```json
//! {"confidence":0.95,"by":"sex","scores":[{"name":"climate-score","n":4000,"least":3,"most":15,
//!   "mean":{"estimate":6.1,"standard_error":0.2,"lower":5.7,"upper":6.5,"shown":6.1},"standard_deviation":{…},"alpha":{…},
//!   "quantiles":[{"share":0.5,"estimate":6,"lower":5,"upper":7,"shown":6}],"distribution":[{"value":3,"share":{…}}],
//!   "groups":[{"group":"f","mean":{…},"standard_deviation":{…},"alpha":{…}}],"differences":[{"group":"m","reference":"f","difference":{…},"p_value":0.04}]}]}
//! ```
//!
//! Of weighted scores `effective` beside `n` says as how many reports of equal weight theirs count. What cannot be told is null ([`candor::inference::ScaleEstimate`]). `shown` is the number to show to people, within its interval, or null where there are too few
//! reports.

use core::fmt;

use serde::Serialize;

use super::scored::Scored;
use crate::Document;
use crate::lines::{columns, header, rows};
use crate::sheet::Sheet;
use crate::statistics::Estimated;

/// The document of scores.
#[derive(Serialize)]
pub struct Scores {
    confidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    scores: Vec<Scored>,
}

impl Scores {
    /// The document of these scores, with intervals of this confidence, and groups by this attribute.
    pub(super) fn new(confidence: f64, by: Option<String>, scores: Vec<Scored>) -> Self {
        Self { confidence, by, scores }
    }
}

impl Estimated for Scores {
    fn n(&self) -> u64 {
        self.scores.first().map_or(0, Scored::n)
    }
}

impl Document for Scores {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        for score in &self.scores {
            writeln!(to, "{} ({})", score.name(), score.reports())?;
            columns([score.name(), "estimate"], self.confidence, score.lines(), to)?;
            if let Some(shares) = score.distribution("") {
                columns(["value", "share"], self.confidence, shares, to)?;
            }
        }
        Ok(())
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        header("score", to)?;
        for score in &self.scores {
            let of_values = score.distribution("share of ").unwrap_or_default();
            rows(score.name(), [score.lines(), of_values].into_iter().flatten().collect(), score.n(), to)?;
        }
        Ok(())
    }
}

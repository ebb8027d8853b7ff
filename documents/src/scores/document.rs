//! The document of scores.
//!
//! ```json
//! {"confidence":0.95,"by":"sex","scores":[{"name":"climate-score","n":4000,"least":3,"most":15,
//!   "mean":{"estimate":6.1,"standard_error":0.2,"lower":5.7,"upper":6.5,"shown":6.1},"standard_deviation":{…},"alpha":{…},
//!   "quantiles":[{"share":0.5,"estimate":6,"lower":5,"upper":7,"shown":6}],"distribution":[{"value":3,"share":{…}}],
//!   "groups":[{"group":"f","mean":{…}}],"differences":[{"group":"m","reference":"f","difference":{…},"p_value":0.04}]}]}
//! ```
//!
//! What cannot be told is null ([`candor::inference::ScaleEstimate`]). `shown` is the number to show to people, within its interval, or null where there are too few
//! reports.

use core::fmt;

use candor::Error;
use candor::estimate::TOO_FEW;
use serde::Serialize;

use super::scored::{Line, Scored};
use crate::numbers::written;
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::{counted, level};
use crate::totals::Told;
use crate::{Csv, Document, failure};

/// The document of scores, and of what they tell of one person.
#[derive(Serialize)]
struct Released<'s> {
    #[serde(flatten)]
    scores: &'s Scores,
    totals: &'s Told,
}

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

    /// The number of reports that the scores are of.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.scores.first().map_or(0, Scored::n)
    }

    /// Scores of released reports as JSON, with what they tell of one person, or as CSV.
    ///
    /// # Errors
    /// `io`: a number cannot be written.
    pub fn released(&self, totals: &Told, is_csv: bool) -> Result<Vec<u8>, Error> {
        match is_csv {
            true => Ok(Csv(self).to_string().into_bytes()),
            false => serde_json::to_vec(&Released { scores: self, totals })
                .map_err(|cause| failure::io("scores", &cause)),
        }
    }
}

impl Document for Scores {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let confidence = format!("{} interval", level(self.confidence));
        for score in &self.scores {
            let mut grid =
                Grid::new([score.name().to_owned()], &["estimate", "SE", confidence.as_str(), "p"]);
            for Line { what, shown, standard_error, lower, upper, p_value, .. } in score.lines() {
                let p = p_value.map_or(String::new(), |p| format!("{p:.3}"));
                let row = match shown {
                    Some(_) => {
                        let interval = format!("{} to {}", written(lower), written(upper));
                        [what, written(shown), written(standard_error), interval, p]
                    }
                    None => [what, written(None), written(None), TOO_FEW.to_owned(), p],
                };
                grid.push(row.into());
            }
            writeln!(to, "{} ({})\n{grid}", score.name(), counted(score.n(), "report"))?;
            let Some(distribution) = score.distribution() else { continue };
            let mut grid = Grid::new(["value".to_owned()], &["share", "SE", confidence.as_str()]);
            for Line { what, shown, standard_error, lower, upper, .. } in distribution {
                let percent = |number: Option<f64>| {
                    number.map_or("–".to_owned(), |number| format!("{:.1} %", 100.0 * number))
                };
                let interval = lower
                    .zip(upper)
                    .filter(|_| shown.is_some())
                    .map_or(TOO_FEW.to_owned(), |(lower, upper)| {
                        format!("{:.1} to {:.1} %", 100.0 * lower, 100.0 * upper)
                    });
                let standard_error = standard_error.filter(|_| shown.is_some());
                grid.push([what, percent(shown), percent(standard_error), interval].into());
            }
            writeln!(to, "{grid}")?;
        }
        Ok(())
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        to.row(["score", "what", "estimate", "standard_error", "lower", "upper", "p_value", "n"])?;
        let text = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
        for score in &self.scores {
            let of_values = score.distribution().into_iter().flatten();
            let of_values = of_values.map(|line| Line { what: format!("share of {}", line.what), ..line });
            for line in score.lines().into_iter().chain(of_values) {
                let numbers = [line.estimate, line.standard_error, line.lower, line.upper, line.p_value];
                let cells = [score.name().to_owned(), line.what].into_iter().chain(numbers.map(text));
                to.row(cells.chain([score.n().to_string()]))?;
            }
        }
        Ok(())
    }
}

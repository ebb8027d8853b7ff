//! Scores: their means, spread, distribution and reliability, and the means of groups.
//!
//! ```json
//! {"confidence":0.95,"by":"sex","scores":[{"name":"climate-score","n":4000,"mean":{"estimate":6.1,"standard_error":0.2,"lower":5.7,"upper":6.5},
//!   "standard_deviation":{…},"alpha":{…},"distribution":[{"value":2,"share":{…}}],
//!   "groups":[{"group":"f","mean":{…}}],"differences":[{"group":"m","reference":"f","difference":{…},"p_value":0.04}]}]}
//! ```
//!
//! What cannot be told is null ([`candor::inference::ScaleEstimate`]).

use core::fmt;

use candor::estimate::TOO_FEW;
use candor::inference::{Mean, ScaleEstimate, ValueShare};
use serde::Serialize;

use super::Document;
use super::numbers::written;
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::{counted, level};

/// The document of scores.
#[derive(Serialize)]
pub struct Scores {
    confidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    scores: Vec<Scored>,
}

/// One score.
#[derive(Serialize)]
pub struct Scored {
    name: String,
    n: u64,
    mean: Mean,
    standard_deviation: Option<Mean>,
    alpha: Option<Mean>,
    distribution: Option<Vec<ValueShare>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<Group>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Difference>,
}

#[derive(Serialize)]
struct Group {
    group: String,
    mean: Option<Mean>,
}

#[derive(Serialize)]
struct Difference {
    group: String,
    reference: String,
    difference: Mean,
    p_value: f64,
}

/// A line for people: what it is of, the number, if it can be told, and the p-value of a difference.
type Line = (String, Option<Mean>, Option<f64>);

impl Scored {
    /// A score with its name and the names of the groups.
    #[must_use]
    pub fn new(name: String, groups: &[String], estimate: ScaleEstimate) -> Self {
        let ScaleEstimate { n, mean, standard_deviation, alpha, distribution, .. } = estimate;
        let of_groups = groups.iter().zip(&estimate.groups);
        let difference = |own: &candor::inference::GroupDifference| Difference {
            group: groups[own.group].clone(),
            reference: groups[own.reference].clone(),
            difference: own.difference,
            p_value: own.p_value,
        };
        Self {
            name,
            n,
            mean,
            standard_deviation,
            alpha,
            distribution,
            groups: of_groups.map(|(group, mean)| Group { group: group.clone(), mean: *mean }).collect(),
            differences: estimate.differences.iter().map(difference).collect(),
        }
    }

    fn lines(&self) -> Vec<Line> {
        let line = |what: &str, of: Mean| (what.to_owned(), Some(of), None);
        let mut lines = vec![line("mean", self.mean)];
        lines.extend(self.standard_deviation.map(|of| line("standard deviation", of)));
        lines.extend(self.alpha.map(|of| line("Cronbach's alpha", of)));
        lines.extend(self.groups.iter().map(|of| (format!("mean of {}", of.group), of.mean, None)));
        let difference = |of: &Difference| {
            (format!("{} less {}", of.group, of.reference), Some(of.difference), Some(of.p_value))
        };
        lines.extend(self.differences.iter().map(difference));
        lines
    }
}

impl Scores {
    /// The document of these scores, with intervals of this confidence, and groups by this attribute.
    #[must_use]
    pub fn new(confidence: f64, by: Option<String>, scores: Vec<Scored>) -> Self {
        Self { confidence, by, scores }
    }
}

impl Document for Scores {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let confidence = format!("{} interval", level(self.confidence));
        for score in &self.scores {
            let mut grid = Grid::new([score.name.clone()], &["estimate", "SE", confidence.as_str(), "p"]);
            for (what, of, p_value) in score.lines() {
                let p = p_value.map_or(String::new(), |p| format!("{p:.3}"));
                let row = match of.map(|of| (of, of.readable())) {
                    Some((of, Some(shown))) => {
                        let interval = format!("{} to {}", written(Some(of.lower)), written(Some(of.upper)));
                        [what, written(Some(shown)), written(Some(of.standard_error)), interval, p]
                    }
                    _ => [what, written(None), written(None), TOO_FEW.to_owned(), p],
                };
                grid.push(row.into());
            }
            writeln!(to, "{} ({})\n{grid}", score.name, counted(score.n, "report"))?;
            let Some(distribution) = &score.distribution else { continue };
            let mut grid = Grid::new(["value".to_owned()], &["share", "SE", confidence.as_str()]);
            for ValueShare { value, share, .. } in distribution {
                let interval = format!("{:.1} to {:.1} %", 100.0 * share.lower, 100.0 * share.upper);
                let percent = |number: Option<f64>| {
                    number.map_or("–".to_owned(), |number| format!("{:.1} %", 100.0 * number))
                };
                let row = match share.readable() {
                    Some(shown) => [percent(Some(shown)), percent(share.standard_error), interval],
                    None => [percent(None), percent(None), TOO_FEW.to_owned()],
                };
                grid.push([value.to_string()].into_iter().chain(row).collect());
            }
            writeln!(to, "{grid}")?;
        }
        Ok(())
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        to.row(["score", "what", "estimate", "standard_error", "lower", "upper", "p_value", "n"])?;
        let text = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
        for score in &self.scores {
            let n = score.n.to_string();
            for (what, of, p_value) in score.lines() {
                let numbers = [
                    of.map(|of| of.estimate),
                    of.map(|of| of.standard_error),
                    of.map(|of| of.lower),
                    of.map(|of| of.upper),
                ];
                let cells = [score.name.clone(), what].into_iter().chain(numbers.map(text));
                to.row(cells.chain([text(p_value), n.clone()]))?;
            }
            for ValueShare { value, share, .. } in score.distribution.iter().flatten() {
                let numbers =
                    [Some(share.estimate), share.standard_error, Some(share.lower), Some(share.upper)];
                let cells =
                    [score.name.clone(), format!("share of {value}")].into_iter().chain(numbers.map(text));
                to.row(cells.chain([String::new(), n.clone()]))?;
            }
        }
        Ok(())
    }
}

//! Rankings: shares of first places, mean ranks, and which of two items is put before the other.
//!
//! ```json
//! {"confidence":0.95,"by":"sex","rankings":[{"name":"first","n":4000,
//!   "items":[{"item":"first.pay","first":{"estimate":0.6,"standard_error":0.02,"lower":0.56,"upper":0.64},"mean_rank":{…},
//!     "groups":[{"group":"f","mean_rank":{…}}]}],
//!   "pairs":[{"item":"first.pay","other":"first.hours","before":{…},"after":{…},"p_value":0.001}]}]}
//! ```
//!
//! What cannot be told is null ([`candor::inference::RankingEstimate`]).

use core::fmt;

use candor::estimate::TOO_FEW;
use candor::inference::{Mean, RankingEstimate};
use candor::schema::Schema;
use serde::Serialize;

use super::Document;
use super::numbers::written;
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::{counted, level};

/// The document of rankings.
#[derive(Serialize)]
pub struct Rankings {
    confidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    rankings: Vec<Ranked>,
}

/// One ranking.
#[derive(Serialize)]
pub struct Ranked {
    name: String,
    n: u64,
    items: Vec<Item>,
    pairs: Vec<Pair>,
}

#[derive(Serialize)]
struct Item {
    item: String,
    first: Mean,
    mean_rank: Mean,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<RankInGroup>,
}

#[derive(Serialize)]
struct RankInGroup {
    group: String,
    mean_rank: Option<Mean>,
}

#[derive(Serialize)]
struct Pair {
    item: String,
    other: String,
    before: Mean,
    after: Mean,
    p_value: f64,
}

/// A line for people and for sheets: what it is of, a share of people or a rank, and the p-value of a pair.
struct Line {
    what: String,
    of: Option<Mean>,
    is_share: bool,
    p_value: Option<f64>,
}

impl Ranked {
    /// A ranking with its name and the names of the groups.
    #[must_use]
    pub fn new(name: &str, schema: &Schema, groups: &[String], estimate: RankingEstimate) -> Self {
        let name_of = |item: usize| schema.attributes()[item].name().to_owned();
        let items = estimate.items.into_iter().map(|own| {
            let of_groups = groups.iter().zip(&own.groups);
            let group = |(group, mean): (&String, &Option<Mean>)| RankInGroup {
                group: group.clone(),
                mean_rank: *mean,
            };
            Item {
                item: name_of(own.item),
                first: own.first,
                mean_rank: own.mean_rank,
                groups: of_groups.map(group).collect(),
            }
        });
        let pairs = estimate.pairs.iter().map(|own| Pair {
            item: name_of(own.item),
            other: name_of(own.other),
            before: own.before,
            after: own.after,
            p_value: own.p_value,
        });
        Self { name: name.to_owned(), n: estimate.n, items: items.collect(), pairs: pairs.collect() }
    }

    fn lines(&self) -> Vec<Line> {
        let line = |what: String, of: Option<Mean>, is_share| Line { what, of, is_share, p_value: None };
        let mut lines: Vec<Line> =
            self.items.iter().map(|own| line(format!("{} first", own.item), Some(own.first), true)).collect();
        for own in &self.items {
            lines.push(line(format!("mean rank of {}", own.item), Some(own.mean_rank), false));
            let groups = own.groups.iter();
            lines.extend(groups.map(|of| line(format!("{} of {}", own.item, of.group), of.mean_rank, false)));
        }
        for own in &self.pairs {
            let p_value = Some(own.p_value);
            lines.push(Line {
                p_value,
                ..line(format!("{} before {}", own.item, own.other), Some(own.before), true)
            });
            lines.push(line(format!("{} before {}", own.other, own.item), Some(own.after), true));
        }
        lines
    }
}

impl Line {
    /// The line for people, with its interval in one cell.
    fn displayed(&self) -> Vec<String> {
        let number = |number: f64| match self.is_share {
            true => format!("{:.1} %", 100.0 * number),
            false => written(Some(number)),
        };
        let shown = self.of.map(|of| (of, of.readable()));
        let [estimate, error, interval] = match shown {
            Some((of, Some(shown))) => {
                let interval = format!("{} to {}", number(of.lower), number(of.upper));
                [number(shown), number(of.standard_error), interval]
            }
            _ => [written(None), written(None), TOO_FEW.to_owned()],
        };
        let p_value = self.p_value.map_or(String::new(), |p| format!("{p:.3}"));
        vec![self.what.clone(), estimate, error, interval, p_value]
    }
}

impl Rankings {
    /// The document of these rankings, with intervals of this confidence, and groups by this attribute.
    #[must_use]
    pub fn new(confidence: f64, by: Option<String>, rankings: Vec<Ranked>) -> Self {
        Self { confidence, by, rankings }
    }
}

impl Document for Rankings {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let confidence = format!("{} interval", level(self.confidence));
        for ranking in &self.rankings {
            let mut grid = Grid::new([ranking.name.clone()], &["estimate", "SE", confidence.as_str(), "p"]);
            ranking.lines().iter().for_each(|line| grid.push(line.displayed()));
            writeln!(to, "{} ({})\n{grid}", ranking.name, counted(ranking.n, "report"))?;
        }
        Ok(())
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        to.row(["ranking", "what", "estimate", "standard_error", "lower", "upper", "p_value", "n"])?;
        let text = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
        for ranking in &self.rankings {
            for Line { what, of, p_value, .. } in ranking.lines() {
                let numbers = of.map(|of| [of.estimate, of.standard_error, of.lower, of.upper]);
                let numbers = numbers.map_or([None; 4], |numbers| numbers.map(Some)).map(text);
                let cells = [ranking.name.clone(), what].into_iter().chain(numbers);
                to.row(cells.chain([text(p_value), ranking.n.to_string()]))?;
            }
        }
        Ok(())
    }
}

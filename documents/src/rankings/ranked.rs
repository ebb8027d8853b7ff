//! One ranking of the document.

use candor::inference::{GroupDifference, Mean, Precedence, RankedItem, RankingEstimate};
use candor::schema::Schema;
use serde::Serialize;

use crate::lines::{Difference, Line, Shown};
use crate::text::of_reports;

/// One ranking.
#[derive(Serialize)]
pub struct Ranked {
    name: String,
    n: u64,
    /// Where reports have weights, as how many of equal weight they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    effective: Option<f64>,
    items: Vec<Item>,
    pairs: Vec<Pair>,
}

#[derive(Serialize)]
struct Item {
    item: String,
    first: Shown<Mean>,
    mean_rank: Shown<Mean>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<InGroup>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Difference>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    first_differences: Vec<Difference>,
}

#[derive(Serialize)]
struct InGroup {
    group: String,
    first: Option<Shown<Mean>>,
    mean_rank: Option<Shown<Mean>>,
}

#[derive(Serialize)]
struct Pair {
    item: String,
    other: String,
    before: Shown<Mean>,
    after: Shown<Mean>,
    p_value: f64,
}

impl Ranked {
    /// A ranking with its name and the names of the groups.
    pub(super) fn new(name: String, schema: &Schema, groups: &[String], estimate: RankingEstimate) -> Self {
        let name_of = |item: usize| schema.attributes()[item].name().to_owned();
        let item = |of: RankedItem| {
            let means = of.first_groups.into_iter().zip(of.groups);
            let group = |(group, (first, mean_rank)): (&String, (Option<Mean>, Option<Mean>))| InGroup {
                group: group.clone(),
                first: first.map(Shown::from),
                mean_rank: mean_rank.map(Shown::from),
            };
            let named = |own: &GroupDifference| Difference::new(own, groups);
            Item {
                item: name_of(of.item),
                first: of.first.into(),
                mean_rank: of.mean_rank.into(),
                groups: groups.iter().zip(means).map(group).collect(),
                differences: of.differences.iter().map(named).collect(),
                first_differences: of.first_differences.iter().map(named).collect(),
            }
        };
        let pair = |Precedence { item, other, before, after, p_value, .. }| Pair {
            item: name_of(item),
            other: name_of(other),
            before: before.into(),
            after: after.into(),
            p_value,
        };
        Self {
            name,
            n: estimate.n,
            effective: estimate.effective,
            items: estimate.items.into_iter().map(item).collect(),
            pairs: estimate.pairs.into_iter().map(pair).collect(),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn n(&self) -> u64 {
        self.n
    }

    /// How many reports it is of, for people.
    pub(super) fn reports(&self) -> String {
        of_reports(self.n, self.effective)
    }

    /// The numbers of the ranking, one a line.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for Item { item, first, groups, first_differences, .. } in &self.items {
            lines.push(Line::share(format!("{item} first"), first));
            let of_group = |of: &InGroup| {
                Line::possible(format!("{item} first of {}", of.group), of.first.as_ref()).of_people()
            };
            lines.extend(groups.iter().map(of_group));
            lines
                .extend(first_differences.iter().map(|of| of.line(&format!("{item} first of ")).of_people()));
        }
        for Item { item, mean_rank, groups, differences, .. } in &self.items {
            lines.push(Line::new(format!("mean rank of {item}"), mean_rank));
            let of_group =
                |of: &InGroup| Line::possible(format!("{item} of {}", of.group), of.mean_rank.as_ref());
            lines.extend(groups.iter().map(of_group));
            lines.extend(differences.iter().map(|of| of.line(&format!("{item} of "))));
        }
        for Pair { item, other, before, after, p_value } in &self.pairs {
            lines.push(Line::share(format!("{item} before {other}"), before).tested(*p_value));
            lines.push(Line::share(format!("{other} before {item}"), after));
        }
        lines
    }
}

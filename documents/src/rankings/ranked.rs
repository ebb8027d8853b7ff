//! One ranking of the document.

use candor::inference::{Mean, Precedence, RankedItem, RankingEstimate};
use candor::schema::Schema;
use serde::Serialize;

use crate::lines::{Difference, Line, Shown};

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
    first: Shown<Mean>,
    mean_rank: Shown<Mean>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<RankInGroup>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Difference>,
}

#[derive(Serialize)]
struct RankInGroup {
    group: String,
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
        let item = |RankedItem { item, first, mean_rank, groups: of_groups, differences, .. }| {
            let group = |(group, mean): (&String, Option<Mean>)| RankInGroup {
                group: group.clone(),
                mean_rank: mean.map(Shown::from),
            };
            Item {
                item: name_of(item),
                first: first.into(),
                mean_rank: mean_rank.into(),
                groups: groups.iter().zip(of_groups).map(group).collect(),
                differences: differences.iter().map(|own| Difference::new(own, groups)).collect(),
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

    /// The numbers of the ranking, one a line.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> =
            self.items.iter().map(|own| Line::share(format!("{} first", own.item), &own.first)).collect();
        for Item { item, mean_rank, groups, differences, .. } in &self.items {
            lines.push(Line::new(format!("mean rank of {item}"), mean_rank));
            let of_group =
                |of: &RankInGroup| Line::possible(format!("{item} of {}", of.group), of.mean_rank.as_ref());
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

//! One score of the document.

use candor::estimate::Cell;
use candor::inference::{GroupEstimate, Mean, Quantile, ScaleEstimate, ValueShare};
use serde::Serialize;

use crate::lines::{Difference, Line, Shown};
use crate::text::of_reports;

/// One score.
#[derive(Serialize)]
pub struct Scored {
    name: String,
    n: u64,
    /// Where reports have weights, as how many of equal weight they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    effective: Option<f64>,
    least: f64,
    most: f64,
    mean: Shown<Mean>,
    standard_deviation: Option<Shown<Mean>>,
    alpha: Option<Shown<Mean>>,
    quantiles: Option<Vec<Shown<Quantile>>>,
    distribution: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<Group>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Difference>,
}

#[derive(Serialize)]
struct Value {
    value: f64,
    share: Shown<Cell>,
}

#[derive(Serialize)]
struct Group {
    group: String,
    mean: Option<Shown<Mean>>,
    standard_deviation: Option<Shown<Mean>>,
    alpha: Option<Shown<Mean>>,
}

impl Scored {
    /// A score with its name and the names of the groups.
    pub(super) fn new(name: String, groups: &[String], estimate: ScaleEstimate) -> Self {
        let ScaleEstimate { n, effective, least, most, mean, standard_deviation, alpha, .. } = estimate;
        let group = |(group, own): (&String, &GroupEstimate)| Group {
            group: group.clone(),
            mean: own.mean.map(Shown::from),
            standard_deviation: own.standard_deviation.map(Shown::from),
            alpha: own.alpha.map(Shown::from),
        };
        let value = |ValueShare { value, share, .. }| Value { value, share: share.into() };
        Self {
            name,
            n,
            effective,
            least,
            most,
            mean: mean.into(),
            standard_deviation: standard_deviation.map(Shown::from),
            alpha: alpha.map(Shown::from),
            quantiles: estimate.quantiles.map(|of| of.into_iter().map(Shown::from).collect()),
            distribution: estimate.distribution.map(|of| of.into_iter().map(value).collect()),
            groups: groups.iter().zip(&estimate.groups).map(group).collect(),
            differences: estimate.differences.iter().map(|own| Difference::new(own, groups)).collect(),
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

    /// The numbers of the score, one a line.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut lines = vec![Line::new("mean", &self.mean)];
        lines.extend(self.standard_deviation.iter().map(|of| Line::new("standard deviation", of)));
        lines.extend(self.alpha.iter().map(|of| Line::new("Cronbach's alpha", of)));
        lines.extend(self.quantiles.iter().flatten().map(Line::quantile));
        for Group { group, mean, standard_deviation, alpha } in &self.groups {
            lines.push(Line::possible(format!("mean of {group}"), mean.as_ref()));
            let of = |what: &str| format!("{what} of {group}");
            lines.extend(standard_deviation.iter().map(|own| Line::new(of("standard deviation"), own)));
            lines.extend(alpha.iter().map(|own| Line::new(of("Cronbach's alpha"), own)));
        }
        lines.extend(self.differences.iter().map(|of| of.line("")));
        lines
    }

    /// The shares of its values, one a line, if they can be told; `what` is before each value.
    pub(super) fn distribution(&self, what: &str) -> Option<Vec<Line>> {
        let line = |Value { value, share }: &Value| Line::cell(format!("{what}{value}"), share);
        self.distribution.as_ref().map(|values| values.iter().map(line).collect())
    }
}

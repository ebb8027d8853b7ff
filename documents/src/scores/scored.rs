//! One score of the document.

use candor::estimate::Cell;
use candor::inference::{GroupDifference, Mean, Quantile, ScaleEstimate, ValueShare};
use serde::Serialize;

/// A number, and what people are shown in its place.
#[derive(Serialize)]
struct Told<Number> {
    #[serde(flatten)]
    number: Number,
    shown: Option<f64>,
}

impl From<Mean> for Told<Mean> {
    fn from(number: Mean) -> Self {
        Self { number, shown: number.readable() }
    }
}

impl From<Quantile> for Told<Quantile> {
    fn from(number: Quantile) -> Self {
        Self { number, shown: number.readable() }
    }
}

/// One score.
#[derive(Serialize)]
pub struct Scored {
    name: String,
    n: u64,
    least: f64,
    most: f64,
    mean: Told<Mean>,
    standard_deviation: Option<Told<Mean>>,
    alpha: Option<Told<Mean>>,
    quantiles: Option<Vec<Told<Quantile>>>,
    distribution: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<Group>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Difference>,
}

#[derive(Serialize)]
struct Value {
    value: f64,
    share: Told<Cell>,
}

#[derive(Serialize)]
struct Group {
    group: String,
    mean: Option<Told<Mean>>,
}

#[derive(Serialize)]
struct Difference {
    group: String,
    reference: String,
    difference: Told<Mean>,
    p_value: f64,
}

/// A line for people: what it is of, its numbers as far as they can be told, and the p-value of a difference.
#[derive(Default)]
pub(super) struct Line {
    pub(super) what: String,
    pub(super) shown: Option<f64>,
    pub(super) estimate: Option<f64>,
    pub(super) standard_error: Option<f64>,
    pub(super) lower: Option<f64>,
    pub(super) upper: Option<f64>,
    pub(super) p_value: Option<f64>,
}

impl Line {
    fn new(what: impl Into<String>, Told { number, shown }: &Told<Mean>) -> Self {
        let Mean { estimate, standard_error, lower, upper, .. } = *number;
        let [estimate, standard_error, lower, upper] = [estimate, standard_error, lower, upper].map(Some);
        Self { what: what.into(), shown: *shown, estimate, standard_error, lower, upper, p_value: None }
    }

    fn of_quantile(Told { number, shown }: &Told<Quantile>) -> Self {
        let Quantile { share, estimate, lower, upper, .. } = *number;
        Self { what: format!("quantile {share}"), shown: *shown, estimate, lower, upper, ..Self::default() }
    }

    fn of_value(Value { value, share: Told { number, shown } }: &Value) -> Self {
        let Cell { estimate, standard_error, lower, upper, .. } = *number;
        let [estimate, lower, upper] = [estimate, lower, upper].map(Some);
        Self { what: value.to_string(), shown: *shown, estimate, standard_error, lower, upper, p_value: None }
    }
}

impl Scored {
    /// A score with its name and the names of the groups.
    pub(super) fn new(name: String, groups: &[String], estimate: ScaleEstimate) -> Self {
        let ScaleEstimate { n, least, most, mean, standard_deviation, alpha, .. } = estimate;
        let group = |(group, mean): (&String, &Option<Mean>)| Group {
            group: group.clone(),
            mean: mean.map(Told::from),
        };
        let value = |ValueShare { value, share, .. }| Value {
            value,
            share: Told { number: share, shown: share.readable() },
        };
        let difference = |own: &GroupDifference| Difference {
            group: groups[own.group].clone(),
            reference: groups[own.reference].clone(),
            difference: own.difference.into(),
            p_value: own.p_value,
        };
        Self {
            name,
            n,
            least,
            most,
            mean: mean.into(),
            standard_deviation: standard_deviation.map(Told::from),
            alpha: alpha.map(Told::from),
            quantiles: estimate.quantiles.map(|of| of.into_iter().map(Told::from).collect()),
            distribution: estimate.distribution.map(|of| of.into_iter().map(value).collect()),
            groups: groups.iter().zip(&estimate.groups).map(group).collect(),
            differences: estimate.differences.iter().map(difference).collect(),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn n(&self) -> u64 {
        self.n
    }

    /// The numbers of the score, one a line.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut lines = vec![Line::new("mean", &self.mean)];
        lines.extend(self.standard_deviation.iter().map(|of| Line::new("standard deviation", of)));
        lines.extend(self.alpha.iter().map(|of| Line::new("Cronbach's alpha", of)));
        lines.extend(self.quantiles.iter().flatten().map(Line::of_quantile));
        let of_group = |Group { group, mean }: &Group| {
            let what = format!("mean of {group}");
            mean.as_ref()
                .map_or_else(|| Line { what: what.clone(), ..Line::default() }, |mean| Line::new(&what, mean))
        };
        lines.extend(self.groups.iter().map(of_group));
        let of_difference = |of: &Difference| {
            let line = Line::new(format!("{} less {}", of.group, of.reference), &of.difference);
            Line { p_value: Some(of.p_value), ..line }
        };
        lines.extend(self.differences.iter().map(of_difference));
        lines
    }

    /// The shares of its values, one a line, if they can be told.
    pub(super) fn distribution(&self) -> Option<impl Iterator<Item = Line>> {
        self.distribution.as_ref().map(|values| values.iter().map(Line::of_value))
    }
}

//! Numbers with what people are shown in their place, and lines of them for people and for sheets: what scores and rankings have in common.

use core::fmt;

use candor::estimate::{Cell, TOO_FEW};
use candor::inference::{GroupDifference, Mean, Quantile};
use serde::Serialize;

use crate::numbers::written;
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::level;

/// A number, and what people are shown in its place.
#[derive(Serialize)]
pub(crate) struct Shown<Number> {
    #[serde(flatten)]
    number: Number,
    shown: Option<f64>,
}

impl From<Mean> for Shown<Mean> {
    fn from(number: Mean) -> Self {
        Self { number, shown: number.readable() }
    }
}

impl From<Quantile> for Shown<Quantile> {
    fn from(number: Quantile) -> Self {
        Self { number, shown: number.readable() }
    }
}

impl From<Cell> for Shown<Cell> {
    fn from(number: Cell) -> Self {
        Self { number, shown: number.readable() }
    }
}

/// The difference between a group and another one.
#[derive(Serialize)]
pub(crate) struct Difference {
    group: String,
    reference: String,
    difference: Shown<Mean>,
    p_value: f64,
}

impl Difference {
    /// A difference with the names of its groups, of which these are all.
    pub(crate) fn new(own: &GroupDifference, groups: &[String]) -> Self {
        Self {
            group: groups[own.group].clone(),
            reference: groups[own.reference].clone(),
            difference: own.difference.into(),
            p_value: own.p_value,
        }
    }

    /// Its line, which names the groups after `of`.
    pub(crate) fn line(&self, of: &str) -> Line {
        let what = format!("{of}{} less {}", self.group, self.reference);
        Line::new(what, &self.difference).tested(self.p_value)
    }
}

/// A line for people: what it is of, its numbers as far as they can be told, and the p-value of a test.
#[derive(Default)]
pub(crate) struct Line {
    what: String,
    /// Whether the numbers are shares of people.
    is_share: bool,
    p_value: Option<f64>,
    shown: Option<f64>,
    estimate: Option<f64>,
    standard_error: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

impl Line {
    pub(crate) fn new(what: impl Into<String>, Shown { number, shown }: &Shown<Mean>) -> Self {
        let Mean { estimate, standard_error, lower, upper, .. } = *number;
        let [estimate, standard_error, lower, upper] = [estimate, standard_error, lower, upper].map(Some);
        Self { what: what.into(), shown: *shown, estimate, standard_error, lower, upper, ..Self::default() }
    }

    /// A line of a share of people.
    pub(crate) fn share(what: impl Into<String>, of: &Shown<Mean>) -> Self {
        Self::new(what, of).of_people()
    }

    /// The line with its numbers as shares of people.
    pub(crate) fn of_people(self) -> Self {
        Self { is_share: true, ..self }
    }

    /// The line with the p-value of a test.
    pub(crate) fn tested(self, p_value: f64) -> Self {
        Self { p_value: Some(p_value), ..self }
    }

    /// A line whose numbers can be told, or not.
    pub(crate) fn possible(what: impl Into<String>, of: Option<&Shown<Mean>>) -> Self {
        let what = what.into();
        match of {
            Some(of) => Self::new(what, of),
            None => Self { what, ..Self::default() },
        }
    }

    pub(crate) fn quantile(Shown { number, shown }: &Shown<Quantile>) -> Self {
        let Quantile { share, estimate, lower, upper, .. } = *number;
        Self { what: format!("quantile {share}"), shown: *shown, estimate, lower, upper, ..Self::default() }
    }

    pub(crate) fn cell(what: impl Into<String>, Shown { number, shown }: &Shown<Cell>) -> Self {
        let Cell { estimate, standard_error, lower, upper, .. } = *number;
        let [estimate, lower, upper] = [estimate, lower, upper].map(Some);
        let numbers = Self { shown: *shown, estimate, standard_error, lower, upper, ..Self::default() };
        Self { what: what.into(), is_share: true, ..numbers }
    }

    /// The cells for people, with the interval in one of them.
    fn displayed(self) -> [String; 5] {
        let number = |number: Option<f64>| match number {
            Some(share) if self.is_share => format!("{:.1} %", 100.0 * share),
            number => written(number),
        };
        let p_value = self.p_value.map_or(String::new(), |p| format!("{p:.3}"));
        if self.shown.is_none() {
            return [self.what, written(None), written(None), TOO_FEW.to_owned(), p_value];
        }
        let interval = format!("{} to {}", number(self.lower), number(self.upper));
        let [shown, standard_error] = [self.shown, self.standard_error].map(number);
        [self.what, shown, standard_error, interval, p_value]
    }
}

/// Writes lines as aligned columns, of which the first and second have these titles; that of p-values is there if a line has one.
pub(crate) fn columns(
    [what, estimate]: [&str; 2],
    confidence: f64,
    lines: Vec<Line>,
    to: &mut dyn fmt::Write,
) -> fmt::Result {
    let confidence = format!("{} interval", level(confidence));
    let titles = [estimate, "SE", &confidence, "p"];
    let columns = if lines.iter().any(|line| line.p_value.is_some()) { 4 } else { 3 };
    let mut grid = Grid::new([what.to_owned()], &titles[..columns]);
    lines.into_iter().for_each(|line| grid.push(line.displayed().into_iter().take(1 + columns).collect()));
    writeln!(to, "{grid}")
}

/// Writes the header of lines of a kind of things, such as scores.
pub(crate) fn header(kind: &str, to: &mut Sheet<'_>) -> fmt::Result {
    to.row([kind, "what", "estimate", "standard_error", "lower", "upper", "p_value", "n"])
}

/// Writes the lines of one of these things, of this many reports.
pub(crate) fn rows(name: &str, lines: Vec<Line>, n: u64, to: &mut Sheet<'_>) -> fmt::Result {
    let text = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    for Line { what, estimate, standard_error, lower, upper, p_value, .. } in lines {
        let numbers = [estimate, standard_error, lower, upper, p_value].map(text);
        to.row([name.to_owned(), what].into_iter().chain(numbers).chain([n.to_string()]))?;
    }
    Ok(())
}

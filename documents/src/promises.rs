//! The promises of a plan: record ε, and column and attribute ε of every attribute.

use core::fmt;

use candor::Error;
use candor::design::{Design, Survey};
use candor::plan::Plan;
use candor::schema::Score;
use serde::Serialize;

use crate::Document;
use crate::comparisons::Findings;
use crate::expectations::Expectations;
use crate::guess_expectations::GuessExpectations;
use crate::sheet::Sheet;
use crate::text::grid::Grid;

/// The most names that are listed for people; the JSON document has all of them.
const SHOWN: usize = 20;

/// The promises of a plan, as recomputed from its integers.
#[derive(Serialize)]
pub struct Promises {
    survey: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    fingerprint: String,
    method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    record: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    record_lower_bound: Option<f64>,
    attributes: Vec<AttributePromise>,
    /// The scores that devices add up, round at random and report, perturbed like the answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reported: Vec<ReportedScore>,
    /// The columns that reports carry in clear, for which nothing is promised.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plain: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    raised: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lowered: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expectations>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_guess: Option<GuessExpectations>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparisons: Option<Findings>,
}

#[derive(Serialize)]
struct AttributePromise {
    name: String,
    categories: u32,
    requested: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requested_attribute: Option<f64>,
    column: f64,
    attribute: f64,
}

/// A score that devices report.
#[derive(Serialize)]
struct ReportedScore {
    name: String,
    of: Vec<String>,
    /// The values to one of which it is rounded.
    levels: Vec<f64>,
}

impl ReportedScore {
    /// "content, of safe, heard: rounded at random to 2, 4 or 6".
    fn written(&self) -> String {
        let levels: Vec<String> = self.levels.iter().map(|level| format!("{level:.4}")).collect();
        let levels: Vec<&str> =
            levels.iter().map(|level| level.trim_end_matches('0').trim_end_matches('.')).collect();
        let (last, others) = levels.split_last().map_or(("", &[][..]), |(last, others)| (*last, others));
        format!(
            "{}, of {}: rounded at random to {} or {last}",
            self.name,
            listed(&self.of),
            others.join(", ")
        )
    }
}

impl Promises {
    /// The promises of a plan.
    #[must_use]
    pub fn of_plan(plan: &Plan) -> Self {
        let name = |position: &usize| plan.schema().attributes()[*position].name().to_owned();
        let reported = |score: &Score| ReportedScore {
            name: score.name.clone(),
            of: score.attributes.iter().map(name).collect(),
            levels: plan.schema().values_of_levels(score).into_iter().flatten().collect(),
        };
        let attributes = plan.schema().attributes().iter().zip(&plan.promises().attributes);
        let attributes = attributes.map(|(attribute, promise)| AttributePromise {
            name: attribute.name().to_owned(),
            categories: attribute.size(),
            requested: promise.requested,
            requested_attribute: promise.requested_attribute,
            column: promise.column,
            attribute: promise.attribute,
        });
        Self {
            survey: plan.survey().to_owned(),
            title: plan.title().map(|title| title.fallback().to_owned()),
            fingerprint: plan.fingerprint().to_string(),
            method: plan.method().to_owned(),
            reason: None,
            record: plan.promises().record,
            record_lower_bound: plan.document().privacy.record_lower_bound,
            attributes: attributes.collect(),
            reported: plan.schema().reported_scores().map(reported).collect(),
            plain: plan.plain().iter().map(|column| column.name.clone()).collect(),
            raised: Vec::new(),
            lowered: Vec::new(),
            expected: None,
            best_guess: None,
            comparisons: None,
        }
    }

    /// The promises of a newly designed plan, with the reason for its method and the expected errors; where a standard error is given, also
    /// the number of respondents it takes.
    ///
    /// # Errors
    /// Those of [`Findings::of`].
    pub fn of_design(
        plan: &Plan,
        survey: &Survey,
        design: &Design,
        standard_error: Option<f64>,
    ) -> Result<Self, Error> {
        let name = |position: &usize| plan.schema().attributes()[*position].name().to_owned();
        let [raised, lowered] = [design.raised(), design.lowered()];
        let [raised, lowered] = [raised, lowered].map(|places| places.iter().map(name).collect());
        let reason = Some(design.reason().to_owned());
        let expected = Expectations::of(survey, design.law(), standard_error);
        let best_guess = design.best_guess().map(|told| GuessExpectations::of(survey, told));
        let comparisons = Some(Findings::of(survey, plan)?).filter(|findings| !findings.is_empty());
        Ok(Self { reason, raised, lowered, expected, best_guess, comparisons, ..Self::of_plan(plan) })
    }

    /// The differences that a newly designed plan is to find; `None` where the survey names none.
    #[must_use]
    pub fn comparisons(&self) -> Option<&Findings> {
        self.comparisons.as_ref()
    }

    /// The lower bound on the record ε of any law with these columns, as text; empty where there is no bound.
    fn gap(&self) -> String {
        self.record_lower_bound.map_or(String::new(), |bound| match self.record - bound {
            gap if gap < 1e-6 => " (no law with these columns has a smaller one)".to_owned(),
            _ => format!(" (no law with these columns is below {})", rounded_down(bound)),
        })
    }

    fn grid(&self) -> Grid {
        let capped = self.attributes.iter().any(|promise| promise.requested_attribute.is_some());
        let numbers = ["categories", "requested", "column ε", "at most", "attribute ε"];
        let shown = |column: &usize| capped || *column != 3;
        let numbers: Vec<&str> = (0..numbers.len()).filter(shown).map(|column| numbers[column]).collect();
        let mut grid = Grid::new(["attribute".to_owned()], &numbers);
        for promise in &self.attributes {
            // Rounded as levels are, so that no level appears to be above its request.
            let asked = |level: Option<f64>| level.map_or("-".to_owned(), rounded_up);
            let mut row =
                vec![promise.name.clone(), promise.categories.to_string(), asked(promise.requested)];
            row.push(rounded_up(promise.column));
            row.extend(capped.then(|| asked(promise.requested_attribute)));
            row.push(rounded_up(promise.attribute));
            grid.push(row);
        }
        grid
    }
}

impl Document for Promises {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let title = self.title.as_deref().map_or(String::new(), |title| format!(": {title}"));
        let reason = self.reason.as_deref().map_or(String::new(), |reason| format!(" ({reason})"));
        writeln!(to, "survey       {}{title}", self.survey)?;
        writeln!(to, "fingerprint  {}", self.fingerprint)?;
        writeln!(to, "method       {}{reason}", self.method)?;
        writeln!(to, "record ε     {}{}\n\n{}", rounded_up(self.record), self.gap(), self.grid())?;
        if !self.reported.is_empty() {
            writeln!(to, "scores that devices add up and report, perturbed like an answer\n")?;
            self.reported.iter().try_for_each(|score| writeln!(to, "  {}", score.written()))?;
            writeln!(to)?;
        }
        if !self.plain.is_empty() {
            writeln!(to, "in clear, with no ε: {}\n", listed(&self.plain))?;
        }
        if !self.raised.is_empty() {
            writeln!(to, "\nraised above what was requested: {}", self.raised.join(", "))?;
        }
        if !self.lowered.is_empty() {
            writeln!(to, "\nlowered below what was requested: {}", listed(&self.lowered))?;
        }
        to.write_str(LEGEND)?;
        self.expected.as_ref().map_or(Ok(()), |expected| write!(to, "\n{expected}"))?;
        self.best_guess.as_ref().map_or(Ok(()), |best_guess| write!(to, "\n{best_guess}"))?;
        self.comparisons.as_ref().map_or(Ok(()), |comparisons| write!(to, "\n{comparisons}"))
    }
    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        to.row([
            "attribute",
            "categories",
            "requested",
            "column",
            "requested_attribute",
            "attribute_epsilon",
            "record",
        ])?;
        for promise in &self.attributes {
            let written = |level: Option<f64>| level.map_or(String::new(), |level| level.to_string());
            let [requested, cap] = [promise.requested, promise.requested_attribute].map(written);
            let levels = [promise.column, promise.attribute, self.record].map(|level| level.to_string());
            let [column, attribute, record] = levels;
            let categories = promise.categories.to_string();
            to.row([&promise.name, &categories, &requested, &column, &cap, &attribute, &record])?;
        }
        Ok(())
    }
}

const LEGEND: &str = "\
record ε     whoever sees the whole report, about all answers together
column ε     whoever sees only this column, about this answer
attribute ε  whoever sees the whole report, about this answer and those that hang on it
";

/// The names as text; of many, only the first ones.
fn listed(names: &[String]) -> String {
    let more = names.len().saturating_sub(SHOWN);
    let shown = names[..names.len() - more].join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// A level with four decimals, rounded up, so that the printed promise is never stronger than the actual one. The levels themselves
/// are rounded outward in their last digit; that digit (less than 10⁻⁹) is not carried into the fourth.
#[must_use]
pub fn rounded_up(level: f64) -> String {
    format!("{:.4}", ((level - 1e-9).max(0.0) * 1e4).ceil() / 1e4)
}

/// A lower bound with four decimals, rounded down.
fn rounded_down(bound: f64) -> String {
    format!("{:.4}", (bound * 1e4).floor() / 1e4)
}

#[cfg(test)]
mod tests {
    use super::{rounded_down, rounded_up};

    /// Rounded to nearest, a request of 0.47061 was printed as less than a column ε equal to it.
    #[test]
    fn no_column_at_its_request_looks_to_be_above_it() {
        for step in 0..10_000_u32 {
            let asked = f64::from(step) * 1.234_567e-4;
            let [asked, kept] = [asked, asked * (1.0 - 1e-12)].map(rounded_up);
            assert!(kept <= asked, "{kept} for {asked}");
        }
        assert_eq!(rounded_up(0.470_61), "0.4707");
        assert_eq!([1.000_06, 2.0].map(rounded_down), ["1.0000", "2.0000"]);
    }

    #[test]
    fn levels_are_printed_rounded_up() {
        let printed = [0.0, 1e-12, 2e-9, 0.999_91, 1.0, 1.000_000_000_000_000_2, 1.00001].map(rounded_up);
        assert_eq!(printed, ["0.0000", "0.0000", "0.0001", "1.0000", "1.0000", "1.0000", "1.0001"]);
    }
}

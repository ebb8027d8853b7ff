//! Results of hypothesis tests: for every table a calibrated statistic and the published one.
//!
//! ```json
//! {"test":"independence","statistic":"score","level":0.05,"use":"calibrated","tables":[{"attributes":["smoker","age"],"n":10000,
//!   "calibrated":{"value":12.1,"degrees_of_freedom":3,"p_value":0.007},"rejected":true,"method":"inverse",
//!   "published":{"value":31.0,"degrees_of_freedom":3,"p_value":8e-7},"least_expected":412.5,
//!   "null_distribution":{"method":"chi-squared","draws":0,"standard_error":0,"chi_squared_p_value":0.007,"rough":false}}],"warnings":[]}
//! ```
//!
//! A table of two groups and two outcomes that is tested for independence also has `effects`: `risk_ratio`, `odds_ratio` and `difference` of
//! the second row compared with the first, each with `estimate`, `lower` and `upper` at 95 %. Any table that is tested for independence has its
//! `strength`: `cramers_v`, `lower` and `upper` at 95 %, unless noise hides a category.
//!
//! `fragility` counts the forged reports that would turn the result at this level, about: make a rejected hypothesis one that is not, or the other way
//! round ([`Tested::fragility`]).
//!
//! With several tables, each has the adjusted p-values `holm` and `benjamini_hochberg`, and is rejected by Holm's. `published` is null where
//! the statistic is undefined for the reconstructed counts; `least_expected` is null where the plan has labels or two surveys are compared.
//! `null_distribution` is where the calibrated p-value comes from: `chi-squared`, `permutation` or `bootstrap`, with the number of simulated
//! surveys, and the standard error of p that comes from that number.

use core::fmt;

use candor::estimate::{Fragility, TOO_FEW};
use candor::inference::{
    Effect, Effects, NullDistribution, NullMethod, Statistic, Strength, Tested, benjamini_hochberg,
    by_p_value, holm,
};
use serde::Serialize;

use super::Document;
use super::test_statistic::TestStatistic;
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::{counted, forged, grouped};

/// Advice to readers of the numbers.
const ADVICE: &str = "Use the calibrated p-values: the noise of the plan is in them.\nA published statistic takes reconstructed counts \
for true answers; where a hypothesis holds, it rejects it more often than its p-value says.";

/// The document of test results.
#[derive(Serialize)]
pub struct Tests {
    test: String,
    /// The statistic of the calibrated p-values: `score` or `likelihood-ratio`.
    statistic: &'static str,
    level: f64,
    r#use: &'static str,
    tables: Vec<TestedTable>,
    warnings: Vec<String>,
}

/// The result for one table.
#[derive(Serialize)]
pub struct Outcome {
    /// The names of the table's attributes.
    pub attributes: Vec<String>,
    /// The test.
    #[serde(flatten)]
    pub tested: Tested,
    /// The effects, for two groups and two outcomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effects: Option<Effects>,
    /// Cramér's V, for a test of independence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
}

#[derive(Serialize)]
struct TestedTable {
    #[serde(flatten)]
    outcome: Outcome,
    rejected: bool,
    /// How many forged reports turn the result at the level, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    fragility: Option<Fragility>,
    /// The reconstruction of the published statistic.
    method: String,
    #[serde(flatten)]
    adjusted: Option<Adjusted>,
}

#[derive(Serialize, Clone, Copy)]
struct Adjusted {
    holm: f64,
    benjamini_hochberg: f64,
}

impl Tests {
    /// The results of tests of one kind at a level, by this statistic, with the published one from this reconstruction, and warnings.
    #[must_use]
    pub fn new(
        test: String,
        level: f64,
        (statistic, method): (&'static str, &str),
        of: Vec<Outcome>,
        mut warnings: Vec<String>,
    ) -> Self {
        let p_values: Vec<f64> = of.iter().map(|outcome| outcome.tested.calibrated.p_value).collect();
        let (holm, others) = (holm(&p_values), benjamini_hochberg(&p_values));
        let several = of.len() > 1;
        warnings.extend(of.iter().filter_map(rough));
        let adjusted = holm.into_iter().zip(others);
        let tables = of.into_iter().zip(adjusted).map(|(outcome, (holm, benjamini_hochberg))| {
            let adjusted = several.then_some(Adjusted { holm, benjamini_hochberg });
            let fragility = outcome.tested.fragility(level);
            TestedTable { outcome, rejected: holm < level, fragility, method: method.to_owned(), adjusted }
        });
        Self { test, statistic, level, r#use: "calibrated", tables: tables.collect(), warnings }
    }

    /// Sorts the tables in ascending order of p-values.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        let p_value = |table: &TestedTable| table.outcome.tested.calibrated.p_value;
        let order = by_p_value(&self.tables.iter().map(p_value).collect::<Vec<f64>>());
        let mut tables: Vec<Option<TestedTable>> = self.tables.into_iter().map(Some).collect();
        self.tables = order.into_iter().filter_map(|place| tables[place].take()).collect();
        self
    }

    /// Warnings that a reader should know before trusting a number.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

fn rough(Outcome { attributes, tested, .. }: &Outcome) -> Option<String> {
    tested.null_distribution.rough.then(|| {
        format!(
            "table {:?}: reports are too few for a χ² law, and the table is too large to be simulated: its p-values are rough",
            attributes.join(",")
        )
    })
}

impl Document for Tests {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let several = self.tables.len() > 1;
        let adjusted: &[&str] = if several { &["Holm", "Benjamini–Hochberg"] } else { &[] };
        let numbers =
            [&["reports", "calibrated", "df", "p", "null law"], adjusted, &["published", "its p"]].concat();
        let mut grid = Grid::new(["table".to_owned(), "at this level".to_owned()], &numbers);
        for table in &self.tables {
            let rejected = if table.rejected { "rejected" } else { "not rejected" };
            let calibrated = table.outcome.tested.calibrated;
            let published = table.outcome.tested.published;
            let of = [
                grouped(table.outcome.tested.n),
                format!("{:.3}", calibrated.value),
                calibrated.degrees_of_freedom.to_string(),
                probability(calibrated.p_value),
                law(&table.outcome.tested.null_distribution),
            ];
            let adjusted =
                table.adjusted.iter().flat_map(|adjusted| [adjusted.holm, adjusted.benjamini_hochberg]);
            let of_published = |number: fn(Statistic) -> String| published.map_or("–".to_owned(), number);
            let row = [table.outcome.attributes.join(" × "), rejected.to_owned()].into_iter().chain(of);
            let row = row.chain(adjusted.map(probability));
            grid.push(
                row.chain([
                    of_published(|of| format!("{:.3}", of.value)),
                    of_published(|of| probability(of.p_value)),
                ])
                .collect(),
            );
        }
        let kind = if several { ", by Holm's p-values" } else { "" };
        let tables = counted(self.tables.len() as u64, "table");
        let Self { test, level, .. } = self;
        let statistic =
            if self.statistic == TestStatistic::LikelihoodRatio.name() { ", likelihood ratio" } else { "" };
        writeln!(to, "{test} ({tables}{statistic}, level {level}{kind})\n{grid}")?;
        for TestedTable { outcome: Outcome { attributes, effects, strength, .. }, fragility, .. } in
            &self.tables
        {
            let strength = strength.map(|Strength { cramers_v, lower, upper, .. }| {
                format!("Cramér's V {:.3} ({lower:.3} to {upper:.3})", cramers_v.max(lower).min(upper))
            });
            let fragility = fragility.as_ref().map(|of| format!("turned by {}", forged(of)));
            let effects = effects.as_ref().map(effects_line);
            let all: Vec<String> = strength.into_iter().chain(effects).chain(fragility).collect();
            if !all.is_empty() {
                writeln!(to, "{}: {}", attributes.join(" × "), all.join(", "))?;
            }
        }
        writeln!(to, "{ADVICE}")
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        to.row([
            "test",
            "table",
            "n",
            "statistic",
            "degrees_of_freedom",
            "p_value",
            "holm",
            "benjamini_hochberg",
            "level",
            "rejected",
            "method",
            "published",
            "published_p_value",
            "least_expected",
            "null_distribution",
            "draws",
            "p_value_standard_error",
            "calibrated_statistic",
        ])?;
        for table in &self.tables {
            let Tested { calibrated, published, null_distribution: null, .. } = &table.outcome.tested;
            let or_nothing = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
            to.row([
                self.test.clone(),
                table.outcome.attributes.join(","),
                table.outcome.tested.n.to_string(),
                calibrated.value.to_string(),
                calibrated.degrees_of_freedom.to_string(),
                calibrated.p_value.to_string(),
                or_nothing(table.adjusted.map(|adjusted| adjusted.holm)),
                or_nothing(table.adjusted.map(|adjusted| adjusted.benjamini_hochberg)),
                self.level.to_string(),
                table.rejected.to_string(),
                table.method.clone(),
                or_nothing(published.map(|published| published.value)),
                or_nothing(published.map(|published| published.p_value)),
                or_nothing(table.outcome.tested.least_expected),
                null.method.to_string(),
                null.draws.to_string(),
                null.standard_error.to_string(),
                self.statistic.to_owned(),
            ])?;
        }
        Ok(())
    }
}

/// The null distribution of a p-value as text; a simulated one with the number of surveys.
fn law(null: &NullDistribution) -> String {
    match null.method {
        NullMethod::ChiSquared => "χ²".to_owned(),
        method => format!("{method} ({})", grouped(null.draws.into())),
    }
}

/// A probability as text; small ones in scientific notation.
pub(super) fn probability(p: f64) -> String {
    if p < 0.0001 { format!("{p:.1e}") } else { format!("{p:.4}") }
}

/// The effects of the second group as one line of text.
fn effects_line(effects: &Effects) -> String {
    let Effects { risk_ratio, odds_ratio, difference, .. } = effects;
    let ratio = |effect| told_effect(effect, [0.0, f64::INFINITY], 1.0);
    format!(
        "risk ratio {}, odds ratio {}, difference in percentage points {}",
        ratio(risk_ratio),
        ratio(odds_ratio),
        told_effect(difference, [-1.0, 1.0], 100.0)
    )
}

/// An effect with its interval as text; [`TOO_FEW`] where the interval is the whole range.
fn told_effect(effect: &Effect, [least, most]: [f64; 2], scale: f64) -> String {
    let Effect { estimate, lower, upper, .. } = *effect;
    let end = upper.unwrap_or(f64::INFINITY);
    if lower <= least && end >= most {
        return TOO_FEW.to_owned();
    }
    let written = |number: f64| format!("{:.3}", number * scale);
    let estimate = estimate.map_or("–".to_owned(), |estimate| written(estimate.max(lower).min(end)));
    format!("{estimate} ({} to {})", written(lower), upper.map_or("∞".to_owned(), written))
}

//! A regression: the coefficients of one question on others.
//!
//! ```json
//! {"outcome":"smoker","on":["age"],"confidence":0.95,"n":10000,"coefficients":[{"outcome":"yes","term":["age","[30,45)"],
//!   "estimate":0.8,"standard_error":0.2,"interval":[0.4,1.2],"test":{"value":16.0,"degrees_of_freedom":1,"p_value":6e-5}}],
//!   "overall":{…},"terms":[{"without":"age","test":{…}}],"fit":{…},"steps":7}
//! ```
//!
//! Where a smaller model was given there is also `against`, with its terms in `on` and the likelihood ratio `test`.

use core::fmt;

use candor::Error;
use candor::count::Table;
use candor::estimate::Options;
use candor::inference::{Coefficient, Formula, Regression, Statistic, TermTest};
use candor::plan::Plan;
use serde::Serialize;

use super::Document;
use super::tested::probability;
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::{counted, level};

/// What is fitted.
pub struct Fitting {
    /// The question that is explained.
    pub outcome: String,
    /// What explains it.
    pub on: Formula,
    /// Some of these terms, which are tested to explain as much.
    pub against: Option<Formula>,
    /// Of these the confidence.
    pub options: Options,
}

/// The document.
#[derive(Serialize)]
pub struct Model {
    outcome: String,
    on: Vec<String>,
    confidence: f64,
    #[serde(flatten)]
    regression: Regression,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Smaller>,
}

/// A model of some of the terms, tested to explain as much.
#[derive(Serialize)]
struct Smaller {
    on: String,
    test: Statistic,
}

impl Fitting {
    /// The table that it takes: the outcome first, then the regressors, joined by commas.
    #[must_use]
    pub fn table(&self) -> String {
        format!("{},{}", self.outcome, self.on.questions().join(","))
    }

    /// Fits it to the counts of that table.
    ///
    /// # Errors
    /// Those of [`Regression::of_terms`] and [`Regression::compared`].
    pub fn fitted(&self, plan: &Plan, table: Table) -> Result<Model, Error> {
        let smaller = |on: &Formula| {
            let terms = [&self.on, on].map(Formula::clone);
            let test = Regression::compared(plan, table.clone(), terms, &self.options)?;
            Ok(Smaller { on: on.to_string(), test })
        };
        Ok(Model {
            outcome: self.outcome.clone(),
            on: self.on.to_string().split(',').map(str::to_owned).collect(),
            confidence: self.options.confidence,
            against: self.against.as_ref().map(smaller).transpose()?,
            regression: Regression::of_terms(plan, table, &self.on, &self.options)?,
        })
    }
}

/// The regressor with its category, or the constant.
fn term(of: &Coefficient) -> String {
    of.term.as_ref().map_or("constant".to_owned(), |(name, category)| format!("{name}: {category}"))
}

impl Document for Model {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let Regression { n, coefficients, overall, terms, fit, .. } = &self.regression;
        let confidence = format!("{} interval", level(self.confidence));
        let numbers = ["log odds", "SE", confidence.as_str(), "odds ratio", "p"];
        let mut grid = Grid::new([self.outcome.clone(), "on".to_owned()], &numbers);
        for own in coefficients {
            let (lower, upper) = own.interval;
            grid.push(vec![
                own.outcome.clone(),
                term(own),
                format!("{:.3}", own.estimate),
                format!("{:.3}", own.standard_error),
                format!("{lower:.3} to {upper:.3}"),
                own.term.as_ref().map_or("–".to_owned(), |_| format!("{:.3}", own.estimate.exp())),
                probability(own.test.p_value),
            ]);
        }
        let reports = counted(*n, "report");
        writeln!(to, "{} on {} ({reports})\n{grid}", self.outcome, self.on.join(", "))?;
        let mut told = |what: &str, test: &Statistic| {
            let (value, degrees, p) = (test.value, test.degrees_of_freedom, probability(test.p_value));
            writeln!(to, "{what}: χ² = {value:.3}, df = {degrees}, p = {p}")
        };
        told("All coefficients but the constants are 0", overall)?;
        for TermTest { without, test, .. } in terms {
            told(&format!("Without {without} the model explains as much"), test)?;
        }
        if let Some(smaller) = &self.against {
            told(&format!("On {} alone it explains as much", smaller.on), &smaller.test)?;
        }
        if fit.degrees_of_freedom > 0 {
            told("The model fits the table", fit)?;
        }
        Ok(())
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        let header = [
            "outcome",
            "answer",
            "regressor",
            "category",
            "estimate",
            "standard_error",
            "lower",
            "upper",
            "p_value",
            "n",
        ];
        to.row(header)?;
        for own in &self.regression.coefficients {
            let (regressor, category) = own.term.clone().unwrap_or(("constant".to_owned(), String::new()));
            let numbers =
                [own.estimate, own.standard_error, own.interval.0, own.interval.1, own.test.p_value];
            let texts = [self.outcome.clone(), own.outcome.clone(), regressor, category];
            let n = self.regression.n.to_string();
            to.row(texts.into_iter().chain(numbers.map(|number| number.to_string())).chain([n]))?;
        }
        Ok(())
    }
}

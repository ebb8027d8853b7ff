//! The result of a regression: the coefficients of one question on others.
//!
//! ```json
//! {"outcome":"smoker","on":["age"],"confidence":0.95,"n":10000,"coefficients":[{"outcome":"yes","term":["age","[30,45)"],
//!   "estimate":0.8,"standard_error":0.2,"interval":[0.4,1.2],"test":{"value":16.0,"degrees_of_freedom":1,"p_value":6e-5}}],
//!   "overall":{…},"terms":[{"without":"age","test":{…}}],"fit":{…},"steps":7}
//! ```
//!
//! Where a smaller model was given there is also `against`, with its terms in `on` and the likelihood ratio `test`; where categories were
//! joined, `join`. Where asked for there is `covariance`, the matrix of the coefficients' covariances. With a ridge there is `"ridge":{"slopes":2.5,"constants":10.0}`; `overall` and `fit` are then null, and there are no
//! `terms`. Without one `ridge` is null.

use core::fmt;

use candor::Error;
use candor::count::Table;
use candor::estimate::Options;
use candor::inference::{Coefficient, Formula, Regression, RidgeScale, Specification, Statistic, TermTest};
use candor::plan::Plan;
use candor::schema::Schema;
use serde::Serialize;

use super::Document;
use super::test_results::probability;
use crate::sheet::Sheet;
use crate::tables::{Room, Selection};
use crate::text::grid::Grid;
use crate::text::{counted, level};

/// A request for a regression.
pub struct Fitting {
    /// The outcome: the question that is explained.
    pub outcome: String,
    /// The terms that explain it, joined categories, and whether there is a ridge.
    pub on: Specification,
    /// A smaller model of some of these terms, to be compared by the likelihood ratio.
    pub against: Option<Formula>,
    /// Options, of which only the confidence is used.
    pub options: Options,
    /// Whether the covariances of the coefficients are added.
    pub covariance: bool,
}

/// The document of a regression.
#[derive(Serialize)]
pub struct Model {
    outcome: String,
    on: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    join: Vec<String>,
    confidence: f64,
    #[serde(flatten)]
    regression: Regression,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Smaller>,
    #[serde(skip_serializing_if = "Option::is_none")]
    covariance: Option<Vec<Vec<f64>>>,
}

/// A model of some of the terms, with the test that it explains as much.
#[derive(Serialize)]
struct Smaller {
    on: String,
    test: Statistic,
}

impl Fitting {
    /// The table that the regression takes: the outcome first, then the regressors, counted with the questions that hang on these if there is room.
    ///
    /// # Errors
    /// Those of [`Selection::new`].
    pub fn selection(&self, schema: &Schema) -> Result<Selection, Error> {
        let table = format!("{},{}", self.outcome, self.on.formula().questions().join(","));
        Ok(Selection::new(schema, &[table], false, Room::Own)?.linked_within(schema, Room::Own))
    }

    /// Fits the regression to the counts of that table.
    ///
    /// # Errors
    /// Those of [`Regression::of_terms`] and [`Regression::compared`].
    pub fn fitted(&self, plan: &Plan, table: Table) -> Result<Model, Error> {
        let smaller = |on: &Formula| {
            let test = Regression::compared(plan, table.clone(), (&self.on, on), &self.options)?;
            Ok(Smaller { on: on.to_string(), test })
        };
        let against = self.against.as_ref().map(smaller).transpose()?;
        let mut regression = Regression::of_terms(plan, table, &self.on, &self.options)?;
        Ok(Model {
            outcome: self.outcome.clone(),
            on: self.on.formula().to_string().split(',').map(str::to_owned).collect(),
            join: self.on.joins().to_vec(),
            confidence: self.options.confidence,
            against,
            covariance: self.covariance.then(|| core::mem::take(&mut regression.covariance)),
            regression,
        })
    }
}

/// Parses a specification from texts.
///
/// # Errors
/// Those of [`Formula`].
pub fn specified(on: &str, join: Vec<String>, ridge: bool) -> Result<Specification, Error> {
    let plain: Specification = on.parse()?;
    let joined = join.into_iter().fold(plain, Specification::joining);
    Ok(if ridge { joined.with_ridge() } else { joined })
}

/// The note on how a ridge changes the estimates.
fn drawn_to_zero(ridge: &RidgeScale) -> String {
    format!(
        "Penalised fit: log odds are drawn towards 0, as if they were known to lie around it with a standard deviation of {} (constants: {}). \
         They are not unbiased; intervals hold the drawing, and p is too large rather than too small.",
        ridge.slopes, ridge.constants
    )
}

/// The regressor with its category, or the constant.
fn term(of: &Coefficient) -> String {
    of.term.as_ref().map_or("constant".to_owned(), |(name, category)| format!("{name}: {category}"))
}

impl Document for Model {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let Regression { n, coefficients, overall, terms, fit, ridge, .. } = &self.regression;
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
        if let Some(overall) = overall {
            told("All coefficients but the constants are 0", overall)?;
        }
        for TermTest { without, test, .. } in terms {
            told(&format!("Without {without} the model explains as much"), test)?;
        }
        if let Some(smaller) = &self.against {
            told(&format!("On {} alone it explains as much", smaller.on), &smaller.test)?;
        }
        if let Some(fit) = fit.filter(|fit| fit.degrees_of_freedom > 0) {
            told("The model fits the table", &fit)?;
        }
        if let Some(ridge) = ridge {
            writeln!(to, "{}", drawn_to_zero(ridge))?;
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

//! The expected precision of a regression's coefficients under a plan, before anybody is asked.
//!
//! ```json
//! {"outcome":"smoker","on":["age"],"odds_ratio":2.0,"level":0.05,"power":0.8,"respondents":5000,"record_epsilon":2.0,"fitted_from":3400,
//!   "coefficients":[{"outcome":"yes","term":["age","[30,45)"],"respondents":12000,"standard_error":0.31}]}
//! ```
//!
//! `respondents` of a coefficient is the number that finds the odds ratio, or its inverse, with the power. From `fitted_from` respondents on, a
//! fit without a ridge had a finite estimate in at least 19 of 20 simulated surveys. `standard_error` is present where a number of respondents
//! was given.

use core::fmt;

use candor::inference::CoefficientProspect;
use candor::plan::Plan;
use candor::{Code, Error};
use serde::Serialize;

use super::Document;
use crate::model::specified;
use crate::sheet::Sheet;
use crate::text::grid::Grid;
use crate::text::grouped;

/// A model, with the effect and power to plan for.
pub struct Foreseeing {
    /// The outcome, then the regressors; the model has no products of them.
    pub table: Vec<String>,
    /// Categories that count as one.
    pub join: Vec<String>,
    /// The expected true shares, a number for each cell, row by row; empty where they are uniform but for `outcome`.
    pub shares: Vec<f64>,
    /// The shares of the outcome's answers; uniform if empty.
    pub outcome: Vec<f64>,
    /// The odds ratio that a test of a coefficient should find.
    pub odds_ratio: f64,
    /// The power: the probability with which it should be found.
    pub power: f64,
    /// The level below which a p-value rejects.
    pub level: f64,
    /// A number of respondents whose standard errors are computed as well.
    pub respondents: Option<u64>,
}

/// The document of expected coefficients.
#[derive(Serialize)]
pub struct Foreseen {
    outcome: String,
    on: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    join: Vec<String>,
    odds_ratio: f64,
    level: f64,
    power: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    respondents: Option<u64>,
    record_epsilon: f64,
    fitted_from: u64,
    coefficients: Vec<ForeseenCoefficient>,
}

/// The expected precision of one coefficient.
#[derive(Serialize)]
struct ForeseenCoefficient {
    outcome: String,
    term: Option<(String, String)>,
    respondents: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
}

impl Foreseeing {
    /// Computes the respondents that the model takes under a plan.
    ///
    /// # Errors
    /// Those of [`CoefficientProspect::of_model`] and [`CoefficientProspect::respondents`]; `invalid-hypothesis` where shares are no shares.
    pub fn compute(self, plan: &Plan) -> Result<Foreseen, Error> {
        let shares = self.shares(plan)?;
        let [outcome, on @ ..] = &self.table[..] else {
            return Err(refused("a model needs an outcome and at least one regressor".into()));
        };
        let model = specified(&on.join(","), self.join.clone(), false)?;
        let of = (plan.table_schema(), plan.table_law());
        let prospects = CoefficientProspect::of_model(of, &self.table, &model, &shares)?;
        let told = |prospect: &CoefficientProspect| {
            Ok(ForeseenCoefficient {
                outcome: prospect.outcome.clone(),
                term: prospect.term.clone(),
                respondents: prospect.respondents(self.odds_ratio, self.power, self.level)?,
                standard_error: self.respondents.map(|n| prospect.standard_error(n)),
            })
        };
        Ok(Foreseen {
            coefficients: prospects.iter().map(told).collect::<Result<_, Error>>()?,
            fitted_from: prospects.iter().map(CoefficientProspect::fitted_from).max().unwrap_or(0),
            record_epsilon: plan.law().record_epsilon(),
            outcome: outcome.clone(),
            on: on.to_vec(),
            join: self.join,
            odds_ratio: self.odds_ratio,
            level: self.level,
            power: self.power,
            respondents: self.respondents,
        })
    }

    fn shares(&self, plan: &Plan) -> Result<Vec<f64>, Error> {
        let schema = plan.table_schema();
        let table = self.table.iter().map(|name| schema.position(name)).collect::<Result<Vec<_>, _>>()?;
        if !self.shares.is_empty() {
            return Ok(self.shares.clone());
        }
        let sizes = schema.table_sizes(&table)?;
        let (answers, groups) = (sizes[0] as usize, sizes[1..].iter().map(|&size| size as usize).product());
        let occurs = schema.possible_cells(&table[1..]).unwrap_or_else(|| vec![true; groups]);
        let occurring = occurs.iter().filter(|occurs| **occurs).count() as f64;
        let outcome =
            if self.outcome.is_empty() { vec![1.0 / answers as f64; answers] } else { self.outcome.clone() };
        if outcome.len() != answers {
            return Err(refused(format!(
                "{} numbers say how frequent answers are; {:?} has {answers} categories",
                outcome.len(),
                self.table[0]
            )));
        }
        let of_group = |occurs: &bool| if *occurs { 1.0 / occurring } else { 0.0 };
        Ok(outcome
            .iter()
            .flat_map(|share| occurs.iter().map(move |occurs| share * of_group(occurs)))
            .collect())
    }
}

fn refused(message: String) -> Error {
    Error::new(Code::InvalidHypothesis, message)
}

impl Document for Foreseen {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let needed = format!("respondents for an odds ratio of {}", self.odds_ratio);
        let with = self.respondents.map(|n| format!("SE with {}", grouped(n)));
        let numbers: Vec<&str> = [needed.as_str()].into_iter().chain(with.as_deref()).collect();
        let mut grid = Grid::new([self.outcome.clone(), "on".to_owned()], &numbers);
        for own in self.coefficients.iter().filter(|own| own.term.is_some()) {
            let term =
                own.term.as_ref().map_or(String::new(), |(name, category)| format!("{name}: {category}"));
            let error = own.standard_error.map(|error| format!("{error:.3}"));
            grid.push(
                [own.outcome.clone(), term, grouped(own.respondents)].into_iter().chain(error).collect(),
            );
        }
        let (on, power) = (self.on.join(", "), 100.0 * self.power);
        writeln!(
            to,
            "{} on {on} (power {power:.1} %, level {}, record ε {:.4})\n{grid}",
            self.outcome, self.level, self.record_epsilon
        )?;
        writeln!(
            to,
            "The model is fitted from about {} respondents on; with fewer join categories (--join) or penalise (candor model --ridge).",
            grouped(self.fitted_from)
        )
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        to.row([
            "outcome",
            "answer",
            "regressor",
            "category",
            "odds_ratio",
            "level",
            "power",
            "respondents",
            "given",
            "standard_error",
        ])?;
        for own in &self.coefficients {
            let (regressor, category) = own.term.clone().unwrap_or(("constant".to_owned(), String::new()));
            let optional = |number: Option<String>| number.unwrap_or_default();
            to.row([
                self.outcome.clone(),
                own.outcome.clone(),
                regressor,
                category,
                self.odds_ratio.to_string(),
                self.level.to_string(),
                self.power.to_string(),
                own.respondents.to_string(),
                optional(self.respondents.map(|n| n.to_string())),
                optional(own.standard_error.map(|error| error.to_string())),
            ])?;
        }
        Ok(())
    }
}

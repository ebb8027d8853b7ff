//! A request for the number of respondents that a test or a regression takes.

use core::fmt;

use candor::inference::Hypothesis;
use candor::plan::Plan;
use candor::{Code, Error};
use serde::{Deserialize, Serialize};

use super::tests::hypothesis;
use crate::Document;
use crate::coefficients::{Foreseeing, Foreseen};
use crate::power_analysis::{Expected, Prospecting};
use crate::power_results::Prospects;
use crate::sheet::Sheet;

/// What is to be found, and how surely.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PowerRequest {
    /// The questions and plain columns of the table.
    pub table: Vec<String>,
    /// The hypothesis: `independence`, `trend`, `tdt` or `fit`.
    pub test: String,
    /// Scores for a trend.
    pub scores: Option<Vec<f64>>,
    /// The shares of a fit, or those expected for coefficients.
    pub shares: Vec<f64>,
    /// The expected shares of the true answers.
    pub truth: Option<Vec<f64>>,
    /// The expected share of the second of two answers in each group.
    pub proportions: Option<Vec<f64>>,
    /// The expected strength of an association.
    pub cramers_v: Option<f64>,
    /// The expected odds ratio of a coefficient.
    pub odds_ratio: Option<f64>,
    /// Categories that count as one, in a regression.
    pub join: Vec<String>,
    /// The shares of the groups, or of an outcome's answers.
    pub groups: Vec<f64>,
    /// The probability of finding the effect.
    pub power: f64,
    /// The level of the test.
    pub level: f64,
    /// A number of respondents whose power is computed as well.
    pub respondents: Option<u64>,
}

impl Default for PowerRequest {
    fn default() -> Self {
        Self {
            table: Vec::new(),
            test: "independence".to_owned(),
            scores: None,
            shares: Vec::new(),
            truth: None,
            proportions: None,
            cramers_v: None,
            odds_ratio: None,
            join: Vec::new(),
            groups: Vec::new(),
            power: 0.8,
            level: 0.05,
            respondents: None,
        }
    }
}

/// The respondents of a test, or of a regression.
#[derive(Serialize)]
#[serde(untagged)]
pub enum PowerFound {
    /// Of a test.
    Test(Box<Prospects>),
    /// Of a regression's coefficients.
    Coefficients(Box<Foreseen>),
}

impl PowerRequest {
    /// Computes the number of respondents.
    ///
    /// # Errors
    /// `invalid-hypothesis` unless one effect is given; those of [`Prospecting::compute`] and [`Foreseeing::compute`].
    pub fn compute(&self, plan: &Plan) -> Result<PowerFound, Error> {
        let effects = [self.truth.is_some(), self.proportions.is_some(), self.cramers_v.is_some()];
        let given = effects.into_iter().chain([self.odds_ratio.is_some()]).filter(|given| *given).count();
        if given != 1 {
            let message = "give one of truth, proportions, cramers_v and odds_ratio";
            return Err(Error::new(Code::InvalidHypothesis, message));
        }
        match self.odds_ratio {
            Some(odds_ratio) => {
                self.foreseeing(odds_ratio).compute(plan).map(Box::new).map(PowerFound::Coefficients)
            }
            None => self.prospecting()?.compute(plan).map(Box::new).map(PowerFound::Test),
        }
    }

    fn prospecting(&self) -> Result<Prospecting, Error> {
        Ok(Prospecting {
            table: self.table.clone(),
            hypothesis: self.hypothesis()?,
            expected: match (self.cramers_v, &self.truth) {
                (Some(v), _) => Expected::CramersV(v),
                (None, Some(truth)) => Expected::Truth(truth.clone()),
                (None, None) => Expected::Proportions(self.proportions.clone().unwrap_or_default()),
            },
            groups: self.groups.clone(),
            power: self.power,
            level: self.level,
            respondents: self.respondents,
        })
    }

    fn foreseeing(&self, odds_ratio: f64) -> Foreseeing {
        Foreseeing {
            table: self.table.clone(),
            join: self.join.clone(),
            shares: self.shares.clone(),
            outcome: self.groups.clone(),
            odds_ratio,
            power: self.power,
            level: self.level,
            respondents: self.respondents,
        }
    }

    fn hypothesis(&self) -> Result<Hypothesis, Error> {
        let of = hypothesis(&self.test, self.scores.clone(), self.shares.clone());
        of.ok_or_else(|| {
            let message = format!("{:?} is none of independence, trend, tdt, fit", self.test);
            Error::new(Code::InvalidHypothesis, message)
        })
    }
}

impl Document for PowerFound {
    fn columns(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Self::Test(found) => found.columns(to),
            Self::Coefficients(found) => found.columns(to),
        }
    }

    fn rows(&self, to: &mut Sheet<'_>) -> fmt::Result {
        match self {
            Self::Test(found) => found.rows(to),
            Self::Coefficients(found) => found.rows(to),
        }
    }
}

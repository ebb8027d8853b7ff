//! Power analysis: the document of `candor power`.

use std::borrow::Cow;

use candor::plan::Plan;
use candor::{Code, Error};
use candor_documents::coefficients::Foreseeing;
use candor_documents::power_analysis::{Expected, Prospecting};
use candor_documents::requests::hypothesis;
use serde::Deserialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::value::{chosen, object, plan};

/// The options of `candor power`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
struct Sought {
    table: Vec<String>,
    test: Option<String>,
    scores: Option<Vec<f64>>,
    shares: Vec<f64>,
    truth: Option<Vec<f64>>,
    proportions: Option<Vec<f64>>,
    cramers_v: Option<f64>,
    odds_ratio: Option<f64>,
    join: Vec<String>,
    groups: Vec<f64>,
    power: f64,
    level: f64,
    respondents: Option<u64>,
}

impl Default for Sought {
    fn default() -> Self {
        let (table, shares, join, groups) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let [scores, truth, proportions] = [None, None, None];
        let [cramers_v, odds_ratio] = [None, None];
        let (test, power, level, respondents) = (None, 0.8, 0.05, None);
        Self {
            table,
            test,
            scores,
            shares,
            truth,
            proportions,
            cramers_v,
            odds_ratio,
            join,
            groups,
            power,
            level,
            respondents,
        }
    }
}

impl Sought {
    fn compute(self, plan: &Plan) -> Result<JsValue, Error> {
        match self.odds_ratio {
            Some(odds_ratio) => object(&self.foreseeing(odds_ratio)?.compute(plan)?),
            None => object(&self.prospecting()?.compute(plan)?),
        }
    }

    /// The options as a power analysis of a test.
    fn prospecting(self) -> Result<Prospecting, Error> {
        let test = self.test.as_deref().unwrap_or("independence");
        let hypothesis = hypothesis(test, self.scores, self.shares)
            .ok_or_else(|| refused(format!("{test:?} is none of independence, trend, tdt, fit")))?;
        let expected = match (self.truth, self.proportions, self.cramers_v) {
            (Some(shares), None, None) => Expected::Truth(shares),
            (None, Some(shares), None) => Expected::Proportions(shares),
            (None, None, Some(v)) => Expected::CramersV(v),
            _ => return Err(refused("give one of truth, proportions, cramersV and oddsRatio")),
        };
        if !self.join.is_empty() {
            return Err(refused("only a regression, with oddsRatio, can join categories"));
        }
        let Self { table, groups, power, level, respondents, .. } = self;
        Ok(Prospecting { table, hypothesis, expected, groups, power, level, respondents })
    }

    /// The options as a power analysis of the coefficients of a regression.
    fn foreseeing(self, odds_ratio: f64) -> Result<Foreseeing, Error> {
        let shares = [self.scores, self.truth, self.proportions];
        if self.test.is_some() || self.cramers_v.is_some() || shares.iter().any(Option::is_some) {
            let message = "oddsRatio cannot be combined with test, scores, truth, proportions or cramersV";
            return Err(refused(message));
        }
        let Self { table, join, shares, groups, power, level, respondents, .. } = self;
        Ok(Foreseeing { table, join, shares, outcome: groups, odds_ratio, power, level, respondents })
    }
}

fn refused(message: impl Into<Cow<'static, str>>) -> Error {
    Error::new(Code::InvalidHypothesis, message)
}

/// The document that `candor power` writes, as an object.
///
/// # Errors
/// Those of `candor power`.
#[wasm_bindgen]
pub fn power(of_plan: JsValue, options: JsValue) -> Result<JsValue, JsValue> {
    let found = || chosen::<Sought>(options)?.compute(&plan(of_plan)?);
    found().map_err(thrown)
}

//! What it takes to find something: the document of `candor power`.

use candor::{Code, Error};
use candor_documents::prospecting::{Expected, Prospecting};
use serde::Deserialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::hypothesis::{hypothesis, is_none_of};
use crate::js::thrown;
use crate::value::{chosen, object, plan};

/// What is to be found: the options of `candor power`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
struct Sought {
    table: Vec<String>,
    test: String,
    scores: Option<Vec<f64>>,
    shares: Vec<f64>,
    truth: Option<Vec<f64>>,
    proportions: Option<Vec<f64>>,
    cramers_v: Option<f64>,
    groups: Vec<f64>,
    power: f64,
    level: f64,
    respondents: Option<u64>,
}

impl Default for Sought {
    fn default() -> Self {
        let (table, shares, groups) = (Vec::new(), Vec::new(), Vec::new());
        let [scores, truth, proportions] = [None, None, None];
        let (test, power, level) = ("independence".to_owned(), 0.8, 0.05);
        Self {
            table,
            test,
            scores,
            shares,
            truth,
            proportions,
            cramers_v: None,
            groups,
            power,
            level,
            respondents: None,
        }
    }
}

impl Sought {
    fn prospecting(self) -> Result<Prospecting, Error> {
        let hypothesis = hypothesis(&self.test, self.scores, self.shares)
            .ok_or_else(|| is_none_of(&self.test, "independence, trend, tdt, fit"))?;
        let expected = match (self.truth, self.proportions, self.cramers_v) {
            (Some(shares), None, None) => Expected::Truth(shares),
            (None, Some(shares), None) => Expected::Proportions(shares),
            (None, None, Some(v)) => Expected::CramersV(v),
            _ => {
                let message = "what is expected is one of truth, proportions, cramersV";
                return Err(Error::new(Code::InvalidHypothesis, message));
            }
        };
        let Self { table, groups, power, level, respondents, .. } = self;
        Ok(Prospecting { table, hypothesis, expected, groups, power, level, respondents })
    }
}

/// The document that `candor power` writes, as an object.
///
/// # Errors
/// Those of `candor power`.
#[wasm_bindgen]
pub fn power(of_plan: JsValue, options: JsValue) -> Result<JsValue, JsValue> {
    let found = || -> Result<JsValue, Error> {
        object(&chosen::<Sought>(options)?.prospecting()?.found(&plan(of_plan)?)?)
    };
    found().map_err(thrown)
}

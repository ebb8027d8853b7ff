//! Designs and estimates as JavaScript sees them: translation only, for the npm entry `candor/analysis`.
//!
//! A module of its own, so that the respondent's does not grow by it.

#[path = "../../../src/wasm/js.rs"]
mod js;
mod value;

use candor::count::Table;
use candor::design::{Method, Survey, SurveyDocument};
use candor::estimate;
use candor::plan::{Caps, Plan, PlanDocument};
use candor::{Code, Error};
use js::thrown;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The plan of a survey document, why its method was taken, and the questions whose levels were lowered:
/// `{plan, reason, lowered}`.
///
/// # Errors
/// `invalid-survey` where it is no survey document, `unknown-method`; those of [`Survey::new`] and [`candor::design::Request::design`].
#[wasm_bindgen]
pub fn design(survey: JsValue, method: JsValue, allow_raised: bool) -> Result<JsValue, JsValue> {
    designed(survey, &method, allow_raised).map_err(thrown)
}

fn designed(survey: JsValue, method: &JsValue, allow_raised: bool) -> Result<JsValue, Error> {
    let document: SurveyDocument = value::document(survey)
        .map_err(|misfit| Error::new(Code::InvalidSurvey, format!("not a survey document: {misfit}")))?;
    let survey = Survey::new(&document)?;
    let design = survey.request().method(named(method)?).allow_raised(allow_raised).design()?;
    let plan = Plan::new(&survey, &design)?;
    let name = |i: usize| survey.schema().attributes()[i].name();
    let lowered = design.lowered().into_iter().map(name).collect();
    object(&Designed { plan: plan.document(), reason: design.reason(), lowered })
}

/// The method of a name, none where none is given.
fn named(method: &JsValue) -> Result<Option<Method>, Error> {
    if method.is_undefined() {
        return Ok(None);
    }
    method.as_string().unwrap_or_else(|| value::shown(method)).parse().map(Some)
}

/// The inverse estimate of a table from the counts of perturbed records, last attribute fastest:
/// `{attributes, condition, cells}`.
///
/// # Errors
/// `invalid-plan` where it is no plan document, `unknown-attribute` and `invalid-counts` where these are none; those of
/// [`Plan::verify`], [`Table::from_counts`] and [`estimate::estimate`].
#[wasm_bindgen]
pub fn estimate(
    plan: JsValue,
    attributes: JsValue,
    counts: JsValue,
    confidence: JsValue,
) -> Result<JsValue, JsValue> {
    estimated(plan, attributes, &counts, &confidence).map_err(thrown)
}

fn estimated(
    plan: JsValue,
    attributes: JsValue,
    counts: &JsValue,
    confidence: &JsValue,
) -> Result<JsValue, Error> {
    let document: PlanDocument = value::document(plan)
        .map_err(|misfit| Error::new(Code::InvalidPlan, format!("not a plan document: {misfit}")))?;
    let plan = Plan::verify(document, &Caps::default())?;
    let attributes: Vec<String> = value::document(attributes)
        .map_err(|misfit| Error::new(Code::UnknownAttribute, format!("no list of names: {misfit}")))?;
    let counts = value::counts(counts).map_err(|misfit| Error::new(Code::InvalidCounts, misfit))?;
    let table = Table::from_counts(&plan, &attributes, counts)?;
    let options = estimate::Options::default().confidence(confidence.as_f64().unwrap_or(f64::NAN));
    let estimate = estimate::estimate(&plan, table, &options)?;
    let cells = estimate.cells().map(Cell::from).collect();
    object(&Estimated { attributes, condition: estimate.condition(), cells })
}

/// What `design` gives.
#[derive(Serialize)]
struct Designed<'a> {
    plan: &'a PlanDocument,
    reason: &'a str,
    lowered: Vec<&'a str>,
}

/// What `estimate` gives.
#[derive(Serialize)]
struct Estimated {
    attributes: Vec<String>,
    condition: f64,
    cells: Vec<Cell>,
}

/// An estimated share.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Cell {
    estimate: f64,
    standard_error: f64,
    lower: f64,
    upper: f64,
}

impl From<estimate::Cell> for Cell {
    fn from(of: estimate::Cell) -> Self {
        Self { estimate: of.estimate, standard_error: of.standard_error, lower: of.lower, upper: of.upper }
    }
}

/// The object that JSON would make of it, `null` where it writes that.
fn object(of: &impl Serialize) -> Result<JsValue, Error> {
    of.serialize(&Serializer::json_compatible())
        .map_err(|error| Error::new(Code::Internal, error.to_string()))
}

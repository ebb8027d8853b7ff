//! Designs plans for surveys, and computes their expected errors.

use candor::design::labelled::SearchProgress;
use candor::design::{Method, Survey, SurveyDocument};
use candor::plan::{Plan, PlanDocument};
use candor::{Code, Error};
use candor_documents::comparisons::Findings;
use candor_documents::expectations::Expectations;
use candor_documents::guess_expectations::GuessExpectations;
use js_sys::Function;
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::js::thrown;
use crate::value::{self, object, plan};

/// Designs a plan for a survey document, and returns it with the reason for its method, the questions whose levels were lowered and, where it
/// is for the best guess, the errors to expect: `{plan, reason, lowered, best_guess}`. `watch` is called with the number of forms and the gap at every step of a search.
///
/// # Errors
/// `invalid-survey` where `survey` is not a survey document, `unknown-method`; those of [`Survey::new`] and
/// [`candor::design::Request::design`].
#[wasm_bindgen]
pub fn design(
    survey: JsValue,
    method: JsValue,
    allow_raised: bool,
    watch: Option<Function>,
) -> Result<JsValue, JsValue> {
    designed(survey, &method, allow_raised, watch.as_ref()).map_err(thrown)
}

fn designed(
    survey: JsValue,
    method: &JsValue,
    allow_raised: bool,
    watch: Option<&Function>,
) -> Result<JsValue, Error> {
    let survey = written(survey)?;
    let request = survey.request().method(parse_method(method)?).allow_raised(allow_raised);
    let design = request.design_watched(&mut |step| tell(watch, step))?;
    let plan = Plan::new(&survey, &design)?;
    let name = |i: usize| survey.schema().attributes()[i].name();
    let lowered = design.lowered().into_iter().map(name).collect();
    let best_guess = design.best_guess().map(|told| GuessExpectations::of(&survey, told));
    object(&Designed { plan: plan.document(), reason: design.reason(), lowered, best_guess })
}

/// The survey of a document's object.
fn written(survey: JsValue) -> Result<Survey, Error> {
    Survey::new(&document(survey)?)
}

/// The survey document of an object.
///
/// # Errors
/// `invalid-survey` where the object is not a survey document.
pub(crate) fn document(survey: JsValue) -> Result<SurveyDocument, Error> {
    value::document(survey)
        .map_err(|misfit| Error::new(Code::InvalidSurvey, format!("not a survey document: {misfit}")))
}

/// Calls the watcher of a search; an exception of the watcher is ignored and does not end the search.
fn tell(watch: Option<&Function>, SearchProgress { families, gap, .. }: SearchProgress) {
    #[allow(clippy::cast_precision_loss, reason = "a number of forms is far below 2⁵³")]
    let forms = families as f64;
    if let Some(watch) = watch {
        watch.call2(&JsValue::UNDEFINED, &forms.into(), &gap.into()).ok();
    }
}

/// The method with a name; `None` where no name is given.
fn parse_method(method: &JsValue) -> Result<Option<Method>, Error> {
    if method.is_undefined() {
        return Ok(None);
    }
    method.as_string().unwrap_or_else(|| value::describe(method)).parse().map(Some)
}

/// The result of `design`.
#[derive(Serialize)]
struct Designed<'a> {
    plan: &'a PlanDocument,
    reason: &'a str,
    lowered: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_guess: Option<GuessExpectations>,
}

/// The expected errors of a survey's tables under its plan, for the respondents that the survey states, compared with bounds and other
/// designs: `expected` in the JSON of `candor design`; `null` where the tables have too many components.
///
/// # Errors
/// `invalid-survey`, `invalid-plan`; `plan-mismatch` where the plan asks other questions.
#[wasm_bindgen]
pub fn expectations(
    survey: JsValue,
    of_plan: JsValue,
    standard_error: Option<f64>,
) -> Result<JsValue, JsValue> {
    expected(survey, of_plan, standard_error).map_err(thrown)
}

fn expected(survey: JsValue, of_plan: JsValue, standard_error: Option<f64>) -> Result<JsValue, Error> {
    let (survey, plan) = designed_for(survey, of_plan)?;
    object(&Expectations::of(&survey, plan.law(), standard_error))
}

/// A survey and its plan.
fn designed_for(survey: JsValue, of_plan: JsValue) -> Result<(Survey, Plan), Error> {
    let (survey, plan) = (written(survey)?, plan(of_plan)?);
    let named = |of: &candor::schema::Schema| {
        of.attributes().iter().map(|a| (a.name().to_owned(), a.size())).collect::<Vec<_>>()
    };
    if named(survey.schema()) != named(plan.schema()) {
        return Err(Error::new(Code::PlanMismatch, "the plan and the survey ask different questions"));
    }
    Ok((survey, plan))
}

/// What it takes to find the differences that a survey names, under its plan: `comparisons` in the JSON of `candor design`.
///
/// # Errors
/// Those of [`expectations`], and of [`Findings::of`].
#[wasm_bindgen]
pub fn comparisons(survey: JsValue, of_plan: JsValue) -> Result<JsValue, JsValue> {
    let found = || {
        let (survey, plan) = designed_for(survey, of_plan)?;
        object(&Findings::of(&survey, &plan)?)
    };
    found().map_err(thrown)
}

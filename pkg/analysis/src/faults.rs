//! Finds the faults of a survey, question by question, so that each can be shown where it is.

use candor::Error;
use candor::design::{AttributeDocument, PrivacyDocument, Survey, SurveyDocument};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::design::document;
use crate::js::thrown;
use crate::value::object;

/// The faults of a survey document: `[{attribute, code, message}]`. First come the first fault of every question, with the question's
/// position, in order; then that of the rest of the survey, without a position. Empty where the survey can be designed.
///
/// # Errors
/// `invalid-survey` where `survey` is not a survey document.
#[wasm_bindgen]
pub fn faults(survey: JsValue) -> Result<JsValue, JsValue> {
    document(survey).and_then(|document| object(&of(document))).map_err(thrown)
}

/// A fault, and the position of its question.
#[derive(Serialize)]
struct Fault {
    #[serde(skip_serializing_if = "Option::is_none")]
    attribute: Option<usize>,
    code: &'static str,
    message: String,
}

impl Fault {
    fn new(attribute: Option<usize>, error: &Error) -> Self {
        Self { attribute, code: error.code_text(), message: error.message().to_owned() }
    }
}

/// Adds questions one by one to those without a fault, so that a contradiction is reported for the later question.
fn of(mut survey: SurveyDocument) -> Vec<Fault> {
    let questions = core::mem::take(&mut survey.attributes);
    let mut bare = bare(&survey);
    let mut faults = Vec::new();
    for (position, question) in questions.into_iter().enumerate() {
        bare.attributes.push(AttributeDocument { epsilon: None, ..question });
        if let Err(error) = Survey::new(&bare) {
            faults.push(Fault::new(Some(position), &error));
            bare.attributes.pop();
        }
    }
    // Tables name questions, so that the rest can only be checked with all of them.
    if faults.is_empty() {
        survey.attributes = bare.attributes;
        faults.extend(Survey::new(&survey).err().map(|error| Fault::new(None, &error)));
    }
    faults
}

/// The survey reduced so that only its questions can be at fault.
fn bare(survey: &SurveyDocument) -> SurveyDocument {
    SurveyDocument {
        survey: "survey".into(),
        attributes: Vec::new(),
        privacy: PrivacyDocument { record_epsilon: Some(1.0), ..PrivacyDocument::default() },
        tables: Vec::new(),
        other_tables: None,
        respondents: None,
        wave_of: None,
        ..survey.clone()
    }
}

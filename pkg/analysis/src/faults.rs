//! Finds the faults of a survey, question by question, section by section and score by score, so that each can be shown where it is.

use candor::Error;
use candor::design::{AttributeDocument, PrivacyDocument, SectionRequest, Survey, SurveyDocument};
use candor::schema::{Order, Texts};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::design::document;
use crate::js::thrown;
use crate::value::object;

/// The faults of a survey document: `[{attribute, section, score, text, code, message}]`. First come the first fault of every question, with the
/// question's position, in order. Where no question has any, there follow the first fault of every section and score, with their positions,
/// and of every text around the questions, with its name; and then that of the rest of the survey, without a place. Empty where the survey can
/// be designed.
///
/// # Errors
/// `invalid-survey` where `survey` is not a survey document.
#[wasm_bindgen]
pub fn faults(survey: JsValue) -> Result<JsValue, JsValue> {
    document(survey).and_then(|document| object(&of(document))).map_err(thrown)
}

/// Where a fault is: at most one of these is given.
#[derive(Serialize, Default)]
struct Place {
    /// The position of a question.
    #[serde(skip_serializing_if = "Option::is_none")]
    attribute: Option<usize>,
    /// The position of a section.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<usize>,
    /// The position of a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<usize>,
    /// The name of a text around the questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'static str>,
}

/// A fault, and where it is.
#[derive(Serialize)]
struct Fault {
    #[serde(flatten)]
    place: Place,
    code: &'static str,
    message: String,
}

/// A survey to which parts are added one by one, so that a contradiction is reported for the later part; and the faults so far.
struct Growing {
    survey: SurveyDocument,
    faults: Vec<Fault>,
}

impl Growing {
    /// Adds a part by changing the survey; if it is at fault it is left out again.
    fn add(&mut self, place: Place, change: impl FnOnce(&mut SurveyDocument)) {
        if let Err(error) = self.changed(change) {
            self.faults.push(Fault { place, code: error.code_text(), message: error.message().to_owned() });
        }
    }

    /// Changes the survey, unless it is then at fault.
    fn changed(&mut self, change: impl FnOnce(&mut SurveyDocument)) -> Result<(), Error> {
        let before = self.survey.clone();
        change(&mut self.survey);
        Survey::new(&self.survey).map(drop).inspect_err(|_| self.survey = before)
    }

    /// Adds sections from the last one on, since each ends where the next begins; one at fault still begins there.
    fn add_sections(&mut self, sections: &[SectionRequest]) {
        let known = self.faults.len();
        for (position, section) in sections.iter().enumerate().rev() {
            let bare = SectionRequest { order: Order::default(), text: None, title: None, ..section.clone() };
            // Where there is no such question, all of it is left out.
            let begins = self.changed(|survey| survey.sections.insert(0, bare)).is_ok();
            let place = Place { section: Some(position), ..Place::default() };
            self.add(place, |survey| {
                survey.sections.splice(..usize::from(begins), [section.clone()]);
            });
        }
        self.faults[known..].reverse();
    }
}

fn of(survey: SurveyDocument) -> Vec<Fault> {
    let mut growing = Growing { survey: bare(&survey), faults: Vec::new() };
    for (position, question) in survey.attributes.iter().cloned().enumerate() {
        let place = Place { attribute: Some(position), ..Place::default() };
        let question = AttributeDocument { epsilon: None, ..question };
        growing.add(place, |survey| survey.attributes.push(question));
    }
    // All else names questions, so that it can only be checked with all of them.
    if !growing.faults.is_empty() {
        return growing.faults;
    }
    growing.add_sections(&survey.sections);
    for (position, score) in survey.scores.iter().cloned().enumerate() {
        let place = Place { score: Some(position), ..Place::default() };
        growing.add(place, |survey| survey.scores.push(score));
    }
    let Texts { consent, thanks, welcome } = survey.texts.clone();
    let at = |name| Place { text: Some(name), ..Place::default() };
    growing.add(at("welcome"), |survey| survey.texts.welcome = welcome);
    growing.add(at("consent"), |survey| survey.texts.consent = consent);
    growing.add(at("thanks"), |survey| survey.texts.thanks = thanks);
    if growing.faults.is_empty() {
        growing.add(Place::default(), |grown| {
            let attributes = core::mem::take(&mut grown.attributes);
            *grown = SurveyDocument { attributes, ..survey };
        });
    }
    growing.faults
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
        scores: Vec::new(),
        sections: Vec::new(),
        texts: Texts::default(),
        comparisons: Vec::new(),
        ..survey.clone()
    }
}

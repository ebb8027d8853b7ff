//! Plans: designed and described.

use candor::design::Survey;
use candor::plan::Plan;
use candor::{Attribute, Code, Error};
use candor_documents::label::{
    Deployment, ENGLISH, LANGUAGES, Label, USUAL_RESPONDENTS, USUAL_STEP, annex, words_in,
};
use candor_documents::promises::Promises;
use candor_documents::requests::DesignRequest;
use serde::{Deserialize, Serialize};

use crate::found::{Found, found};

/// A question, or a plain column of a plan.
#[derive(Serialize)]
struct Question<'p> {
    name: &'p str,
    categories: Vec<&'p str>,
    bins: Option<&'p [Option<f64>]>,
    plain: bool,
}

impl<'p> Question<'p> {
    fn new(of: &'p Attribute, plain: bool) -> Self {
        let categories = of.categories().iter().map(|category| category.value()).collect();
        Self { name: of.name(), categories, bins: of.bins(), plain }
    }
}

/// The questions and plain columns of a plan, as JSON.
///
/// # Errors
/// `internal` if a number cannot be written.
pub fn questions(plan: &Plan) -> Result<String, Error> {
    let asked = plan.schema().attributes().iter().map(|of| Question::new(of, false));
    let plain = plan.table_schema().attributes()[plan.columns()..].iter().map(|of| Question::new(of, true));
    let questions: Vec<Question<'_>> = asked.chain(plain).collect();
    serde_json::to_string(&questions).map_err(|cause| Error::new(Code::Internal, cause.to_string()))
}

/// Who runs a survey, and how its label is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LabelRequest {
    page: String,
    collector: String,
    readers: String,
    retention: String,
    respondents: u64,
    step: u64,
    language: String,
    format: String,
}

impl Default for LabelRequest {
    fn default() -> Self {
        let [page, collector, readers, retention] = [const { String::new() }; 4];
        let (respondents, step) = (USUAL_RESPONDENTS, USUAL_STEP);
        let (language, format) = (ENGLISH.language.to_owned(), "html".to_owned());
        Self { page, collector, readers, retention, respondents, step, language, format }
    }
}

impl LabelRequest {
    /// The label's text.
    ///
    /// # Errors
    /// `invalid-population`, `invalid-language`, and `invalid-text` for a format that is none.
    pub fn written(self, plan: &Plan) -> Result<String, Error> {
        let Self { page, collector, readers, retention, respondents, step, language, format } = self;
        if respondents == 0 || step == 0 {
            return Err(Error::new(Code::InvalidPopulation, "respondents and step are numbers from 1"));
        }
        let deployment = Deployment { page, collector, readers, retention, respondents, step };
        let words = words_in(&language).ok_or_else(|| {
            let tags = LANGUAGES.map(|words| words.language).join(", ");
            Error::new(Code::InvalidLanguage, format!("{language:?}: labels are in {tags}"))
        })?;
        match format.as_str() {
            "html" => Ok(Label::of(plan, deployment, words).html()),
            "json" => Ok(Label::of(plan, deployment, words).json()),
            "annex" => Ok(annex(plan, &deployment)),
            _ => {
                let message = format!("{format:?} is none of html, json, annex");
                Err(Error::new(Code::InvalidText, message))
            }
        }
    }
}

/// Designs a plan for a survey document, and describes its promises and expected errors.
///
/// # Errors
/// Those of the survey, and of [`DesignRequest::designed`].
pub fn designed(
    survey: &str,
    request: &DesignRequest,
    earlier: Option<&Plan>,
    standard_error: Option<f64>,
) -> Result<(Plan, Found), Error> {
    let survey = request.survey(Survey::from_json(survey)?, earlier)?;
    let (design, plan) = request.designed(&survey, &mut |_| {})?;
    let promises = found(&Promises::of_design(&plan, &survey, &design, standard_error)?)?;
    Ok((plan, promises))
}

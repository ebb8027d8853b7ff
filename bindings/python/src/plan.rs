//! Plans: designed, verified, described, and the power of tests under them.

use std::path::PathBuf;
use std::sync::Arc;

use candor::design::Survey;
use candor::plan::Caps;
use candor::{Code, Error};
use candor_documents::label::{
    Deployment, ENGLISH, LANGUAGES, Label, USUAL_RESPONDENTS, USUAL_STEP, annex, words_in,
};
use candor_documents::promises::Promises;
use candor_documents::requests::{DesignRequest, PowerRequest};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::errors::OrRaise;
use crate::needed::needed;
use crate::requested::{Found, found, request};
use crate::work::done;

/// A verified plan.
#[pyclass(frozen, from_py_object, module = "candor._rust")]
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) own: Arc<candor::Plan>,
}

/// A question, or a plain column of a plan.
#[derive(Serialize)]
struct Question<'p> {
    name: &'p str,
    categories: Vec<&'p str>,
    bins: Option<&'p [Option<f64>]>,
    plain: bool,
}

impl<'p> Question<'p> {
    fn new(of: &'p candor::Attribute, plain: bool) -> Self {
        let categories = of.categories().iter().map(|category| category.value()).collect();
        Self { name: of.name(), categories, bins: of.bins(), plain }
    }
}

/// Who runs a survey, and how its label is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct LabelRequest {
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
    fn written(self, plan: &candor::Plan) -> Result<String, Error> {
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

#[pymethods]
impl Plan {
    /// Reads and verifies a plan from its text.
    #[staticmethod]
    fn of_text(py: Python<'_>, text: &str, max_record_epsilon: Option<f64>) -> PyResult<Self> {
        let own = candor::Plan::from_json(text, &Caps { max_record_epsilon }).or_raise(py)?;
        Ok(Self { own: Arc::new(own) })
    }

    /// Reads and verifies a plan from a file.
    #[staticmethod]
    fn of_file(py: Python<'_>, path: PathBuf, max_record_epsilon: Option<f64>) -> PyResult<Self> {
        let own = candor_input::plan(&path, &Caps { max_record_epsilon }).or_raise(py)?;
        Ok(Self { own: Arc::new(own) })
    }

    /// The document, as it is published.
    fn text(&self) -> &str {
        self.own.json()
    }

    fn fingerprint(&self) -> String {
        self.own.fingerprint().to_string()
    }

    fn survey(&self) -> &str {
        self.own.survey()
    }

    /// The questions and plain columns, as JSON.
    fn questions(&self, py: Python<'_>) -> PyResult<String> {
        let asked = self.own.schema().len();
        let attributes = self.own.table_schema().attributes().iter().enumerate();
        let questions = attributes.map(|(place, of)| Question::new(of, place >= asked));
        let written = serde_json::to_string(&questions.collect::<Vec<_>>());
        written.map_err(|cause| Error::new(Code::Internal, cause.to_string())).or_raise(py)
    }

    fn promises(&self, py: Python<'_>) -> PyResult<Found> {
        found(&Promises::of_plan(&self.own)).or_raise(py)
    }

    fn label(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<String> {
        request::<LabelRequest>(options)?.written(&self.own).or_raise(py)
    }

    /// The tables that a result takes, each as names joined by commas.
    fn needed(&self, kind: &str, options: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        needed(&self.own, kind, options)
    }

    fn power(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let (request, plan) = (request::<PowerRequest>(options)?, Arc::clone(&self.own));
        done(py, None, move |_| found(&request.compute(&plan)?))
    }
}

/// Designs a plan for a survey document, and describes its promises and expected errors.
#[pyfunction]
#[pyo3(signature = (survey, options, earlier=None, standard_error=None))]
pub(crate) fn design(
    py: Python<'_>,
    survey: String,
    options: &Bound<'_, PyAny>,
    earlier: Option<Plan>,
    standard_error: Option<f64>,
) -> PyResult<(Plan, String, String)> {
    let request: DesignRequest = request(options)?;
    let designed = move || {
        let earlier = earlier.as_ref().map(|plan| &*plan.own);
        let survey = request.survey(Survey::from_json(&survey)?, earlier)?;
        let (design, plan) = request.designed(&survey, &mut |_| {})?;
        let (json, text) = found(&Promises::of_design(&plan, &survey, &design, standard_error))?;
        Ok((Plan { own: Arc::new(plan) }, json, text))
    };
    done(py, None, move |_| designed())
}

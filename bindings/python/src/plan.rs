//! Plans: designed, verified, described, and the power of tests under them.

use std::path::PathBuf;
use std::sync::Arc;

use candor::plan::Caps;
use candor_bindings::needed::needed;
use candor_bindings::plans::{self, LabelRequest};
use candor_bindings::{Found, found};
use candor_documents::promises::Promises;
use candor_documents::requests::{DesignRequest, PowerRequest};
use candor_input::signature;
use pyo3::prelude::*;
use pythonize::Depythonizer;

use crate::errors::OrRaise;
use crate::requested::{mistyped, request};
use crate::work::done;

/// A verified plan.
#[pyclass(frozen, from_py_object, module = "candor._rust")]
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) own: Arc<candor::Plan>,
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

    /// Checks that the plan carries the signature of this key.
    fn check_signature(&self, py: Python<'_>, public_key: &str) -> PyResult<()> {
        signature::check(&self.own, public_key).or_raise(py)
    }

    fn fingerprint(&self) -> String {
        self.own.fingerprint().to_string()
    }

    fn survey(&self) -> &str {
        self.own.survey()
    }

    /// The questions and plain columns, as JSON.
    fn questions(&self, py: Python<'_>) -> PyResult<String> {
        plans::questions(&self.own).or_raise(py)
    }

    fn promises(&self, py: Python<'_>) -> PyResult<Found> {
        found(&Promises::of_plan(&self.own)).or_raise(py)
    }

    fn label(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<String> {
        request::<LabelRequest>(options)?.written(&self.own).or_raise(py)
    }

    /// The tables that a result takes, each as names joined by commas.
    fn needed(&self, kind: &str, options: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let mut options_of = Depythonizer::from_object(options);
        needed(&self.own, kind, &mut options_of).map_err(mistyped)?.or_raise(options.py())
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
    done(py, None, move |_| {
        let earlier = earlier.as_ref().map(|plan| &*plan.own);
        let (plan, (json, text)) = plans::designed(&survey, &request, earlier, standard_error)?;
        Ok((Plan { own: Arc::new(plan) }, json, text))
    })
}

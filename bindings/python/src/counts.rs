//! Counted reports, and what is computed from them.

use candor::Error;
use candor_bindings::Found;
use candor_bindings::counts::{Counted, Drawn};
use candor_documents::requests::{
    EstimateRequest, ModelRequest, NumbersRequest, SynthesisRequest, TestRequest,
};
use candor_documents::{rankings, scores};
use pyo3::prelude::*;

use crate::errors::OrRaise;
use crate::requested::request;
use crate::work::done;

/// Tables of perturbed answers: all that is kept of reports.
#[pyclass(frozen, module = "candor._rust")]
pub(crate) struct Counts(pub(crate) Counted);

impl Counts {
    /// A computation in a thread of its own.
    fn found(
        &self,
        py: Python<'_>,
        compute: impl FnOnce(&Counted) -> Result<Found, Error> + Send + 'static,
    ) -> PyResult<Found> {
        let counted = self.0.clone();
        done(py, None, move |_| compute(&counted))
    }
}

#[pymethods]
impl Counts {
    /// The number of reports.
    fn n(&self) -> u64 {
        self.0.n()
    }

    /// How many reports were read, in a sentence.
    fn summary(&self) -> String {
        self.0.summary()
    }

    /// The tables that were asked for, each as names joined by commas.
    fn tables(&self) -> Vec<String> {
        self.0.tables()
    }

    /// The document of `candor count`.
    fn document(&self, py: Python<'_>) -> PyResult<Found> {
        self.0.document().or_raise(py)
    }

    fn estimate(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let (request, counted): (EstimateRequest, _) = (request(options)?, self.0.clone());
        done(py, None, move |followed| counted.estimate(&request, &followed.stop))
    }

    #[pyo3(signature = (options, other=None))]
    fn test(
        &self,
        py: Python<'_>,
        options: &Bound<'_, PyAny>,
        other: Option<PyRef<'_, Counts>>,
    ) -> PyResult<Found> {
        let request: TestRequest = request(options)?;
        let other = other.map(|other| other.0.clone());
        self.found(py, move |counted| counted.test(&request, other.as_ref()))
    }

    fn model(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let request: ModelRequest = request(options)?;
        self.found(py, move |counted| counted.model(&request))
    }

    fn numbers(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let request: NumbersRequest = request(options)?;
        self.found(py, move |counted| counted.numbers(&request))
    }

    fn scores(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let asked: scores::Asked = request(options)?;
        self.found(py, move |counted| counted.scores(asked))
    }

    fn rankings(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let asked: rankings::Asked = request(options)?;
        self.found(py, move |counted| counted.rankings(asked))
    }

    /// Draws synthetic records.
    fn synthesize(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Drawn> {
        let (request, counted): (SynthesisRequest, _) = (request(options)?, self.0.clone());
        done(py, None, move |_| counted.synthesize(&request))
    }
}

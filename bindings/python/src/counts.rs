//! Counted reports, and what is computed from them.

use std::collections::HashSet;
use std::sync::Arc;

use candor::Error;
use candor::count::Table;
use candor::plan::Plan;
use candor_documents::counts::Counts as Document;
use candor_documents::reports::Summary;
use candor_documents::requests::{
    EstimateRequest, ModelRequest, NumbersRequest, SynthesisRequest, TestRequest,
};
use candor_documents::statistics::Statistics;
use candor_documents::tables::{Room, Selection};
use candor_documents::{rankings, scores};
use pyo3::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use crate::errors::OrRaise;
use crate::requested::{Found, found, request};
use crate::work::done;

/// Tables of perturbed answers: all that is kept of reports.
#[pyclass(frozen, module = "candor._rust")]
pub(crate) struct Counts {
    plan: Arc<Plan>,
    tables: Arc<Vec<Table>>,
    summary: Summary,
    files: usize,
}

/// Drawn records, by column, and remarks on them.
type Records = (Vec<(String, Vec<String>)>, Vec<String>);

impl Counts {
    pub(crate) fn new(plan: Arc<Plan>, tables: Vec<Table>, summary: Summary, files: usize) -> Self {
        Self { plan, tables: Arc::new(tables), summary, files }
    }

    /// A computation in a thread of its own.
    fn found(
        &self,
        py: Python<'_>,
        compute: impl FnOnce(&Plan, &[Table]) -> Result<Found, Error> + Send + 'static,
    ) -> PyResult<Found> {
        let (plan, tables) = (Arc::clone(&self.plan), Arc::clone(&self.tables));
        done(py, None, move |_| compute(&plan, &tables))
    }
}

/// The tables of a selection; others are not copied.
fn among(plan: &Plan, selection: &Selection, counted: &[Table]) -> Result<Vec<Table>, Error> {
    let chosen: HashSet<&[usize]> = selection.attributes().iter().map(Vec::as_slice).collect();
    let copied = counted.iter().filter(|table| chosen.contains(table.asked_attributes())).cloned();
    selection.among(plan.table_schema(), copied.collect())
}

#[pymethods]
impl Counts {
    /// The number of reports.
    fn n(&self) -> u64 {
        self.tables.first().map_or(0, Table::total)
    }

    /// How many reports were read, in a sentence.
    fn summary(&self) -> String {
        self.summary.of_files(self.files)
    }

    /// The tables that were asked for, each as names joined by commas.
    fn tables(&self) -> Vec<String> {
        let plain = self.tables.iter().filter(|table| table.asked() == table.axes().names().len());
        plain.map(|table| table.axes().names().join(",")).collect()
    }

    /// The document of `candor count`.
    fn document(&self, py: Python<'_>) -> PyResult<Found> {
        found(&Document::new(&self.plan, self.tables.to_vec())).or_raise(py)
    }

    fn estimate(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let request: EstimateRequest = request(options)?;
        let (plan, tables) = (Arc::clone(&self.plan), Arc::clone(&self.tables));
        done(py, None, move |followed| {
            let mut asked = request.asked()?;
            asked.stop = followed.stop.clone();
            let of = request.counted(&plan, &asked, |selection, _| among(&plan, selection, &tables))?;
            found(&request.estimated(&plan, of, &asked)?)
        })
    }

    #[pyo3(signature = (options, other=None))]
    fn test(
        &self,
        py: Python<'_>,
        options: &Bound<'_, PyAny>,
        other: Option<PyRef<'_, Counts>>,
    ) -> PyResult<Found> {
        let request: TestRequest = request(options)?;
        let other = other.map(|other| (Arc::clone(&other.plan), Arc::clone(&other.tables)));
        self.found(py, move |plan, tables| {
            let tables_of = |plan: &Plan, counted: &[Table]| {
                among(plan, &request.selection(plan.table_schema())?, counted)
            };
            let others = other.as_ref().map(|(plan, tables)| tables_of(plan, tables)).transpose()?;
            let other = other.as_ref().zip(others).map(|((plan, _), tables)| (&**plan, tables));
            found(&request.tested(plan, tables_of(plan, tables)?, other)?)
        })
    }

    fn model(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let request: ModelRequest = request(options)?;
        self.found(py, move |plan, tables| {
            let fitting = request.fitting()?;
            let selection = Selection::new(plan.table_schema(), &[fitting.table()], false, Room::Own)?;
            let mut tables = among(plan, &selection, tables)?;
            found(&fitting.fitted(plan, tables.swap_remove(0))?)
        })
    }

    fn numbers(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let request: NumbersRequest = request(options)?;
        self.found(py, move |plan, tables| {
            request.options()?;
            let tables = among(plan, &request.selection(plan)?, tables)?;
            found(&request.measured(plan, tables)?)
        })
    }

    fn scores(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let asked: scores::Asked = request(options)?;
        self.found(py, move |plan, tables| {
            found(&scores::Chosen::new(plan.table_schema(), asked)?.estimate(plan, tables)?)
        })
    }

    fn rankings(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Found> {
        let asked: rankings::Asked = request(options)?;
        self.found(py, move |plan, tables| {
            found(&rankings::Chosen::new(plan.table_schema(), asked)?.estimate(plan, tables)?)
        })
    }

    /// Draws synthetic records.
    fn synthesize(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<Records> {
        let request: SynthesisRequest = request(options)?;
        let (plan, tables, n) = (Arc::clone(&self.plan), Arc::clone(&self.tables), self.n());
        done(py, None, move |_| {
            let of = request.counted(&plan, |selection, _| among(&plan, selection, &tables))?;
            let (synthesis, remarks) = request.synthesis(&plan, of, &mut || {})?;
            let attributes = plan.table_schema().attributes();
            let mut columns: Vec<(String, Vec<String>)> =
                attributes.iter().map(|attribute| (attribute.name().to_owned(), Vec::new())).collect();
            let mut rng = ChaCha20Rng::seed_from_u64(request.seed);
            for _ in 0..request.records.unwrap_or(n) {
                let record = synthesis.draw(&mut rng)?;
                for ((attribute, (_, column)), answer) in attributes.iter().zip(&mut columns).zip(record) {
                    column.push(attribute.categories()[answer as usize].value().to_owned());
                }
            }
            Ok((columns, remarks))
        })
    }
}

//! Reports from files and from other programs' tables.

use std::path::PathBuf;
use std::sync::Arc;

use candor_bindings::{Found, reading, simulated};
use candor_documents::margins::Margins;
use candor_documents::{rankings, scores};
use candor_input::weighing::WeighRequest;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::counts::Counts;
use crate::errors::OrRaise;
use crate::frame::Frame;
use crate::plan::Plan;
use crate::requested::request;
use crate::work::done;

/// A file, or a table of another program.
pub(crate) struct Source(reading::Origin<Frame>);

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(from: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(match from.cast::<PyCapsule>() {
            Ok(capsule) => reading::Origin::Rows(Frame::of(&capsule)?),
            Err(_) => reading::Origin::File(from.extract()?),
        }))
    }
}

/// Counts the reports of all sources into the named tables, and with `pairs` into all questions and pairs.
#[pyfunction]
#[pyo3(signature = (plan, sources, tables, pairs, earlier, tell=None))]
pub(crate) fn read(
    py: Python<'_>,
    plan: Plan,
    sources: Vec<Source>,
    tables: Vec<String>,
    pairs: bool,
    earlier: Vec<Plan>,
    tell: Option<&Bound<'_, PyAny>>,
) -> PyResult<Counts> {
    let sources = sources.into_iter().map(|source| source.0).collect();
    let earlier: Vec<Arc<candor::Plan>> = earlier.into_iter().map(|plan| plan.own).collect();
    let read =
        done(py, tell, move |followed| reading::read(plan.own, sources, &tables, pairs, &earlier, followed));
    read.map(Counts)
}

/// Counts that were made elsewhere: a document of `candor count --format json`, or the rows of a query of `candor sql`.
#[pyfunction]
pub(crate) fn counted(py: Python<'_>, plan: Plan, text: &str) -> PyResult<Counts> {
    reading::counted(plan.own, text).map(Counts).or_raise(py)
}

/// Perturbs the answers of imagined people as `candor perturb --seed` does, and counts them into the named tables, all questions and all pairs.
/// With `people`, that many rows are drawn, each from all of them; otherwise every row is one person.
#[pyfunction]
#[pyo3(signature = (plan, truth, people, seed, tables))]
pub(crate) fn simulate(
    py: Python<'_>,
    plan: Plan,
    truth: &Bound<'_, PyCapsule>,
    people: Option<u64>,
    seed: u64,
    tables: Vec<String>,
) -> PyResult<Counts> {
    let truth = Frame::of(truth)?;
    let drawn =
        done(py, None, move |followed| simulated::simulate(plan.own, truth, people, seed, &tables, followed));
    drawn.map(Counts)
}

/// Estimates tables of a population from files of reports that weigh differently; returns also a remark for people.
#[pyfunction]
pub(crate) fn weigh(
    py: Python<'_>,
    plan: Plan,
    paths: Vec<PathBuf>,
    margins: &str,
    options: &Bound<'_, PyAny>,
) -> PyResult<(Found, Option<String>)> {
    let request: WeighRequest = request(options)?;
    let margins = Margins::from_json(margins).or_raise(py)?;
    done(py, None, move |followed| reading::weigh(&plan.own, &paths, margins, &request, followed))
}

/// Estimates scores of a population from such files.
#[pyfunction]
pub(crate) fn weigh_scores(
    py: Python<'_>,
    plan: Plan,
    paths: Vec<PathBuf>,
    margins: &str,
    options: &Bound<'_, PyAny>,
    asked: &Bound<'_, PyAny>,
) -> PyResult<Found> {
    let (of, asked): (WeighRequest, scores::Asked) = (request(options)?, request(asked)?);
    let margins = Margins::from_json(margins).or_raise(py)?;
    done(py, None, move |followed| reading::weigh_scores(&plan.own, &paths, margins, &of, asked, followed))
}

/// Estimates rankings of a population from such files.
#[pyfunction]
pub(crate) fn weigh_rankings(
    py: Python<'_>,
    plan: Plan,
    paths: Vec<PathBuf>,
    margins: &str,
    options: &Bound<'_, PyAny>,
    asked: &Bound<'_, PyAny>,
) -> PyResult<Found> {
    let (of, asked): (WeighRequest, rankings::Asked) = (request(options)?, request(asked)?);
    let margins = Margins::from_json(margins).or_raise(py)?;
    done(py, None, move |followed| reading::weigh_rankings(&plan.own, &paths, margins, &of, asked, followed))
}

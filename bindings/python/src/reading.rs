//! Reports from files and from other programs' tables.

use std::path::PathBuf;
use std::sync::Arc;

use candor::Error;
use candor_documents::counts::{self, MOST_SUBSET_NUMBERS};
use candor_documents::reports::{Summary, Tally};
use candor_documents::tables::{Room, Selection};
use candor_input::margins::Margins;
use candor_input::reports;
use candor_input::weighing::WeighRequest;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::counts::Counts;
use crate::errors::OrRaise;
use crate::frame::Frame;
use crate::plan::Plan;
use crate::requested::{Found, found, request};
use crate::work::{Followed, done};

/// A file, or a table of another program.
pub(crate) enum Source {
    File(PathBuf),
    Frame(Frame),
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(from: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match from.cast::<PyCapsule>() {
            Ok(capsule) => Frame::of(&capsule).map(Self::Frame),
            Err(_) => from.extract().map(Self::File),
        }
    }
}

impl Source {
    fn count(self, tally: &mut Tally, watch: &Followed) -> Result<(), Error> {
        match self {
            Self::File(path) => reports::read(&path, tally, watch),
            Self::Frame(frame) => frame.count(tally, watch),
        }
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
    done(py, tell, move |followed| {
        let (plan, files) = (plan.own, sources.len());
        let selection = Selection::new(plan.table_schema(), &tables, false, Room::Own)?;
        let selection = match pairs {
            true => selection.with_all_pairs(&plan, Room::Own)?,
            false => selection,
        };
        let empty = selection.empty_with_linked(&plan)?.into_iter();
        let empty = empty.map(|table| table.keeping_subsets(MOST_SUBSET_NUMBERS)).collect();
        let mut tally =
            earlier.iter().try_fold(Tally::new(&plan, empty)?, |tally, earlier| tally.with(&earlier.own))?;
        sources.into_iter().try_for_each(|source| source.count(&mut tally, followed))?;
        let summary = *tally.summary();
        Ok(Counts::new(plan, tally.into_tables()?, summary, files))
    })
}

/// Counts that were made elsewhere: a document of `candor count --format json`, or the rows of a query of `candor sql`.
#[pyfunction]
pub(crate) fn counted(py: Python<'_>, plan: Plan, text: &str) -> PyResult<Counts> {
    let tables = counts::read(text, &plan.own).or_raise(py)?;
    let counted = tables.first().map_or(0, candor::count::Table::total);
    Ok(Counts::new(Arc::clone(&plan.own), tables, Summary { counted, ..Summary::default() }, 1))
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
    done(py, None, move |followed| {
        let of = request.estimated(&plan.own, margins, &paths, followed)?;
        Ok((found(&of.tables)?, of.remark))
    })
}

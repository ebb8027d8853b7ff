//! Reports from files and from other programs' tables.

use std::path::PathBuf;
use std::sync::Arc;

use candor::Error;
use candor::count::Table;
use candor::plan::Plan;
use candor_documents::counts::{self, MOST_SUBSET_NUMBERS};
use candor_documents::margins::Margins;
use candor_documents::reports::{Summary, Tally};
use candor_documents::tables::{Room, Selection};
use candor_documents::{rankings, scores};
use candor_input::reports;
use candor_input::weighing::WeighRequest;

use crate::counts::Counted;
use crate::found::{Found, found};
use crate::rows::{self, Rows};
use crate::work::Followed;

/// A file, or a table of another program.
pub enum Origin<R> {
    /// A file.
    File(PathBuf),
    /// A table.
    Rows(R),
}

impl<R: Rows> Origin<R> {
    fn count(self, tally: &mut Tally, watch: &Followed) -> Result<(), Error> {
        match self {
            Self::File(path) => reports::read(&path, tally, watch),
            Self::Rows(table) => rows::count(table, tally, watch),
        }
    }
}

/// Counts the reports of all sources into the named tables, and with `pairs` into all questions and pairs. Reports of `earlier` plans count
/// where this plan corrects those.
///
/// # Errors
/// Those of the selection and of every source.
pub fn read<R: Rows>(
    plan: Arc<Plan>,
    sources: Vec<Origin<R>>,
    tables: &[String],
    pairs: bool,
    earlier: &[Arc<Plan>],
    followed: &Followed,
) -> Result<Counted, Error> {
    let files = sources.len();
    let selection = Selection::new(plan.table_schema(), tables, false, Room::Own)?;
    let selection = match pairs {
        true => selection.with_all_pairs(&plan, Room::Own)?,
        false => selection,
    };
    let empty = selection.empty_with_linked(&plan)?.into_iter();
    let empty = empty.map(|table| table.keeping_subsets(MOST_SUBSET_NUMBERS)).collect();
    let mut tally =
        earlier.iter().try_fold(Tally::new(&plan, empty)?, |tally, earlier| tally.with(earlier))?;
    sources.into_iter().try_for_each(|source| source.count(&mut tally, followed))?;
    let summary = *tally.summary();
    Ok(Counted::new(plan, tally.into_tables()?, summary, files))
}

/// Counts that were made elsewhere: a document of `candor count --format json`, or the rows of a query of `candor sql`.
///
/// # Errors
/// Those of [`counts::read`].
pub fn counted(plan: Arc<Plan>, text: &str) -> Result<Counted, Error> {
    let tables = counts::read(text, &plan)?;
    let counted = tables.first().map_or(0, Table::total);
    Ok(Counted::new(plan, tables, Summary { counted, ..Summary::default() }, 1))
}

/// Estimates tables of a population from files of reports that weigh differently; returns also a remark for people.
///
/// # Errors
/// Those of the margins and of [`WeighRequest::estimated`].
pub fn weigh(
    plan: &Plan,
    paths: &[PathBuf],
    margins: Margins,
    request: &WeighRequest,
    followed: &Followed,
) -> Result<(Found, Option<String>), Error> {
    let of = request.estimated(plan, margins, paths, followed)?;
    Ok((found(&of.tables)?, of.remark))
}

/// Estimates scores of a population from such files.
///
/// # Errors
/// Those of [`scores::Chosen`] and of [`WeighRequest::statistics`].
pub fn weigh_scores(
    plan: &Plan,
    paths: &[PathBuf],
    margins: Margins,
    request: &WeighRequest,
    asked: scores::Asked,
    followed: &Followed,
) -> Result<Found, Error> {
    let of = scores::Chosen::new(plan.table_schema(), asked)?;
    found(&request.statistics(plan, &of, margins, paths, followed)?)
}

/// Estimates rankings of a population from such files.
///
/// # Errors
/// Those of [`rankings::Chosen`] and of [`WeighRequest::statistics`].
pub fn weigh_rankings(
    plan: &Plan,
    paths: &[PathBuf],
    margins: Margins,
    request: &WeighRequest,
    asked: rankings::Asked,
    followed: &Followed,
) -> Result<Found, Error> {
    let of = rankings::Chosen::new(plan.table_schema(), asked)?;
    found(&request.statistics(plan, &of, margins, paths, followed)?)
}

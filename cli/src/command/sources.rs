//! Arguments that say where a command gets its counts.

use std::path::PathBuf;

use candor::Error;
use candor::count::Table;
use candor::plan::Plan;
use clap::Args;

use crate::document::statistics::Statistics;
use crate::tables::{Room, Selection};
use crate::{input, reading};

/// Reports, or counts of them.
#[derive(Args)]
pub struct Sources {
    /// Reports: NDJSON, CSV, Parquet, or a collector's database; the format is detected from the content; `-` is stdin. A
    /// repeated report is recognised by its id and counted once, also across files; `candor database export` writes ids to
    /// NDJSON only.
    #[arg(required_unless_present = "counts")]
    pub reports: Vec<PathBuf>,
    /// Counts instead of reports, from `candor count --format json` or the query of `candor sql`.
    #[arg(long, value_name = "COUNTS", conflicts_with = "reports")]
    pub counts: Option<PathBuf>,
}

impl Sources {
    /// Returns the selected tables. Those of a labelled plan have the subsets of its reports, if these take no more than `subsets` numbers.
    ///
    /// # Errors
    /// The errors of [`reading::count`], or of [`input::counts`] and [`Selection::among`].
    pub fn tables(&self, plan: &Plan, selection: &Selection, subsets: usize) -> Result<Vec<Table>, Error> {
        match &self.counts {
            Some(path) => selection.among(plan.table_schema(), input::counts(plan, path)?),
            None => reading::count(plan, &self.reports, selection, subsets),
        }
    }

    /// Estimates statistics from their tables.
    ///
    /// # Errors
    /// The errors of [`reading::count`] or [`input::counts`], and of [`Statistics::estimate`].
    pub fn statistics<Of: Statistics>(&self, plan: &Plan, of: &Of) -> Result<Of::Found, Error> {
        let tables = match &self.counts {
            Some(path) => input::counts(plan, path)?,
            None => reading::count(plan, &self.reports, &of.selection(plan.table_schema(), Room::Own)?, 0)?,
        };
        of.estimate(plan, &tables)
    }
}

//! `candor estimate`: what the people answered, from what the reports say.

use std::path::PathBuf;

use candor::Error;
use candor::count::Table;
use candor::plan::{Caps, Plan};
use clap::{Args, ValueEnum};

use super::count::Wanted;
use crate::arguments::Format;
use crate::document::counts::Counts;
use crate::document::estimates::Estimates;
use crate::input::reports;
use crate::tables::Selection;
use crate::{input, output};

/// Estimate tables of the true answers, with standard errors and confidence intervals.
///
/// Takes reports, or the counts that `candor count --format json` wrote. Estimates are unbiased and
/// may therefore fall a little outside 0 and 1; a table whose condition is above 100 comes with a
/// warning, one that the plan's law hides altogether is refused (unidentifiable-table).
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Estimate {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// NDJSON, CSV, or a collector's database, told apart by how they begin; `-` is stdin.
    #[arg(required_unless_present = "counts")]
    reports: Vec<PathBuf>,
    /// Counts instead of reports.
    #[arg(long, value_name = "COUNTS", conflicts_with = "reports")]
    counts: Option<PathBuf>,
    #[command(flatten)]
    wanted: Wanted,
    /// How the true shares are reconstructed.
    #[arg(long, value_enum, default_value = "inverse")]
    method: Reconstruction,
    /// How often the intervals are to hold the truth.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// How the estimates are written.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// The reconstructions this command offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Reconstruction {
    /// Apply the inverse of the law to the shares counted: unbiased.
    Inverse,
}

const EXAMPLE: &str = "\
Examples:
  $ candor estimate plan.json reports.ndjson --tables smoker,age
  $ candor estimate plan.json --counts counts.json --confidence 0.99 --format csv";

impl Estimate {
    /// Estimates and prints.
    ///
    /// # Errors
    /// `empty-sample`, `unidentifiable-table`, `invalid-confidence`, `invalid-counts`, and everything
    /// `candor count` can fail with.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let (tables, named) = self.tables(&plan)?;
        let estimates = match self.method {
            Reconstruction::Inverse => Estimates::inverse(&plan, &tables, named, self.confidence)?,
        };
        output::print(&estimates.written(self.format)?)?;
        for warning in estimates.warnings() {
            output::remark(&format!("warning: {warning}\n"))?;
        }
        Ok(())
    }

    /// The counted tables, and how many of them (the first) were asked for by name.
    fn tables(&self, plan: &Plan) -> Result<(Vec<Table>, usize), Error> {
        let Some(path) = &self.counts else {
            let selection = Selection::new(plan.schema(), &self.wanted.tables, self.wanted.pairs)?;
            return Ok((reports::count(plan, &self.reports, &selection)?, selection.named()));
        };
        let counted = Counts::read(plan, path)?;
        if self.wanted.tables.is_empty() && !self.wanted.pairs {
            return Ok((counted, 0));
        }
        let selection = Selection::new(plan.schema(), &self.wanted.tables, self.wanted.pairs)?;
        Ok((selection.among(plan.schema(), counted)?, selection.named()))
    }
}

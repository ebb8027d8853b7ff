//! `candor weigh`: estimates tables of a population from a weighted sample.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use super::count::Wanted;
use super::weights::Weights;
use super::within::Within;
use crate::document::{Document, Format};
use crate::input::weighing::{SampleColumns, WeighRequest};
use crate::reading::Bars;
use crate::{input, output};

/// Estimate tables of a population, with weights, strata and clusters.
///
/// Takes reports with plain columns, or CSV or Parquet with columns joined to the reports, such as a region or the arm of a
/// trial. Weights are raked to known margins of the population (--margins); one margin of several columns is
/// post-stratification. Standard errors are computed by linearisation and, with --replicates, also by the jackknife.
/// Estimates may fall outside 0 and 1; their intervals do not.
#[derive(Args)]
#[command(name = "weigh", after_help = EXAMPLE)]
pub struct Weigh {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// Reports: NDJSON, CSV, Parquet, or a collector's database; the format is detected from the content; `-` is stdin. A
    /// repeated report is recognised by its id and counted once, also across files; `candor database export` writes ids to
    /// NDJSON only.
    #[arg(required = true)]
    reports: Vec<PathBuf>,
    #[command(flatten)]
    wanted: Wanted,
    #[command(flatten)]
    weights: Weights,
    /// inverse (unbiased), or loglinear: the best guess of all questions and pairs together, drawn towards fewer associations,
    /// without standard errors and with the intervals of the unbiased estimates.
    #[arg(long, default_value = "inverse")]
    method: String,
    /// Assume that answers are missing at random among people who have the same values in these columns; no report can show
    /// whether that is right. Without this option "no answer" is a category like any other.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    missing_at_random: Vec<String>,
    #[command(flatten)]
    within: Within,
    /// Also compute standard errors by the jackknife, over this many groups of reports.
    #[arg(long, value_name = "PARTS", value_parser = clap::value_parser!(u16).range(2..=1000))]
    replicates: Option<u16>,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

const EXAMPLE: &str = "\
Examples:
  $ candor weigh plan.json reports.csv --tables smoker,age --margins census.json
  $ candor weigh plan.json reports.csv --tables smoker,age --given age --margins census.json
  $ candor weigh plan.json reports.csv --pairs --method loglinear --margins census.json
  $ candor weigh plan.json reports.csv --weight w --stratum district --cluster school --replicates 50
  $ candor weigh plan.json candor.db --tables income --missing-at-random region,arm";

impl Weigh {
    /// Estimates the tables and prints them.
    ///
    /// # Errors
    /// `empty-sample`, `unknown-method`, `invalid-weights`, `invalid-groups`, `undefined-statistic`, `invalid-csv`, `unknown-column`, `unidentifiable-table`,
    /// `invalid-confidence`; a malformed report with file and row; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let SampleColumns { weight, stratum, cluster, ignore } = self.weights.columns.clone();
        let request = WeighRequest {
            tables: self.wanted.tables.clone(),
            pairs: self.wanted.pairs,
            method: self.method.clone(),
            weight,
            stratum,
            cluster,
            missing_at_random: self.missing_at_random.clone(),
            ignore,
            replicates: self.replicates,
            confidence: self.confidence,
            given: self.within.given.clone(),
            reference: self.within.reference.clone(),
            valid: self.within.valid,
        };
        let plan = input::plan(&self.plan, &Caps::default())?;
        let found = request.estimated(&plan, self.weights.margins()?, &self.reports, &Bars)?;
        output::remark(&format!("{}\n", found.summary.of_files(self.reports.len())))?;
        output::stdout(|to| found.tables.write(self.format, to))?;
        found.remark.map_or(Ok(()), |remark| output::remark(&format!("{remark}\n")))
    }
}

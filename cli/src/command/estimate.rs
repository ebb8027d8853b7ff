//! `candor estimate`: estimates tables of true answers from reports.

use std::path::PathBuf;

use candor::Error;
use candor::estimate::Options;
use candor::plan::{Caps, Plan};
use clap::Args;

use super::count::Wanted;
use super::sources::Sources;
use super::within::Within;
use crate::document::estimates::Asked;
use crate::document::requests::{EstimateRequest, TablesToEstimate};
use crate::document::{Document, Format, drawn};
use crate::output::staged;
use crate::{input, output};

/// Estimate tables of the true answers, with standard errors and confidence intervals.
///
/// Takes reports, or the counts that `candor count --format json` wrote. Inverse estimates are unbiased and may therefore
/// fall outside 0 and 1; their intervals do not. A table with a condition number above 100 comes with a warning. A table
/// that the plan's law erases is refused (unidentifiable-table).
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Estimate {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    wanted: Wanted,
    #[command(flatten)]
    how: How,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Of a best guess (--method loglinear) of three or more attributes, tell how far the unbiased table differs from what its
    /// pairs imply, and test whether there are effects of three or more attributes together, which the guess leaves out.
    #[arg(long)]
    check: bool,
    /// Show every row of large tables, including those that may be empty.
    #[arg(long)]
    all_rows: bool,
    /// Write a picture of the tables as SVG: bars with intervals, a heat map for two attributes.
    #[arg(long, value_name = "SVG")]
    plot: Option<PathBuf>,
}

/// How the true shares are reconstructed.
#[derive(Args)]
struct How {
    /// The reconstruction: inverse (unbiased), loglinear (the best guess of all tables together, drawn towards fewer
    /// associations, without standard errors), auto (loglinear for up to two attributes), joint, independent, clusters, clusters:NUMBER, clusters:V (Cramér's V), truncated, hybrid, hybrid:published or likelihood.
    #[arg(long, default_value = "inverse")]
    method: String,
    /// Move the estimates to the nearest shares that are at least 0 and sum to 1.
    #[arg(long)]
    project: bool,
    /// Make tables that share attributes agree on their common margins.
    #[arg(long)]
    consistent: bool,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// Simultaneous intervals, which hold for all cells of a table at once: bonferroni, sidak or max-z (simulated).
    #[arg(long, value_name = "KIND")]
    simultaneous: Option<String>,
    #[command(flatten)]
    within: Within,
    /// Add the covariance matrix of every table (JSON only).
    #[arg(long)]
    covariance: bool,
    /// A likelihood estimate has converged when a step changes it by less than this.
    #[arg(long, default_value_t = Options::default().tolerance)]
    tolerance: f64,
    /// Size of the population that the respondents were sampled from without replacement: sampling errors shrink, and are
    /// reported apart from the noise of the law.
    #[arg(long, value_name = "PEOPLE")]
    population: Option<u64>,
    /// Count the reports of every label at most as often as the plan draws it, so that forgers who choose an influential one move less.
    #[arg(long)]
    robust: bool,
    /// Seed of the simulations.
    #[arg(long, default_value_t = Options::default().seed)]
    seed: u64,
}

const EXAMPLE: &str = "\
Examples:
  $ candor estimate plan.json reports.ndjson --tables smoker,age
  $ candor estimate plan.json reports.ndjson --tables smoker,age --given age --reference 60
  $ candor estimate plan.json reports.ndjson --tables harassed,by --valid
  $ candor estimate plan.json reports.ndjson --tables smoker,age,region --method loglinear --check
  $ candor estimate plan.json candor.db more.ndjson --pairs --method auto --plot pairs.svg
  $ candor estimate plan.json reports.ndjson --tables smoker --population 240
  $ candor estimate plan.json candor.db --tables smoker,age --robust
  $ candor estimate plan.json --counts counts.json --confidence 0.99 --format csv";

impl Estimate {
    /// Estimates and prints.
    ///
    /// # Errors
    /// `empty-sample`, `unidentifiable-table`, `invalid-confidence`, `invalid-counts`, `invalid-groups`, `invalid-hypothesis`,
    /// `invalid-population`, and the errors of `candor count`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let request = self.request();
        let asked = request.asked()?;
        let estimates = request.estimated(&plan, self.counted(&plan, &request, &asked)?, &asked)?;
        if let Some(path) = &self.plot {
            staged::replace(path, drawn::svg(&estimates)?.as_bytes())?;
        }
        output::stdout(|to| estimates.write(self.format, to))?;
        for warning in estimates.warnings() {
            output::remark(&format!("warning: {warning}\n"))?;
        }
        Ok(())
    }

    fn counted(
        &self,
        plan: &Plan,
        request: &EstimateRequest,
        asked: &Asked,
    ) -> Result<TablesToEstimate, Error> {
        match &self.sources.counts {
            Some(path) => request.among(plan, asked, input::counts(plan, path)?),
            None => request
                .counted(plan, asked, |selection, subsets| self.sources.tables(plan, selection, subsets)),
        }
    }

    fn request(&self) -> EstimateRequest {
        let (Wanted { tables, pairs }, how) = (&self.wanted, &self.how);
        EstimateRequest {
            tables: tables.clone(),
            pairs: *pairs,
            method: how.method.clone(),
            project: how.project,
            consistent: how.consistent,
            confidence: how.confidence,
            simultaneous: how.simultaneous.clone(),
            given: how.within.given.clone(),
            reference: how.within.reference.clone(),
            valid: how.within.valid,
            covariance: how.covariance,
            tolerance: how.tolerance,
            population: how.population,
            robust: how.robust,
            seed: how.seed,
            check: self.check,
            all_rows: self.all_rows,
        }
    }
}

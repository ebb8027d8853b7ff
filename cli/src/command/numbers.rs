//! `candor numbers`: estimates means and quantiles of questions that were asked in bins.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use super::sources::Sources;
use crate::document::requests::NumbersRequest;
use crate::document::{Document, Format};
use crate::{input, output};

/// Estimate the means and quantiles of numeric questions, with standard errors.
///
/// Numbers are assumed to be spread evenly within each bin. Nothing is assumed about a bin with an open end: the question
/// has no mean, and no quantile lies in that bin, unless the end is given (age=18..100). People who gave no answer are left
/// out. Takes reports, or the counts of these questions that `candor count --format json` wrote.
#[derive(Args)]
#[command(name = "numbers", after_help = EXAMPLE)]
pub struct Measure {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    /// Questions with bins. To close open ends, write NAME=FROM..TO with the numbers at which they end; either number may
    /// be left out.
    #[arg(long, value_name = "QUESTION", num_args = 1.., required = true)]
    of: Vec<String>,
    /// The quantiles to estimate, each as the share of people below it.
    #[arg(long, value_name = "SHARES", value_delimiter = ',', default_value = "0.25,0.5,0.75")]
    quantiles: Vec<f64>,
    /// The reconstruction: auto, inverse, likelihood, or another one of `candor estimate`.
    #[arg(long, default_value = "inverse")]
    method: String,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

const EXAMPLE: &str = "\
Examples:
  $ candor numbers plan.json reports.ndjson --of age=18..100 income
  $ candor numbers plan.json candor.db --of age --quantiles 0.1,0.9 --format json";

impl Measure {
    /// Estimates the statistics and prints them.
    ///
    /// # Errors
    /// `invalid-hypothesis` for a question without bins, ends that do not close them, or a quantile outside of 0 and 1;
    /// `undefined-statistic`; `unidentifiable-table`, and the errors of `candor count`.
    pub fn run(&self) -> Result<(), Error> {
        let request = NumbersRequest {
            of: self.of.clone(),
            quantiles: self.quantiles.clone(),
            method: self.method.clone(),
            confidence: self.confidence,
        };
        let options = request.options()?;
        let plan = input::plan(&self.plan, &Caps::default())?;
        let subsets = options.reconstruction.subset_numbers();
        let tables = self.sources.tables(&plan, &request.selection(&plan)?, subsets)?;
        let measured = request.measured(&plan, tables)?;
        output::stdout(|to| measured.write(self.format, to))?;
        for warning in measured.warnings() {
            output::remark(&format!("warning: {warning}\n"))?;
        }
        Ok(())
    }
}

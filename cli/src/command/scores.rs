//! `candor scores`: estimates means, quantiles, spread and reliability of scores, and how many choices were made.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use super::sources::Sources;
use super::weights::Weights;
use crate::document::scores::{Asked, Chosen};
use crate::document::{Document, Format};
use crate::{input, output};

/// Estimate the mean, quantiles, standard deviation, distribution and Cronbach's alpha of scores, by groups if wanted.
///
/// A score adds up the codes that its survey gives to answers, such as 1 to 5 in every row of a grid. Of a question with
/// several choices it is how many were chosen. An answer without a code, such as "no answer", is left out of the mean of its
/// item and nothing else. With --margins, or columns of weights, strata or clusters, reports are weighted as `candor weigh` does.
#[derive(Args)]
#[command(name = "scores", after_help = EXAMPLE)]
pub struct Measure {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    /// Scores of the plan, and questions with several choices. Default: all of them.
    #[arg(long, value_name = "SCORE", num_args = 1..)]
    of: Vec<String>,
    /// An attribute whose categories form groups: their means, spread and reliability, and the differences of means from the first group.
    #[arg(long, value_name = "ATTRIBUTE")]
    by: Option<String>,
    /// The quantiles to estimate, each as the share of people below it.
    #[arg(long, value_name = "SHARES", value_delimiter = ',', default_value = "0.25,0.5,0.75")]
    quantiles: Vec<f64>,
    #[command(flatten)]
    weights: Weights,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

const EXAMPLE: &str = "\
Examples:
  $ candor scores plan.json reports.ndjson
  $ candor scores plan.json candor.db --of climate-score --by sex --format json
  $ candor scores plan.json reports.ndjson --of climate-score --quantiles 0.1,0.5,0.9
  $ candor scores plan.json reports.csv --of climate-score --margins census.json --weight w";

impl Measure {
    /// Estimates the scores and prints them.
    ///
    /// # Errors
    /// `invalid-weights`; `invalid-score` for a name that is none, and where the plan has no scores; `invalid-hypothesis` for a quantile that is not between 0 and 1; `undefined-statistic`; `unidentifiable-table`, and the errors of
    /// `candor count`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let asked = Asked {
            of: self.of.clone(),
            by: self.by.clone(),
            quantiles: self.quantiles.clone(),
            confidence: self.confidence,
        };
        let scores =
            self.weights.statistics(&plan, &Chosen::new(plan.table_schema(), asked)?, &self.sources)?;
        output::stdout(|to| scores.write(self.format, to))
    }
}

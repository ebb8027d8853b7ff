//! `candor rankings`: estimates which items people put first, their mean ranks, and which of two is put before the other.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use super::sources::Sources;
use super::weights::Weights;
use crate::document::rankings::{Asked, Chosen};
use crate::document::{Document, Format};
use crate::{input, output};

/// Estimate which items people put first, their mean ranks, and which of two items is put before the other.
///
/// Where a ranking has fewer places than items, an item that is given none counts as the mean of the places that are not given,
/// so that mean ranks can be compared; and of two items without a place it is not known which is before the other. With
/// --margins, or columns of weights, strata or clusters, reports are weighted as `candor weigh` does.
#[derive(Args)]
#[command(name = "rankings", after_help = EXAMPLE)]
pub struct Rank {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    /// Rankings of the plan. Default: all of them.
    #[arg(long, value_name = "RANKING", num_args = 1..)]
    of: Vec<String>,
    /// An attribute whose categories form groups, with the shares of first places and the mean ranks in each, and their differences from the first group.
    #[arg(long, value_name = "ATTRIBUTE")]
    by: Option<String>,
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
  $ candor rankings plan.json reports.ndjson
  $ candor rankings plan.json candor.db --of first --by sex --format json
  $ candor rankings plan.json reports.csv --margins census.json --weight w";

impl Rank {
    /// Estimates the rankings and prints them.
    ///
    /// # Errors
    /// `invalid-weights`; `unknown-attribute` for a name that is no ranking, and where the plan has none; `invalid-hypothesis` for groups by an item of the ranking;
    /// `undefined-statistic`, and the errors of `candor estimate`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let asked = Asked { of: self.of.clone(), by: self.by.clone(), confidence: self.confidence };
        let rankings =
            self.weights.statistics(&plan, &Chosen::new(plan.table_schema(), asked)?, &self.sources)?;
        output::stdout(|to| rankings.write(self.format, to))
    }
}

//! `candor model`: fits a regression of one question on others from reports.

use std::path::PathBuf;

use candor::Error;
use candor::estimate::Options;
use candor::plan::Caps;
use clap::Args;

use super::sources::Sources;
use crate::document::model::{Fitting, specified};
use crate::document::{Document, Format};
use crate::tables::{Room, Selection};
use crate::{input, output};

/// Fit a logistic or multinomial regression of one question on others, through the plan's noise.
///
/// Coefficients are logarithms of odds, of every answer of the outcome against its first one, for every category of a regressor against
/// its first one. They are fitted to the perturbed counts of the table of all these questions: by maximum likelihood where the plan has
/// no labels, otherwise by the estimates of that table and their covariance. Regressors act each by itself, unless products of them are
/// given (age:sex); whether that fits the table is tested, and what every term adds, by likelihood ratios. Takes reports,
/// or the counts that `candor count --format json` wrote of that table: the outcome first, then the regressors.
///
/// Where noise leaves nothing of a group there is no finite estimate. `candor power --odds-ratio` tells beforehand what can be fitted; --join takes
/// small categories for one, and --ridge draws coefficients towards 0, so that there always is an estimate.
#[derive(Args)]
#[command(name = "model", after_help = EXAMPLE)]
pub struct Fit {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    /// The question that is explained.
    #[arg(long, value_name = "ATTRIBUTE")]
    outcome: String,
    /// What explains it: questions, and products of them that are listed as well (age,sex,age:sex).
    #[arg(long, value_name = "TERMS")]
    on: String,
    /// Take categories of a question for one (age:30-44+45-59), the outcome's as well; again for each set of categories.
    #[arg(long, value_name = "QUESTION:ONE+OTHER")]
    join: Vec<String>,
    /// Penalise: estimates are always finite, drawn towards 0 and said to be so.
    #[arg(long, conflicts_with = "against")]
    ridge: bool,
    /// Some of these terms, which are tested to explain as much.
    #[arg(long, value_name = "TERMS")]
    against: Option<String>,
    /// How often an interval is to hold the true coefficient.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// How the model is written.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

const EXAMPLE: &str = "\
Examples:
  $ candor model plan.json reports.ndjson --outcome smoker --on age
  $ candor model plan.json candor.db --outcome smoker --on age,sex,age:sex --against age,sex --format json
  $ candor model plan.json reports.ndjson --outcome smoker --on age,region --join 'age:30-44+45-59' --ridge";

impl Fit {
    /// Fits the model and prints it.
    ///
    /// # Errors
    /// `no-finite-estimate`, `unidentifiable-table`, `too-large`, `invalid-confidence`, and the errors of `candor count`.
    pub fn run(&self) -> Result<(), Error> {
        let fitting = Fitting {
            outcome: self.outcome.clone(),
            on: specified(&self.on, self.join.clone(), self.ridge)?,
            against: self.against.as_deref().map(str::parse).transpose()?,
            options: Options::default().confidence(self.confidence),
        };
        fitting.options.check()?;
        let plan = input::plan(&self.plan, &Caps::default())?;
        let selection = Selection::new(plan.table_schema(), &[fitting.table()], false, Room::Own)?;
        for table in self.sources.tables(&plan, &selection, 0)? {
            let model = fitting.fitted(&plan, table)?;
            output::stdout(|to| model.write(self.format, to))?;
        }
        Ok(())
    }
}

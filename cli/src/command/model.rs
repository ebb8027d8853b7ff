//! `candor model`: fits a regression of one question on others from reports.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::Args;

use super::sources::Sources;
use crate::document::requests::ModelRequest;
use crate::document::{Document, Format};
use crate::{input, output};

/// Fit a logistic or multinomial regression of one question on others, accounting for the plan's noise.
///
/// Coefficients are log odds ratios: of each answer of the outcome against its first answer, for each category of a
/// regressor against its first category. They are fitted to the perturbed counts of the table of all these questions: by
/// maximum likelihood where the plan has no labels, otherwise by the estimates of that table and their covariance.
/// Regressors have main effects only, unless interactions are listed (age:sex). Likelihood ratios test whether the model
/// fits the table, and what each term adds. Takes reports, or the counts of that table that `candor count --format json`
/// wrote: the outcome first, then the regressors.
///
/// If the noise hides a group completely, there is no finite estimate. `candor power --odds-ratio` predicts what can be
/// fitted; --join merges small categories, and --ridge shrinks coefficients towards 0, so that there always is an estimate.
#[derive(Args)]
#[command(name = "model", after_help = EXAMPLE)]
pub struct Fit {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    /// The outcome: the question to explain.
    #[arg(long, value_name = "ATTRIBUTE")]
    outcome: String,
    /// The regressors: questions, and interactions of questions that are listed too (age,sex,age:sex).
    #[arg(long, value_name = "TERMS")]
    on: String,
    /// Merge categories of a question into one (age:30-44+45-59), also of the outcome; repeat the option for each set of
    /// categories.
    #[arg(long, value_name = "QUESTION:ONE+OTHER")]
    join: Vec<String>,
    /// Add a ridge penalty: estimates are always finite, shrunk towards 0, and marked as penalised.
    #[arg(long, conflicts_with = "against")]
    ridge: bool,
    /// Test whether these terms, some of those of --on, explain as much as all of them.
    #[arg(long, value_name = "TERMS")]
    against: Option<String>,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// Add the covariance matrix of the coefficients (JSON only).
    #[arg(long)]
    covariance: bool,
    /// Output format.
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
        let request = ModelRequest {
            outcome: self.outcome.clone(),
            on: self.on.clone(),
            join: self.join.clone(),
            ridge: self.ridge,
            against: self.against.clone(),
            confidence: self.confidence,
            covariance: self.covariance,
        };
        let fitting = request.fitting()?;
        let plan = input::plan(&self.plan, &Caps::default())?;
        let selection = fitting.selection(plan.table_schema())?;
        for table in self.sources.tables(&plan, &selection, 0)? {
            let model = fitting.fitted(&plan, table)?;
            output::stdout(|to| model.write(self.format, to))?;
        }
        Ok(())
    }
}

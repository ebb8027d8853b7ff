//! `candor model`: a regression of one question on others, from what the reports say.

use std::path::PathBuf;

use candor::Error;
use candor::count::Table;
use candor::estimate::Options;
use candor::inference::Regression;
use candor::plan::{Caps, Plan};
use clap::Args;

use crate::document::model::Model;
use crate::document::{Document, Format, counts};
use crate::input::reports;
use crate::tables::{Room, Selection};
use crate::{input, output};

/// Fit a logistic or multinomial regression of one question on others, through the plan's noise.
///
/// Coefficients are logarithms of odds, of every answer of the outcome against its first one, for every category of a regressor against
/// its first one. They are fitted to the perturbed counts of the table of all these questions: by maximum likelihood where the plan has
/// no labels, otherwise by the estimates of that table and their covariance. Regressors act without interaction; whether that fits the
/// table is tested. Takes reports, or the counts that `candor count --format json` wrote.
#[derive(Args)]
#[command(name = "model", after_help = EXAMPLE)]
pub struct Fit {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// NDJSON, CSV, Parquet, or a collector's database, told apart by how they begin; `-` is stdin.
    #[arg(required_unless_present = "counts")]
    reports: Vec<PathBuf>,
    /// Counts of the table instead of reports: the outcome first, then the regressors.
    #[arg(long, value_name = "COUNTS", conflicts_with = "reports")]
    counts: Option<PathBuf>,
    /// The question that is explained.
    #[arg(long, value_name = "ATTRIBUTE")]
    outcome: String,
    /// The questions that explain it.
    #[arg(long, value_name = "ATTRIBUTES", value_delimiter = ',', required = true)]
    on: Vec<String>,
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
  $ candor model plan.json candor.db --outcome smoker --on age,sex --format json";

impl Fit {
    /// Fits and prints.
    ///
    /// # Errors
    /// `no-finite-estimate`, `unidentifiable-table`, `too-large`, `invalid-confidence`, and everything `candor count` can fail with.
    pub fn run(&self) -> Result<(), Error> {
        let options = Options::default().confidence(self.confidence);
        options.check()?;
        let plan = input::plan(&self.plan, &Caps::default())?;
        for table in self.table(&plan)? {
            let regression = Regression::new(&plan, table, &options)?;
            let model = Model::new(self.outcome.clone(), self.on.clone(), self.confidence, regression);
            output::stdout(|to| model.write(self.format, to))?;
        }
        Ok(())
    }

    /// The one table of all questions.
    fn table(&self, plan: &Plan) -> Result<Vec<Table>, Error> {
        let name = format!("{},{}", self.outcome, self.on.join(","));
        let selection = Selection::new(plan.schema(), &[name], false, Room::Own)?;
        match &self.counts {
            Some(path) => selection.among(plan.schema(), counts::read(plan, path)?),
            None => reports::count(plan, &self.reports, &selection, false),
        }
    }
}

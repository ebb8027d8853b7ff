//! `candor test`: tests hypotheses about true answers from reports.

use std::path::PathBuf;

use candor::Error;
use candor::count::Table;
use candor::plan::{Caps, Plan};
use clap::{Args, ValueEnum};

use super::said::{Said, named};
use super::sources::Sources;
use crate::document::requests::TestRequest;
use crate::document::{Document, Format};
use crate::{input, output};

/// Test hypotheses about the true answers, with p-values that account for the plan's noise.
///
/// Published test statistics reject true hypotheses too often when they are computed from reconstructed counts. Each is
/// printed next to a calibrated one, computed from the perturbed counts and the plan's law: use the calibrated one. Takes
/// reports, or the counts that `candor count --format json` wrote.
///
/// If several tables are tested, their p-values are also adjusted for that: by Holm (limits the chance of rejecting any
/// true hypothesis) and by Benjamini and Hochberg (limits the share of true ones among the rejected).
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Test {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    /// Tables to test: attribute names joined by commas.
    #[arg(long, value_name = "ATTRIBUTES", num_args = 1.., required_unless_present = "screen")]
    tables: Vec<String>,
    /// The hypothesis to test.
    #[arg(long = "test", value_enum, default_value = "independence")]
    kind: Kind,
    /// Test the independence of every pair of attributes; pairs that the plan's law erases are left out with a warning.
    #[arg(long, conflicts_with_all = ["tables", "kind"])]
    screen: bool,
    #[command(flatten)]
    said: Said,
    #[command(flatten)]
    other: Other,
    /// The reconstruction of counts for the published statistic: inverse, likelihood, or any other of `candor estimate`.
    #[arg(long, default_value = "inverse")]
    method: String,
    /// The statistic of the calibrated p-value: score or, for independence and fit, likelihood-ratio, which is slower but
    /// finds more in tables with few reports and rare answers.
    #[arg(long, default_value = "score")]
    statistic: String,
    /// Count the reports of every label at most as often as the plan draws it, so that forgers who choose an influential one move less.
    #[arg(long)]
    robust: bool,
    /// Significance level: a hypothesis is rejected if its p-value is below this, adjusted if there are several.
    #[arg(long, default_value_t = 0.05)]
    level: f64,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// The other survey, of which equality is tested.
#[derive(Args)]
struct Other {
    /// Reports of the other survey or wave, to test equality.
    #[arg(long, value_name = "REPORTS", num_args = 1..)]
    other_reports: Vec<PathBuf>,
    /// Counts of the other survey or wave, instead of its reports.
    #[arg(long, value_name = "COUNTS", conflicts_with = "other_reports")]
    other_counts: Option<PathBuf>,
    /// The plan of the other survey, if it is a different one.
    #[arg(long, value_name = "PLAN")]
    other_plan: Option<PathBuf>,
}

/// What is tested.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Two questions are independent of each other: Pearson's χ².
    Independence,
    /// A yes/no question, named second, does not rise or fall with an ordered one: Cochran and Armitage.
    Trend,
    /// Parents transmit both alleles equally often: the TDT, from families by type, (1,0), (0,1), (1,1), (2,0), (0,2),
    /// (0,0).
    Tdt,
    /// The table has the shares given by --shares: Pearson's χ².
    Fit,
    /// Another survey or wave, of other people, has the same shares: Pearson's χ² of both.
    Equality,
}

const EXAMPLE: &str = "\
Examples:
  $ candor test plan.json reports.ndjson --tables smoker,age
  $ candor test plan.json reports.ndjson --tables age,smoker --test trend --scores 24,37,52,70
  $ candor test plan.json candor.db --screen --format csv
  $ candor test plan.json reports.ndjson --tables smoker,age --statistic likelihood-ratio
  $ candor test plan.json reports.ndjson --tables sex --test fit --shares 0.49,0.51
  $ candor test plan.json spring.ndjson --tables smoker --test equality --other-reports autumn.ndjson";

impl Test {
    /// Runs the tests and prints them.
    ///
    /// # Errors
    /// `invalid-hypothesis`, `invalid-confidence` for a level, `unidentifiable-table`, `empty-sample`, and the errors of `candor count`.
    pub fn run(&self) -> Result<(), Error> {
        let request = TestRequest {
            tables: self.tables.clone(),
            test: if self.screen { "screen".to_owned() } else { named(self.kind) },
            scores: self.said.scores.clone(),
            shares: self.said.shares.clone(),
            method: self.method.clone(),
            statistic: self.statistic.clone(),
            level: self.level,
            robust: self.robust,
        };
        let subsets = request.testing()?.subset_numbers();
        let plan = input::plan(&self.plan, &Caps::default())?;
        let tables = self.sources.tables(&plan, &request.selection(plan.table_schema())?, subsets)?;
        let other = if request.is_of_two() { self.other.tables(&plan, &request, subsets)? } else { None };
        let other = other.as_ref().map(|(plan, tables)| (plan, tables.clone()));
        let tests = request.tested(&plan, tables, other)?;
        output::stdout(|to| tests.write(self.format, to))?;
        for warning in tests.warnings() {
            output::remark(&format!("warning: {warning}\n"))?;
        }
        Ok(())
    }
}

impl Other {
    /// The plan of the other survey and its tables, if there is one.
    fn tables(
        &self,
        plan: &Plan,
        request: &TestRequest,
        subsets: usize,
    ) -> Result<Option<(Plan, Vec<Table>)>, Error> {
        let Self { other_reports, other_counts, other_plan } = self;
        if other_reports.is_empty() && other_counts.is_none() {
            return Ok(None);
        }
        let plan = match other_plan {
            Some(path) => input::plan(path, &Caps::default())?,
            None => plan.clone(),
        };
        let sources = Sources { reports: other_reports.clone(), counts: other_counts.clone() };
        let tables = sources.tables(&plan, &request.selection(plan.table_schema())?, subsets)?;
        Ok(Some((plan, tables)))
    }
}

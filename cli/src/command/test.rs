//! `candor test`: tests hypotheses about true answers from reports.

use std::path::PathBuf;

use candor::count::Table;
use candor::estimate::Options;
use candor::inference::Hypothesis;
use candor::plan::{Caps, Plan};
use candor::{Code, Error};
use clap::{Args, ValueEnum};

use super::said::Said;
use super::sources::Sources;
use crate::document::hypothesis_tests::{Testing, every_pair};
use crate::document::test_results::Tests;
use crate::document::{Document, Format};
use crate::tables::{Room, Selection};
use crate::{input, output};

/// Test hypotheses about the true answers, with p-values that know the plan's noise.
///
/// Statistics that are published for true answers reject true hypotheses too often when they are given reconstructed counts. Here
/// each stands beside a calibrated one, computed from the perturbed counts and the plan's law, which is the one to use. Takes
/// reports, or the counts that `candor count --format json` wrote.
///
/// Several tables are tested together: their p-values come adjusted by Holm (no true hypothesis is to be rejected) and by
/// Benjamini and Hochberg (few of those rejected are to be true).
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
    /// What is tested.
    #[arg(long = "test", value_enum, default_value = "independence")]
    kind: Kind,
    /// Test the independence of every pair of attributes; those that the plan hides are left out with a warning.
    #[arg(long, conflicts_with_all = ["tables", "kind"])]
    screen: bool,
    #[command(flatten)]
    said: Said,
    #[command(flatten)]
    other: Other,
    /// How counts are reconstructed for the published statistic: inverse, likelihood, or any other method of `candor estimate`.
    #[arg(long, default_value = "inverse")]
    method: String,
    /// What the calibrated p-value is of: score, or likelihood-ratio for independence and fit, which finds more where few reports are of
    /// a table with rare answers, and is slower.
    #[arg(long, default_value = "score")]
    statistic: String,
    /// A hypothesis is called rejected where its p-value, adjusted where there are several, is below this.
    #[arg(long, default_value_t = 0.05)]
    level: f64,
    /// How the tests are written.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// The other survey, of which equality is tested.
#[derive(Args)]
struct Other {
    /// Reports of the other survey or wave, for equality.
    #[arg(long, value_name = "REPORTS", num_args = 1..)]
    other_reports: Vec<PathBuf>,
    /// Counts of the other survey or wave instead.
    #[arg(long, value_name = "COUNTS", conflicts_with = "other_reports")]
    other_counts: Option<PathBuf>,
    /// The plan of the other survey, where it is another one.
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
    /// Parents transmit either allele as often: the TDT, of families by type, (1,0), (0,1), (1,1), (2,0), (0,2), (0,0).
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
        let testing = Testing {
            statistic: self.statistic.parse()?,
            options: Options::default().reconstruction(self.method.parse()?),
            level: self.level,
            screen: self.screen,
        };
        testing.check()?;
        let plan = input::plan(&self.plan, &Caps::default())?;
        let subsets = testing.subset_numbers();
        let tables = self.sources.tables(&plan, &self.selection(&plan)?, subsets)?;
        let tests = match self.hypothesis() {
            Some(hypothesis) => testing.each(&plan, tables, &hypothesis)?,
            None => self.compared(&plan, tables, &testing, subsets)?,
        };
        output::stdout(|to| tests.write(self.format, to))?;
        for warning in tests.warnings() {
            output::remark(&format!("warning: {warning}\n"))?;
        }
        Ok(())
    }

    /// The selected tables.
    fn selection(&self, plan: &Plan) -> Result<Selection, Error> {
        let schema = plan.table_schema();
        let wanted = if self.screen { every_pair(schema)? } else { self.tables.clone() };
        Selection::new(schema, &wanted, false, Room::Own)
    }

    /// The hypothesis about one table; `None` if two are compared.
    fn hypothesis(&self) -> Option<Hypothesis> {
        match self.kind {
            Kind::Independence => Some(Hypothesis::Independence),
            Kind::Trend => Some(Hypothesis::Trend { scores: self.said.scores.clone() }),
            Kind::Tdt => Some(Hypothesis::Transmission),
            Kind::Fit => Some(Hypothesis::Fit { shares: self.said.shares.clone() }),
            Kind::Equality => None,
        }
    }

    fn compared(
        &self,
        plan: &Plan,
        tables: Vec<Table>,
        testing: &Testing,
        subsets: usize,
    ) -> Result<Tests, Error> {
        let Other { other_reports, other_counts, other_plan } = &self.other;
        if other_reports.is_empty() && other_counts.is_none() {
            let message = "equality compares two surveys: give --other-reports or --other-counts";
            return Err(Error::new(Code::InvalidHypothesis, message));
        }
        let of_others = other_plan.as_ref().map(|path| input::plan(path, &Caps::default())).transpose()?;
        let other = of_others.as_ref().unwrap_or(plan);
        let sources = Sources { reports: other_reports.clone(), counts: other_counts.clone() };
        let others = sources.tables(other, &self.selection(other)?, subsets)?;
        testing.equality((plan, tables), (other, others))
    }
}

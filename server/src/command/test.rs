//! `candor test`: hypotheses about what the people answered, from what the reports say.

use std::path::PathBuf;

use candor::count::Table;
use candor::estimate::{Options, Reconstruction};
use candor::inference::{self, Effects, Hypothesis, Tested};
use candor::plan::{Caps, Plan};
use candor::{Code, Error};
use clap::{Args, ValueEnum};

use crate::document::counts;
use crate::document::tested::{Outcome, Tests};
use crate::document::{Document, Format};
use crate::input::reports;
use crate::tables::{Room, Selection, name, names};
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
    /// NDJSON, CSV, Parquet, or a collector's database, told apart by how they begin; `-` is stdin.
    #[arg(required_unless_present = "counts")]
    reports: Vec<PathBuf>,
    /// Counts instead of reports.
    #[arg(long, value_name = "COUNTS", conflicts_with = "reports")]
    counts: Option<PathBuf>,
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
    with: With,
    /// How counts are reconstructed for the published statistic: inverse, likelihood, or any other method of `candor estimate`.
    #[arg(long, default_value = "inverse")]
    method: String,
    /// A hypothesis is called rejected where its p-value, adjusted where there are several, is below this.
    #[arg(long, default_value_t = 0.05)]
    level: f64,
    /// How the tests are written.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// What some of the tests need besides.
#[derive(Args)]
struct With {
    /// Scores of the ordered question's categories, for a trend; without them 0, 1, 2 and so on.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', allow_hyphen_values = true)]
    scores: Option<Vec<f64>>,
    /// The shares that the cells of the table are said to have, for a fit; row by row.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', required_if_eq("kind", "fit"))]
    shares: Vec<f64>,
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
  $ candor test plan.json reports.ndjson --tables sex --test fit --shares 0.49,0.51
  $ candor test plan.json spring.ndjson --tables smoker --test equality --other-reports autumn.ndjson";

impl Test {
    /// Tests and prints.
    ///
    /// # Errors
    /// `invalid-hypothesis`, `invalid-confidence` for a level, `unidentifiable-table`, `empty-sample`, and everything
    /// `candor count` can fail with.
    pub fn run(&self) -> Result<(), Error> {
        self.check_level()?;
        let plan = input::plan(&self.plan, &Caps::default())?;
        let options = Options::default().reconstruction(self.method.parse()?);
        let subsets = options.reconstruction == Reconstruction::Likelihood;
        let tables = self.read(&plan, (&self.reports, self.counts.as_ref()), subsets)?;
        let tests = match self.hypothesis() {
            Some(hypothesis) => self.tested(&plan, tables, &hypothesis, &options)?,
            None => self.compared(&plan, tables, &options, subsets)?,
        };
        let tests = if self.screen { tests.sorted() } else { tests };
        output::stdout(|to| tests.write(self.format, to))?;
        for warning in tests.warnings() {
            output::remark(&format!("warning: {warning}\n"))?;
        }
        Ok(())
    }

    fn check_level(&self) -> Result<(), Error> {
        if self.level > 0.0 && self.level < 1.0 {
            return Ok(());
        }
        let message = format!("the level is {}; it must lie strictly between 0 and 1", self.level);
        Err(Error::new(Code::InvalidConfidence, message))
    }

    /// The tables asked for, of reports or of counts.
    fn read(
        &self,
        plan: &Plan,
        (from, counted): (&[PathBuf], Option<&PathBuf>),
        subsets: bool,
    ) -> Result<Vec<Table>, Error> {
        let schema = plan.schema();
        let wanted: Vec<String> = if self.screen {
            let firsts = 0..schema.len();
            let pairs = firsts.flat_map(|first| (first + 1..schema.len()).map(move |second| [first, second]));
            pairs.map(|pair| name(schema, &pair)).collect()
        } else {
            self.tables.clone()
        };
        if wanted.is_empty() {
            let message = "the plan has one attribute: there is no pair to test";
            return Err(Error::new(Code::InvalidHypothesis, message));
        }
        let selection = Selection::new(schema, &wanted, false, Room::Own)?;
        match counted {
            Some(path) => selection.among(schema, counts::read(plan, path)?),
            None => reports::count(plan, from, &selection, subsets),
        }
    }

    /// What is said of one table; none where two are compared.
    fn hypothesis(&self) -> Option<Hypothesis> {
        match self.kind {
            Kind::Independence => Some(Hypothesis::Independence),
            Kind::Trend => Some(Hypothesis::Trend { scores: self.with.scores.clone() }),
            Kind::Tdt => Some(Hypothesis::Transmission),
            Kind::Fit => Some(Hypothesis::Fit { shares: self.with.shares.clone() }),
            Kind::Equality => None,
        }
    }

    fn tested(
        &self,
        plan: &Plan,
        tables: Vec<Table>,
        hypothesis: &Hypothesis,
        options: &Options,
    ) -> Result<Tests, Error> {
        let (mut tested, mut warnings) = (Vec::new(), Vec::new());
        for table in tables {
            let attributes = names(plan.schema(), table.axes().attributes());
            match tested_table(plan, table, hypothesis, options)
                .map_err(|error| error.at(format_args!("table {:?}", attributes.join(","))))
            {
                Ok((of_table, effects)) => tested.push(Outcome { attributes, tested: of_table, effects }),
                Err(error) if self.screen && error.code() == Code::UnidentifiableTable => {
                    warnings.push(format!("left out: {error}"));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(self.document(hypothesis.to_string(), tested, warnings))
    }

    fn compared(
        &self,
        plan: &Plan,
        tables: Vec<Table>,
        options: &Options,
        subsets: bool,
    ) -> Result<Tests, Error> {
        let With { other_reports, other_counts, other_plan, .. } = &self.with;
        if other_reports.is_empty() && other_counts.is_none() {
            let message = "equality compares two surveys: give --other-reports or --other-counts";
            return Err(Error::new(Code::InvalidHypothesis, message));
        }
        let of_others = other_plan.as_ref().map(|path| input::plan(path, &Caps::default())).transpose()?;
        let other = of_others.as_ref().unwrap_or(plan);
        let others = self.read(other, (other_reports, other_counts.as_ref()), subsets)?;
        let mut tested = Vec::new();
        for (table, of_other) in tables.into_iter().zip(others) {
            let attributes = names(plan.schema(), table.axes().attributes());
            let both = inference::equality((plan, table), (other, of_other), options);
            let both = both.map_err(|error| error.at(format_args!("table {:?}", attributes.join(","))))?;
            tested.push(Outcome { attributes, tested: both, effects: None });
        }
        Ok(self.document("equality".to_owned(), tested, Vec::new()))
    }

    fn document(&self, test: String, tested: Vec<Outcome>, warnings: Vec<String>) -> Tests {
        Tests::new(test, self.level, &self.method, tested, warnings)
    }
}

/// What is said of a table, with the effects where two groups and two outcomes are tested for independence.
fn tested_table(
    plan: &Plan,
    table: Table,
    hypothesis: &Hypothesis,
    options: &Options,
) -> Result<(Tested, Option<Effects>), Error> {
    let of_groups = *hypothesis == Hypothesis::Independence && table.axes().sizes() == [2, 2];
    let groups = of_groups.then(|| table.clone());
    let tested = inference::test(plan, table, hypothesis, options)?;
    let effects = groups.map(|table| Effects::new(plan, table, options)).transpose()?;
    Ok((tested, effects))
}

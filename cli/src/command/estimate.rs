//! `candor estimate`: estimates tables of true answers from reports.

use std::path::PathBuf;

use candor::Error;
use candor::count::Table;
use candor::estimate::Options;
use candor::plan::{Caps, Plan};
use clap::Args;

use super::count::Wanted;
use super::sources::Sources;
use crate::document::estimates::{
    Asked, Estimates, counted_for_check, counted_for_guess, guess, takes_guess,
};
use crate::document::{Document, Format, drawn};
use crate::output::staged;
use crate::tables::{Room, Selection, with_linked, without_linked};
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

/// The counted tables that were asked for, the first `named` of them by name, and further ones if a guess is to be made of all.
struct Counted {
    tables: Vec<Table>,
    named: usize,
    further: Option<Vec<Table>>,
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
    /// Estimate shares within the groups that these attributes form, and differences between groups.
    #[arg(long, value_name = "ATTRIBUTES", value_delimiter = ',')]
    given: Vec<String>,
    /// The reference group for differences, by its categories. Default: the first group.
    #[arg(
        long,
        value_name = "CATEGORIES",
        value_delimiter = ',',
        requires = "given",
        allow_hyphen_values = true
    )]
    reference: Vec<String>,
    /// Estimate shares of valid answers: leave "not asked", "no answer", and categories that a person refused or does not know out of the denominators.
    #[arg(long)]
    valid: bool,
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
        let asked = Asked { all_rows: self.all_rows, ..self.how.parse()? };
        let Counted { tables, named, further } = self.counted(&plan, &asked)?;
        let guess = match further {
            Some(further) => guess(&plan, tables.iter().chain(&further), &asked)?,
            None => None,
        };
        let checked = self.check.then(|| counted_for_check(&tables, &asked)).transpose()?;
        let mut estimates = Estimates::new(&plan, tables, named, &asked, guess.as_ref())?;
        if let (Some(checked), Some(guess)) = (checked, &guess) {
            estimates.check(&plan, checked, guess, &asked)?;
        }
        if let Some(path) = &self.plot {
            staged::replace(path, drawn::svg(&estimates)?.as_bytes())?;
        }
        output::stdout(|to| estimates.write(self.format, to))?;
        for warning in estimates.warnings() {
            output::remark(&format!("warning: {warning}\n"))?;
        }
        Ok(())
    }

    fn counted(&self, plan: &Plan, asked: &Asked) -> Result<Counted, Error> {
        let Wanted { tables, pairs } = &self.wanted;
        let Some(path) = &self.sources.counts else {
            let selection = Selection::new(plan.table_schema(), tables, *pairs, Room::Own)?;
            let selection = if takes_guess(asked) { selection } else { selection.linked() };
            let for_guess = counted_for_guess(plan, &selection, asked, Room::Own)?;
            let counted = for_guess.as_ref().unwrap_or(&selection);
            let mut tables =
                self.sources.tables(plan, counted, asked.options.reconstruction.subset_numbers())?;
            let rest = tables.split_off(selection.attributes().len());
            let further = for_guess.map(|_| rest);
            return Ok(Counted { tables, named: selection.named_count(), further });
        };
        let counted = input::counts(plan, path)?;
        let counted = if takes_guess(asked) { without_linked(counted) } else { with_linked(counted) };
        if tables.is_empty() && !pairs {
            let further = takes_guess(asked).then(Vec::new);
            return Ok(Counted { tables: counted, named: 0, further });
        }
        let selection = Selection::new(plan.table_schema(), tables, *pairs, Room::Own)?.linked();
        let is_further =
            |table: &&Table| !selection.attributes().iter().any(|asked| asked == table.axes().attributes());
        let further = takes_guess(asked).then(|| counted.iter().filter(is_further).cloned().collect());
        let tables = selection.among(plan.table_schema(), counted)?;
        Ok(Counted { tables, named: selection.named_count(), further })
    }
}

impl How {
    fn parse(&self) -> Result<Asked, Error> {
        let asked = Asked {
            options: Options::default()
                .reconstruction(self.method.parse()?)
                .confidence(self.confidence)
                .simultaneous(self.simultaneous.as_deref().map(str::parse).transpose()?)
                .project(self.project)
                .tolerance(self.tolerance)
                .seed(self.seed)
                .population(self.population)
                .robust(self.robust),
            consistent: self.consistent,
            given: self.given.clone(),
            reference: self.reference.clone(),
            valid: self.valid,
            covariance: self.covariance,
            ..Asked::default()
        };
        asked.options.check()?;
        Ok(asked)
    }
}

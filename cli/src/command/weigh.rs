//! `candor weigh`: estimates tables of a population from a weighted sample.

use std::path::PathBuf;

use candor::count::Axes;
use candor::estimate::Options;
use candor::inference::Weighted;
use candor::plan::{Caps, Plan};
use candor::{Attribute, Error};
use clap::Args;

use super::count::Wanted;
use crate::document::weighted::WeightedTables;
use crate::document::{Document, Format};
use crate::input::margins::Margins;
use crate::input::weighed::{self, Clear};
use crate::tables::{Room, Selection, names};
use crate::{input, output};

/// Estimate tables of a population, with weights, strata and clusters.
///
/// Takes reports with plain columns, or CSV or Parquet with columns joined to the reports, such as a region or the arm of a
/// trial. Weights are raked to known margins of the population (--margins); one margin of several columns is
/// post-stratification. Standard errors are computed by linearisation and, with --replicates, also by the jackknife.
/// Estimates may fall outside 0 and 1; their intervals do not.
#[derive(Args)]
#[command(name = "weigh", after_help = EXAMPLE)]
pub struct Weigh {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// Reports: NDJSON, CSV, Parquet, or a collector's database; the format is detected from the content; `-` is stdin. A
    /// repeated report is recognised by its id and counted once, also across files; `candor database export` writes ids to
    /// NDJSON only.
    #[arg(required = true)]
    reports: Vec<PathBuf>,
    #[command(flatten)]
    wanted: Wanted,
    /// Known margins of the population: {"region": {"north": 0.3, "south": 0.7}}, as shares or as numbers of people.
    #[arg(long, value_name = "JSON")]
    margins: Option<PathBuf>,
    /// The column with the weight of a report: how many people it stands for, or a relative weight.
    #[arg(long, value_name = "COLUMN")]
    weight: Option<String>,
    /// The column with the sampling stratum.
    #[arg(long, value_name = "COLUMN")]
    stratum: Option<String>,
    /// The column with the cluster, whose people were sampled together.
    #[arg(long, value_name = "COLUMN")]
    cluster: Option<String>,
    /// Assume that answers are missing at random among people who have the same values in these columns; no report can show
    /// whether that is right. Without this option "no answer" is a category like any other.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    missing_at_random: Vec<String>,
    /// Columns to leave out.
    #[arg(long, value_name = "COLUMN", num_args = 1..)]
    ignore: Vec<String>,
    /// Also compute standard errors by the jackknife, over this many groups of reports.
    #[arg(long, value_name = "PARTS", value_parser = clap::value_parser!(u16).range(2..=1000))]
    replicates: Option<u16>,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// The number of replicate groups for standard errors under `--missing-at-random`, if none is given.
const PARTS: u16 = 50;

const EXAMPLE: &str = "\
Examples:
  $ candor weigh plan.json reports.csv --tables smoker,age --margins census.json
  $ candor weigh plan.json reports.csv --weight w --stratum district --cluster school --replicates 50
  $ candor weigh plan.json candor.db --tables income --missing-at-random region,arm";

impl Weigh {
    /// Estimates the tables and prints them.
    ///
    /// # Errors
    /// `empty-sample`, `invalid-weights`, `undefined-statistic`, `invalid-csv`, `unknown-column`, `unidentifiable-table`,
    /// `invalid-confidence`; a malformed report with file and row; `io`.
    pub fn run(&self) -> Result<(), Error> {
        let options = Options::default().confidence(self.confidence);
        options.check()?;
        let plan = input::plan(&self.plan, &Caps::default())?;
        let margins = self.margins.as_deref().map(Margins::read).transpose()?.unwrap_or_default();
        let raking = margins.raking()?;
        let clear = Clear {
            margins,
            weight: self.weight.clone(),
            stratum: self.stratum.clone(),
            cluster: self.cluster.clone(),
            groups: self.missing_at_random.clone(),
            ignore: self.ignore.clone(),
            replicates: self
                .replicates
                .unwrap_or(if self.missing_at_random.is_empty() { 1 } else { PARTS })
                .into(),
        };
        let selection =
            Selection::new(plan.table_schema(), &self.wanted.tables, self.wanted.pairs, Room::Own)?;
        let mut tables = WeightedTables::new(self.confidence);
        let mut are_filled_in = false;
        for (classes, attributes) in
            weighed::read(&plan, &self.reports, &selection, &clear)?.iter().zip(selection.attributes())
        {
            let named = names(plan.table_schema(), attributes).join(",");
            let Some(class) = classes.first() else { continue };
            let holds_no_answer = self.no_answers(&plan, class.table.axes());
            let is_filled_in = holds_no_answer.contains(&true);
            are_filled_in |= is_filled_in;
            let weighted = if is_filled_in {
                Weighted::answered(&plan, classes, &raking, &holds_no_answer, &options)
            } else {
                Weighted::new(&plan, classes, &raking, &options)
            };
            let weighted = weighted.map_err(|error| error.at(format_args!("table {named:?}")))?;
            tables.push(class.table.axes().clone(), weighted, &holds_no_answer);
        }
        output::stdout(|to| tables.write(self.format, to))?;
        let columns = self.missing_at_random.join(",");
        match are_filled_in {
            true => output::remark(&format!(
                "people who gave no answer are taken to be like those who did and have the same {columns}: missing at random\n"
            )),
            false if columns.is_empty() => Ok(()),
            false => {
                output::remark("warning: no question of these tables is optional, so no answer is missing\n")
            }
        }
    }

    /// Which cells lack an answer of somebody who was asked, if missing answers are to be filled in.
    fn no_answers(&self, plan: &Plan, axes: &Axes) -> Vec<bool> {
        let cells = axes.sizes().iter().map(|&size| size as usize).product();
        if self.missing_at_random.is_empty() {
            return vec![false; cells];
        }
        let asked =
            || axes.attributes().iter().map(|&attribute| &plan.table_schema().attributes()[attribute]);
        let is_none = |(attribute, value): (&Attribute, &str)| {
            let category =
                (0_u32..).zip(attribute.categories()).find(|(_, category)| category.value() == value);
            category.is_some_and(|(at, _)| !attribute.is_answer(at) && attribute.not_asked() != Some(at))
        };
        (0..cells).map(|cell| asked().zip(axes.categories_of(cell)).any(is_none)).collect()
    }
}

//! `candor numbers`: estimates means and quantiles of questions that were asked in bins.

use std::path::PathBuf;

use candor::estimate::Options;
use candor::inference::Numbers;
use candor::plan::{Caps, Plan};
use candor::schema::Attribute;
use candor::{Code, Error};
use clap::Args;

use super::sources::Sources;
use crate::document::numbers::{Measured, Question};
use crate::document::{Document, Format};
use crate::tables::{Room, Selection};
use crate::{input, output};

/// Estimate the means and quantiles of numeric questions, with standard errors.
///
/// Numbers are assumed to be spread evenly within each bin. Nothing is assumed about a bin with an open end: the question
/// has no mean, and no quantile lies in that bin, unless the end is given (age=18..100). People who gave no answer are left
/// out. Takes reports, or the counts of these questions that `candor count --format json` wrote.
#[derive(Args)]
#[command(name = "numbers", after_help = EXAMPLE)]
pub struct Measure {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    /// Questions with bins. To close open ends, write NAME=FROM..TO with the numbers at which they end; either number may
    /// be left out.
    #[arg(long, value_name = "QUESTION", num_args = 1.., required = true)]
    of: Vec<String>,
    /// The quantiles to estimate, each as the share of people below it.
    #[arg(long, value_name = "SHARES", value_delimiter = ',', default_value = "0.25,0.5,0.75")]
    quantiles: Vec<f64>,
    /// The reconstruction: auto, inverse, likelihood, or another one of `candor estimate`.
    #[arg(long, default_value = "inverse")]
    method: String,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

const EXAMPLE: &str = "\
Examples:
  $ candor numbers plan.json reports.ndjson --of age=18..100 income
  $ candor numbers plan.json candor.db --of age --quantiles 0.1,0.9 --format json";

impl Measure {
    /// Estimates the statistics and prints them.
    ///
    /// # Errors
    /// `invalid-hypothesis` for a question without bins, ends that do not close them, or a quantile outside of 0 and 1;
    /// `undefined-statistic`; `unidentifiable-table`, and the errors of `candor count`.
    pub fn run(&self) -> Result<(), Error> {
        let options = Options::default().confidence(self.confidence).reconstruction(self.method.parse()?);
        options.check()?;
        let plan = input::plan(&self.plan, &Caps::default())?;
        let asked: Vec<(&str, [Option<f64>; 2])> =
            self.of.iter().map(|of| ends(of)).collect::<Result<_, _>>()?;
        let names: Vec<String> = asked.iter().map(|(name, _)| (*name).to_owned()).collect();
        let selection = Selection::new(plan.table_schema(), &names, false, Room::Own)?;
        if selection.attributes().len() < names.len() {
            return Err(refused(&names.join(" "), "names a question twice"));
        }
        let tables = self.sources.tables(&plan, &selection, options.reconstruction.subset_numbers())?;
        let mut questions = Vec::new();
        for (table, (name, ends)) in tables.into_iter().zip(asked) {
            let edges = edges(&plan, name, ends)?;
            let numbers = Numbers::new(&plan, table, &edges, &self.quantiles, &options);
            questions.push(Question::new(
                name,
                &edges,
                numbers.map_err(|error| error.at(format_args!("question {name:?}")))?,
            ));
        }
        let measured = Measured::new(self.confidence, questions);
        output::stdout(|to| measured.write(self.format, to))?;
        for warning in measured.warnings() {
            output::remark(&format!("warning: {warning}\n"))?;
        }
        Ok(())
    }
}

/// Parses the name of a question, with ends if they are given.
fn ends(of: &str) -> Result<(&str, [Option<f64>; 2]), Error> {
    let Some((name, range)) = of.split_once('=') else { return Ok((of, [None, None])) };
    let number = |text: &str| match text {
        "" => Some(None),
        _ => text.parse().ok().filter(|number: &f64| number.is_finite()).map(Some),
    };
    let ends = range.split_once("..").and_then(|(from, to)| Some([number(from)?, number(to)?]));
    ends.map(|ends| (name, ends)).ok_or_else(|| refused(of, "is not of the form NAME=FROM..TO"))
}

/// The edges of a question's bins, with open ends closed as requested.
fn edges(plan: &Plan, name: &str, ends: [Option<f64>; 2]) -> Result<Vec<Option<f64>>, Error> {
    let attribute = &plan.table_schema().attributes()[plan.table_schema().position(name)?];
    let bins = Attribute::bins(attribute)
        .ok_or_else(|| refused(name, "has no bins: its answers are not numbers"))?;
    let (mut edges, last) = (bins.to_vec(), bins.len() - 1);
    for (place, end) in [0, last].into_iter().zip(ends) {
        match (edges[place], end) {
            (Some(edge), Some(end)) => {
                return Err(refused(name, &format!("already ends at {edge}: leave out {end}")));
            }
            (None, Some(_)) => edges[place] = end,
            (_, None) => {}
        }
    }
    Ok(edges)
}

fn refused(what: &str, why: &str) -> Error {
    Error::new(Code::InvalidHypothesis, format!("{what:?} {why}"))
}

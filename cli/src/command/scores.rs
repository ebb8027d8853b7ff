//! `candor scores`: estimates means, spread and reliability of scores, and how many choices were made.

use std::path::PathBuf;

use candor::count::Table;
use candor::estimate::Options;
use candor::inference::Scale;
use candor::plan::{Caps, Plan};
use candor::{Code, Error};
use clap::Args;

use super::sources::Sources;
use crate::document::scores::{Scored, Scores};
use crate::document::{Document, Format};
use crate::tables::{Room, Selection, name};
use crate::{input, output};

/// Estimate the mean, standard deviation, distribution and Cronbach's alpha of scores, by groups if wanted.
///
/// A score adds up the codes that its survey gives to answers, such as 1 to 5 in every row of a grid. Of a question with
/// several choices it is how many were chosen. An answer without a code, such as "no answer", is left out of the mean of its
/// item and nothing else.
#[derive(Args)]
#[command(name = "scores", after_help = EXAMPLE)]
pub struct Measure {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    /// Scores of the plan, and questions with several choices. Default: all of them.
    #[arg(long, value_name = "SCORE", num_args = 1..)]
    of: Vec<String>,
    /// An attribute whose categories form groups: their means, and the differences from the first group.
    #[arg(long, value_name = "ATTRIBUTE")]
    by: Option<String>,
    /// Confidence level of the intervals.
    #[arg(long, default_value_t = 0.95)]
    confidence: f64,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

const EXAMPLE: &str = "\
Examples:
  $ candor scores plan.json reports.ndjson
  $ candor scores plan.json candor.db --of climate-score --by sex --format json";

impl Measure {
    /// Estimates the scores and prints them.
    ///
    /// # Errors
    /// `invalid-score` for a name that is none, and where the plan has no scores; `undefined-statistic`; `unidentifiable-table`, and the errors of
    /// `candor count`.
    pub fn run(&self) -> Result<(), Error> {
        let options = Options::default().confidence(self.confidence);
        options.check()?;
        let plan = input::plan(&self.plan, &Caps::default())?;
        let schema = plan.table_schema();
        let by = self.by.as_deref().map(|by| schema.position(by)).transpose()?;
        let scales = self.scales(&plan)?;
        scales.iter().try_for_each(|(name, scale)| {
            scale.check_groups(by).map_err(|error| error.at(format_args!("score {name:?}")))
        })?;
        let wanted =
            |(_, scale): &(String, Scale)| scale.tables(by).into_iter().map(|table| name(schema, &table));
        let names: Vec<String> = scales.iter().flat_map(wanted).collect();
        let selection = Selection::new(schema, &names, false, Room::Own)?;
        let tables = self.sources.tables(&plan, &selection, options.reconstruction.subset_numbers())?;
        let groups = by.map(|by| {
            schema.attributes()[by].categories().iter().map(|group| group.value().to_owned()).collect()
        });
        let groups: Vec<String> = groups.unwrap_or_default();
        let mut scored = Vec::new();
        for (name, scale) in scales {
            let own = scale.tables(by);
            let is_own =
                |table: &&Table| own.iter().any(|attributes| table.axes().attributes() == attributes);
            let estimate =
                scale.estimate(&plan, by, tables.iter().filter(is_own).cloned().collect(), &options);
            let estimate = estimate.map_err(|error| error.at(format_args!("score {name:?}")))?;
            scored.push(Scored::new(name, &groups, estimate));
        }
        let scores = Scores::new(self.confidence, self.by.clone(), scored);
        output::stdout(|to| scores.write(self.format, to))
    }

    /// The scores that were asked for, by their names.
    fn scales(&self, plan: &Plan) -> Result<Vec<(String, Scale)>, Error> {
        let schema = plan.table_schema();
        let scores = schema.scores().iter().map(|score| (score.name.clone(), Scale::new(schema, score)));
        let mut known: Vec<(String, Scale)> = scores.collect();
        for question in schema.compounds().iter().filter(|question| question.has_choices()) {
            known.push((question.name.clone(), Scale::number_chosen(schema, &question.name)?));
        }
        let refuse = |message: String| Error::new(Code::InvalidScore, message);
        if known.is_empty() {
            return Err(refuse("the plan has no scores, and no questions with several choices".into()));
        }
        if self.of.is_empty() {
            return Ok(known);
        }
        let named = |wanted: &String| {
            known.iter().find(|(name, _)| name == wanted).cloned().ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
                refuse(format!("no score is named {wanted:?}; there are: {}", names.join(", ")))
            })
        };
        self.of.iter().map(named).collect()
    }
}

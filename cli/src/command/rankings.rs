//! `candor rankings`: estimates which items people put first, their mean ranks, and which of two is put before the other.

use std::path::PathBuf;

use candor::count::Table;
use candor::estimate::Options;
use candor::inference::Ranking;
use candor::plan::{Caps, Plan};
use candor::{Code, Error};
use clap::Args;

use super::sources::Sources;
use crate::document::rankings::{Ranked, Rankings};
use crate::document::{Document, Format};
use crate::tables::{Room, Selection, name};
use crate::{input, output};

/// Estimate which items people put first, their mean ranks, and which of two items is put before the other.
///
/// Where a ranking has fewer places than items, an item that is given none counts as the mean of the places that are not given,
/// so that mean ranks can be compared; and of two items without a place it is not known which is before the other.
#[derive(Args)]
#[command(name = "rankings", after_help = EXAMPLE)]
pub struct Rank {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    #[command(flatten)]
    sources: Sources,
    /// Rankings of the plan. Default: all of them.
    #[arg(long, value_name = "RANKING", num_args = 1..)]
    of: Vec<String>,
    /// An attribute whose categories form groups, with the mean ranks in each.
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
  $ candor rankings plan.json reports.ndjson
  $ candor rankings plan.json candor.db --of first --by sex --format json";

impl Rank {
    /// Estimates the rankings and prints them.
    ///
    /// # Errors
    /// `unknown-attribute` for a name that is no ranking, and where the plan has none; `invalid-hypothesis` for groups by an item of the ranking;
    /// `undefined-statistic`, and the errors of `candor estimate`.
    pub fn run(&self) -> Result<(), Error> {
        let options = Options::default().confidence(self.confidence);
        options.check()?;
        let plan = input::plan(&self.plan, &Caps::default())?;
        let schema = plan.table_schema();
        let by = self.by.as_deref().map(|by| schema.position(by)).transpose()?;
        let rankings = self.rankings(&plan)?;
        for (name, ranking) in &rankings {
            ranking.check_groups(by).map_err(|error| error.at(format_args!("ranking {name:?}")))?;
        }
        let wanted = |(_, ranking): &(&str, Ranking)| {
            ranking.tables(by).into_iter().map(|table| name(schema, &table)).collect::<Vec<_>>()
        };
        let names: Vec<String> = rankings.iter().flat_map(wanted).collect();
        let selection = Selection::new(schema, &names, false, Room::Own)?.linked();
        let tables = self.sources.tables(&plan, &selection, options.reconstruction.subset_numbers())?;
        let groups: Vec<String> = by.map_or(Vec::new(), |by| {
            schema.attributes()[by].categories().iter().map(|group| group.value().to_owned()).collect()
        });
        let mut ranked = Vec::new();
        for (name, ranking) in rankings {
            let own = ranking.tables(by).into_iter().filter_map(|attributes| {
                tables.iter().find(|table| table.asked_attributes() == attributes).cloned()
            });
            let own: Vec<Table> = own.collect();
            let estimate = ranking.estimate(&plan, by, own, &options);
            let estimate = estimate.map_err(|error| error.at(format_args!("ranking {name:?}")))?;
            ranked.push(Ranked::new(name, schema, &groups, estimate));
        }
        let rankings = Rankings::new(self.confidence, self.by.clone(), ranked);
        output::stdout(|to| rankings.write(self.format, to))
    }

    /// The rankings that were asked for, by their names.
    fn rankings<'p>(&self, plan: &'p Plan) -> Result<Vec<(&'p str, Ranking)>, Error> {
        let schema = plan.table_schema();
        let ranking = |name: &'p str| Ranking::new(schema, name).ok().map(|ranking| (name, ranking));
        let names = schema.compounds().iter().map(|compound| compound.name.as_str());
        let known: Vec<(&str, Ranking)> = names.filter_map(ranking).collect();
        let refuse = |message: String| Error::new(Code::UnknownAttribute, message);
        if known.is_empty() {
            return Err(refuse("the plan has no rankings".into()));
        }
        if self.of.is_empty() {
            return Ok(known);
        }
        let named = |wanted: &String| {
            known.iter().find(|(name, _)| name == wanted).cloned().ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                refuse(format!("no ranking is named {wanted:?}; there are: {}", names.join(", ")))
            })
        };
        self.of.iter().map(named).collect()
    }
}

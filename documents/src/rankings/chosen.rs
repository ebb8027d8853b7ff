//! The request for rankings, and the tables that it takes.

use core::borrow::Borrow;

use candor::count::Table;
use candor::estimate::Options;
use candor::inference::{Raking, Ranking, RankingEstimate};
use candor::plan::Plan;
use candor::schema::Schema;
use candor::{Code, Error};
use serde::Deserialize;

use super::document::Rankings;
use super::ranked::Ranked;
use crate::statistics::{self, ClassesOf, Groups, Statistics};
use crate::tables::{Room, Selection, not_counted};

/// Which rankings are estimated, and how.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Asked {
    /// Rankings; all of them if none is named.
    pub of: Vec<String>,
    /// The attribute whose categories form groups.
    pub by: Option<String>,
    /// The confidence of the intervals.
    pub confidence: f64,
}

impl Default for Asked {
    fn default() -> Self {
        Self { of: Vec::new(), by: None, confidence: Options::default().confidence }
    }
}

/// Rankings of a plan that can be estimated from [`Statistics::selection`].
pub struct Chosen {
    rankings: Vec<(String, Ranking)>,
    groups: Option<Groups>,
    options: Options,
}

impl Chosen {
    /// Finds the rankings by their names.
    ///
    /// # Errors
    /// `unknown-attribute` for a name that is no ranking, and where there are none; `invalid-confidence`; `invalid-hypothesis` for groups by an
    /// item of the ranking.
    pub fn new(schema: &Schema, asked: Asked) -> Result<Self, Error> {
        let options = Options::default().confidence(asked.confidence);
        options.check()?;
        let groups = asked.by.map(|by| Groups::new(schema, by)).transpose()?;
        let by = groups.as_ref().map(|groups| groups.position);
        let names = schema.compounds().iter().map(|compound| &compound.name);
        let ranking = |name: &String| Some((name.clone(), Ranking::new(schema, name).ok()?));
        let known: Vec<(String, Ranking)> = names.filter_map(ranking).collect();
        if known.is_empty() {
            return Err(refused("the plan has no rankings".into()));
        }
        let rankings = statistics::named(known, &asked.of, |wanted, names| {
            refused(format!("no ranking is named {wanted:?}; there are: {names}"))
        })?;
        for (name, ranking) in &rankings {
            ranking.check_groups(by).map_err(|error| error.at(format_args!("ranking {name:?}")))?;
        }
        Ok(Self { rankings, groups, options })
    }

    fn by(&self) -> Option<usize> {
        self.groups.as_ref().map(|groups| groups.position)
    }

    fn tables(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        self.rankings.iter().flat_map(|(_, ranking)| ranking.tables(self.by()))
    }

    /// The document of the rankings that are estimated so.
    fn ranked(
        &self,
        schema: &Schema,
        estimate: impl Fn(&Ranking) -> Result<RankingEstimate, Error>,
    ) -> Result<Rankings, Error> {
        let groups = self.groups.as_ref().map_or(&[][..], |groups| &groups.values);
        let ranked = |(name, ranking): &(String, Ranking)| {
            let estimate = estimate(ranking).map_err(|error| error.at(format_args!("ranking {name:?}")))?;
            Ok(Ranked::new(name.clone(), schema, groups, estimate))
        };
        let ranked = self.rankings.iter().map(ranked).collect::<Result<_, Error>>()?;
        let by = self.groups.as_ref().map(|groups| groups.by.clone());
        Ok(Rankings::new(self.options.confidence, by, ranked))
    }
}

impl Statistics for Chosen {
    type Found = Rankings;

    /// The tables with the attributes that hang on them, which take noise from the estimates ([`Table::linked`]).
    fn selection(&self, schema: &Schema, room: Room) -> Result<Selection, Error> {
        statistics::selection(schema, self.tables().map(|table| schema.linked(&table)), room)
    }

    /// Estimates them from these tables; where one was not counted with the attributes that hang on it, from the table alone.
    fn estimate(&self, plan: &Plan, counted: &[impl Borrow<Table>]) -> Result<Rankings, Error> {
        let schema = plan.table_schema();
        let of_axes = |axes: &[usize]| {
            counted.iter().map(Borrow::borrow).find(|table| table.axes().attributes() == axes)
        };
        let table = |asked: Vec<usize>| {
            let found = of_axes(&schema.linked(&asked)).or_else(|| of_axes(&asked));
            found.ok_or_else(|| not_counted(schema, &asked))?.clone().asked_for(asked.len())
        };
        self.ranked(schema, |ranking| {
            let tables = ranking.tables(self.by()).into_iter().map(table).collect::<Result<_, _>>()?;
            ranking.estimate(plan, self.by(), tables, &self.options)
        })
    }

    fn weighted_selection(&self, schema: &Schema, room: Room) -> Result<Selection, Error> {
        Ok(statistics::selection(schema, self.tables(), room)?.linked_within(schema, room))
    }

    fn weighted(&self, plan: &Plan, margins: &Raking, classes: &ClassesOf<'_>) -> Result<Rankings, Error> {
        self.ranked(plan.table_schema(), |ranking| {
            let tables = ranking.tables(self.by());
            let tables = tables.iter().map(|table| classes(table)).collect::<Result<Vec<_>, Error>>()?;
            ranking.weighted(plan, self.by(), &tables, margins, &self.options)
        })
    }
}

fn refused(message: String) -> Error {
    Error::new(Code::UnknownAttribute, message)
}

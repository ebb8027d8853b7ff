//! The request for scores, and the tables that it takes.

use core::borrow::Borrow;

use candor::count::Table;
use candor::estimate::Options;
use candor::inference::{Raking, Scale, ScaleEstimate};
use candor::plan::Plan;
use candor::schema::Schema;
use candor::{Code, Error};
use serde::Deserialize;

use super::document::Scores;
use super::scored::Scored;
use crate::statistics::{self, ClassesOf, Groups, Statistics};
use crate::tables::{Room, Selection, not_counted};

/// Which scores are estimated, and how.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Asked {
    /// Scores, and questions with several choices; all of them if none is named.
    pub of: Vec<String>,
    /// The attribute whose categories form groups.
    pub by: Option<String>,
    /// The quantiles, each as the share of people below it.
    pub quantiles: Vec<f64>,
    /// The confidence of the intervals.
    pub confidence: f64,
}

impl Default for Asked {
    fn default() -> Self {
        let (of, by, confidence) = (Vec::new(), None, Options::default().confidence);
        Self { of, by, quantiles: Scale::QUARTILES.to_vec(), confidence }
    }
}

/// Scores of a plan that can be estimated from [`Statistics::selection`].
pub struct Chosen {
    scales: Vec<(String, Scale)>,
    groups: Option<Groups>,
    options: Options,
}

impl Chosen {
    /// Finds the scores by their names.
    ///
    /// # Errors
    /// `invalid-score` for a name that is none, and where there are no scores; `invalid-confidence`; `invalid-hypothesis` for a quantile that
    /// is not between 0 and 1, and for groups by an item of a score; `unknown-attribute`.
    pub fn new(schema: &Schema, asked: Asked) -> Result<Self, Error> {
        let options = Options::default().confidence(asked.confidence);
        options.check()?;
        let groups = asked.by.map(|by| Groups::new(schema, by)).transpose()?;
        let by = groups.as_ref().map(|groups| groups.position);
        let named = statistics::named(all(schema)?, &asked.of, |wanted, names| {
            refused(format!("no score is named {wanted:?}; there are: {names}"))
        })?;
        let with_quantiles = |(name, scale): (String, Scale)| {
            scale.check_groups(by).map_err(|error| error.at(format_args!("score {name:?}")))?;
            Ok((name, scale.with_quantiles(&asked.quantiles)?))
        };
        let scales = named.into_iter().map(with_quantiles).collect::<Result<_, Error>>()?;
        Ok(Self { scales, groups, options })
    }

    fn by(&self) -> Option<usize> {
        self.groups.as_ref().map(|groups| groups.position)
    }

    /// The document of the scores that are estimated so.
    fn scored(&self, estimate: impl Fn(&Scale) -> Result<ScaleEstimate, Error>) -> Result<Scores, Error> {
        let groups = self.groups.as_ref().map_or(&[][..], |groups| &groups.values);
        let scored = |(of, scale): &(String, Scale)| {
            let estimate = estimate(scale).map_err(|error| error.at(format_args!("score {of:?}")))?;
            Ok(Scored::new(of.clone(), groups, estimate))
        };
        let scored = self.scales.iter().map(scored).collect::<Result<_, Error>>()?;
        let by = self.groups.as_ref().map(|groups| groups.by.clone());
        Ok(Scores::new(self.options.confidence, by, scored))
    }
}

impl Statistics for Chosen {
    type Found = Scores;

    fn selection(&self, schema: &Schema, room: Room) -> Result<Selection, Error> {
        let tables = self.scales.iter().flat_map(|(_, scale)| scale.tables(self.by()));
        statistics::selection(schema, tables, room)
    }

    fn estimate(&self, plan: &Plan, counted: &[impl Borrow<Table>]) -> Result<Scores, Error> {
        // In the scale's own order, whatever the order of counting is, so that results agree to the last digit.
        let table = |axes: Vec<usize>| {
            let found = counted.iter().map(Borrow::borrow).find(|table| table.axes().attributes() == axes);
            found.ok_or_else(|| not_counted(plan.table_schema(), &axes))?.clone().asked_for(axes.len())
        };
        self.scored(|scale| {
            let tables = scale.tables(self.by()).into_iter().map(table).collect::<Result<_, _>>()?;
            scale.estimate(plan, self.by(), tables, &self.options)
        })
    }

    fn weighted(&self, plan: &Plan, margins: &Raking, classes: &ClassesOf<'_>) -> Result<Scores, Error> {
        self.scored(|scale| {
            let tables = scale.tables(self.by());
            let tables = tables.iter().map(|table| classes(table)).collect::<Result<Vec<_>, Error>>()?;
            scale.weighted(plan, self.by(), &tables, margins, &self.options)
        })
    }
}

/// All scores, and the numbers of choices of questions with several, by name.
fn all(schema: &Schema) -> Result<Vec<(String, Scale)>, Error> {
    let scores = schema.scores().iter().map(|score| (score.name.clone(), Scale::new(schema, score)));
    let mut all: Vec<(String, Scale)> = scores.collect();
    for question in schema.compounds().iter().filter(|question| question.has_choices()) {
        all.push((question.name.clone(), Scale::number_chosen(schema, &question.name)?));
    }
    if all.is_empty() {
        return Err(refused("the plan has no scores, and no questions with several choices".into()));
    }
    Ok(all)
}

fn refused(message: String) -> Error {
    Error::new(Code::InvalidScore, message)
}

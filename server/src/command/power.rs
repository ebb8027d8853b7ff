//! `candor power`: how many respondents a test takes under a plan.

use std::path::PathBuf;

use candor::design::analysis::{best_split, default_tables};
use candor::design::{Levels, independent};
use candor::inference::{Hypothesis, Prospect, associated, of_groups, respondents_of_any_protocol};
use candor::law::{Law, MAX_CONDITION};
use candor::plan::{Caps, Plan};
use candor::{Code, Error};
use clap::{Args, ValueEnum};

use super::said::Said;
use crate::document::prospects::{Prospects, Sought};
use crate::document::{Document, Format};
use crate::{input, output};

/// Tell how many respondents a test needs under a plan, to find what you expect.
///
/// What you expect are the shares of a table of true answers (--truth), the share of the second of two answers in each of several groups
/// (--proportions), or an association of two questions by its strength (--cramers-v). Plain columns of the plan, such as the arm of a
/// trial, stand in tables like questions without noise. Beside the plan stand independent perturbation of every question with the same
/// record ε, split for all pairs, and a bound for any protocol with that record ε.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Power {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// The table to test: names of questions and plain columns joined by commas.
    #[arg(long, value_name = "ATTRIBUTES", value_delimiter = ',', required = true)]
    table: Vec<String>,
    /// What is tested; see `candor test --help`.
    #[arg(long = "test", value_enum, default_value = "independence")]
    kind: Kind,
    #[command(flatten)]
    effect: Effect,
    /// How frequent the groups are, or the answers to the question named first, where not all are equally so.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', conflicts_with = "truth")]
    groups: Vec<f64>,
    #[command(flatten)]
    said: Said,
    /// With which probability the test is to reject.
    #[arg(long, default_value_t = 0.8)]
    power: f64,
    /// The p-value at which it rejects.
    #[arg(long, default_value_t = 0.05)]
    level: f64,
    /// Tell the power that so many respondents give as well.
    #[arg(long, value_name = "NUMBER")]
    respondents: Option<u64>,
    /// How it is written.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// What is expected to be found.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Effect {
    /// The shares that the true answers are expected to have, a number for each cell, row by row.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    truth: Vec<f64>,
    /// The share of the second of two answers in every group: every category of what the table names first.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    proportions: Vec<f64>,
    /// The strength with which the second question, whose answers are equally frequent, rises with the first, from 0 to 1.
    #[arg(long, value_name = "V")]
    cramers_v: Option<f64>,
}

/// What is tested.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Two questions are independent of each other.
    Independence,
    /// A yes/no question, named second, does not rise or fall with an ordered one.
    Trend,
    /// Parents transmit either allele as often.
    Tdt,
    /// The table has the shares given by --shares.
    Fit,
}

const EXAMPLE: &str = "\
Examples:
  $ candor power plan.json --table smoker,age --cramers-v 0.1
  $ candor power plan.json --table smoker,cough --truth 0.55,0.15,0.18,0.12 --respondents 2000
  $ candor power plan.json --table arm,relapse --proportions 0.30,0.22 --groups 0.5,0.5
  $ candor power plan.json --table sex --test fit --shares 0.49,0.51 --truth 0.45,0.55 --power 0.9";

/// The most questions for whose pairs a record ε is split.
const MOST_COMPARED: usize = 100;

impl Power {
    /// Computes and prints.
    ///
    /// # Errors
    /// `unknown-attribute`, `invalid-hypothesis`, `invalid-confidence` for a level or a power, `unidentifiable-table`.
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let schema = plan.table_schema();
        let table = self.table.iter().map(|name| schema.position(name)).collect::<Result<Vec<_>, _>>()?;
        let sizes: Vec<u32> = table.iter().map(|&position| schema.sizes()[position]).collect();
        let (hypothesis, shares) = (self.hypothesis(), self.expected(&sizes)?);
        let null = hypothesis.nearest(&sizes, &shares)?;
        let epsilon = plan.law().record_epsilon();
        let prospect = |law: &Law| Prospect::new((schema, law), &table, &hypothesis, &shares);
        let own = (epsilon, prospect(plan.table_law())?);
        let other =
            independent(&plan, &table)?.map(|(epsilon, law)| Ok((epsilon, prospect(&law)?))).transpose()?;
        let groups = in_clear(&plan, &table);
        let bound = respondents_of_any_protocol([&null, &shares], &groups, epsilon, self.power, self.level)?;
        let prospects = Prospects::new(self.sought(&hypothesis), own, other, bound)?;
        output::stdout(|to| prospects.write(self.format, to))
    }

    fn sought(&self, hypothesis: &Hypothesis) -> Sought {
        Sought {
            test: hypothesis.to_string(),
            attributes: self.table.clone(),
            level: self.level,
            power: self.power,
            respondents: self.respondents,
        }
    }

    fn hypothesis(&self) -> Hypothesis {
        match self.kind {
            Kind::Independence => Hypothesis::Independence,
            Kind::Trend => Hypothesis::Trend { scores: self.said.scores.clone() },
            Kind::Tdt => Hypothesis::Transmission,
            Kind::Fit => Hypothesis::Fit { shares: self.said.shares.clone() },
        }
    }

    /// The shares that are expected.
    fn expected(&self, sizes: &[u32]) -> Result<Vec<f64>, Error> {
        let Effect { truth, proportions, cramers_v } = &self.effect;
        if !truth.is_empty() {
            return Ok(truth.clone());
        }
        let refused = |message: String| Err(Error::new(Code::InvalidHypothesis, message));
        let [rows, columns] = *sizes else {
            return refused(format!(
                "--cramers-v and --proportions are of two questions; the table has {}",
                sizes.len()
            ));
        };
        let even = |size: u32| vec![1.0 / f64::from(size); size as usize];
        let groups = if self.groups.is_empty() { even(rows) } else { self.groups.clone() };
        if groups.len() != rows as usize {
            return refused(format!(
                "--groups has {} numbers; {:?} has {rows} categories",
                groups.len(),
                self.table[0]
            ));
        }
        match cramers_v {
            None if columns != 2 => {
                refused(format!("--proportions are of two answers; {:?} has {columns}", self.table[1]))
            }
            Some(v) => associated(&groups, &even(columns), *v),
            None => of_groups(&groups, proportions),
        }
    }
}

/// Independent perturbation with the record ε of a plan, where it sees the table: its own record ε, and its law beside plain columns.
fn independent(plan: &Plan, table: &[usize]) -> Result<Option<(f64, Law)>, Error> {
    let sizes = plan.schema().sizes();
    if sizes.len() > MOST_COMPARED {
        return Ok(None);
    }
    let split = best_split(&sizes, &default_tables(sizes.len()), plan.law().record_epsilon());
    let plain = &plan.table_schema().sizes()[sizes.len()..];
    let law = independent::law(&Levels::new(sizes, split)?)?;
    let (epsilon, law) = (law.record_epsilon(), law.with_plain(plain)?);
    Ok(Some((epsilon, law)).filter(|(_, law)| law.condition(table) <= MAX_CONDITION))
}

/// For every cell of a table, what reports carry of it in clear, by number.
fn in_clear(plan: &Plan, table: &[usize]) -> Vec<usize> {
    let (schema, questions) = (plan.table_schema(), plan.schema().len());
    table.iter().fold(vec![0], |groups, &axis| {
        let size = schema.sizes()[axis] as usize;
        let group = |before: usize, own: usize| if axis < questions { before } else { before * size + own };
        groups.iter().flat_map(|&before| (0..size).map(move |own| group(before, own))).collect()
    })
}

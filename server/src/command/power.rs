//! `candor power`: how many respondents a test takes under a plan.

use std::path::PathBuf;

use candor::design::analysis::{best_split, default_tables};
use candor::design::{Levels, independent};
use candor::inference::{Hypothesis, Prospect, associated, respondents_of_any_protocol};
use candor::law::{Law, MAX_CONDITION};
use candor::plan::{Caps, Plan};
use candor::schema::Schema;
use candor::{Code, Error};
use clap::{Args, ValueEnum};

use super::said::Said;
use crate::document::prospects::{Prospects, Sought};
use crate::document::{Document, Format};
use crate::{input, output};

/// Tell how many respondents a test needs under a plan, to find what you expect.
///
/// What you expect are the shares of a table of true answers (--truth), or an association of two questions by its strength
/// (--cramers-v). Beside the plan stand independent perturbation of every question with the same record ε, split for all pairs, and a
/// bound for any protocol with that record ε.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Power {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// The table to test: attribute names joined by commas.
    #[arg(long, value_name = "ATTRIBUTES", value_delimiter = ',', required = true)]
    table: Vec<String>,
    /// What is tested; see `candor test --help`.
    #[arg(long = "test", value_enum, default_value = "independence")]
    kind: Kind,
    #[command(flatten)]
    effect: Effect,
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
    /// The strength with which the second question rises with the first, from 0 to 1, where all answers are equally frequent.
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
        let (schema, law) = (plan.schema(), plan.law());
        let sizes = self.sizes(&plan)?;
        let (hypothesis, shares) = (self.hypothesis(), self.expected(&sizes)?);
        let null = hypothesis.nearest(&sizes, &shares)?;
        let epsilon = law.record_epsilon();
        let prospect = |law: &Law| {
            let of_law = Prospect::new((schema, law), &self.table, &hypothesis, &shares);
            of_law.map(|prospect| (law.record_epsilon(), prospect))
        };
        let own = prospect(law)?;
        let other = self.independent(schema, epsilon)?.map(|law| prospect(&law)).transpose()?;
        let bound = respondents_of_any_protocol(&null, &shares, epsilon, self.power, self.level)?;
        let prospects = Prospects::new(self.sought(&hypothesis), own, other, bound)?;
        output::stdout(|to| prospects.write(self.format, to))
    }

    fn sizes(&self, plan: &Plan) -> Result<Vec<u32>, Error> {
        let all = plan.schema().sizes();
        self.table.iter().map(|name| Ok(all[plan.schema().position(name)?])).collect()
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
        let Some(v) = self.effect.cramers_v else { return Ok(self.effect.truth.clone()) };
        let [rows, columns] = *sizes else {
            let message = format!("--cramers-v is of two questions; the table has {}", sizes.len());
            return Err(Error::new(Code::InvalidHypothesis, message));
        };
        let even = |size: u32| vec![1.0 / f64::from(size); size as usize];
        associated(&even(rows), &even(columns), v)
    }

    /// Independent perturbation with this record ε, where it sees the table.
    fn independent(&self, schema: &Schema, epsilon: f64) -> Result<Option<Law>, Error> {
        if schema.len() > MOST_COMPARED {
            return Ok(None);
        }
        let sizes = schema.sizes();
        let split = best_split(&sizes, &default_tables(sizes.len()), epsilon);
        let law = independent::law(&Levels::new(sizes, split)?)?;
        let positions = self.table.iter().map(|name| schema.position(name)).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(law).filter(|law| law.condition(&positions) <= MAX_CONDITION))
    }
}

//! `candor power`: computes how many respondents a test needs under a plan.

use std::path::PathBuf;

use candor::Error;
use candor::inference::Hypothesis;
use candor::plan::Caps;
use clap::{Args, ValueEnum};

use super::said::Said;
use crate::document::coefficients::Foreseeing;
use crate::document::power_analysis::{Expected, Prospecting};
use crate::document::{Document, Format};
use crate::{input, output};

/// Tell how many respondents a test needs under a plan, to find what you expect.
///
/// What you expect are the shares of a table of true answers (--truth), the share of the second of two answers in each of several groups
/// (--proportions), or an association of two questions by its strength (--cramers-v). Plain columns of the plan, such as the arm of a
/// trial, stand in tables like questions without noise. With --odds-ratio: how many respondents a logistic or multinomial regression
/// (`candor model`) of the question named first on the others needs, coefficient by coefficient. Beside the plan stand independent perturbation of every question with the same
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
    /// How frequent the groups are, or the answers to the question named first (the outcome of a regression), where not all are equally so.
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
    /// Take categories of a question of a regression for one (age:30-44+45-59).
    #[arg(long, value_name = "QUESTION:ONE+OTHER", requires = "odds_ratio")]
    join: Vec<String>,
    /// Tell the power that so many respondents give as well, or the standard errors of coefficients.
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
    /// The odds ratio, or its inverse, of a coefficient of a regression; --shares may say how all answers are spread.
    #[arg(long, value_name = "RATIO", conflicts_with = "kind")]
    odds_ratio: Option<f64>,
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
  $ candor power plan.json --table smoker,age,sex --odds-ratio 2 --groups 0.7,0.3 --respondents 5000
  $ candor power plan.json --table sex --test fit --shares 0.49,0.51 --truth 0.45,0.55 --power 0.9";

impl Power {
    /// Computes the power and prints it.
    ///
    /// # Errors
    /// The errors of [`Prospecting::compute`] and [`Foreseeing::compute`].
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        if let Some(odds_ratio) = self.effect.odds_ratio {
            let foreseen = self.foreseeing(odds_ratio).compute(&plan)?;
            return output::stdout(|to| foreseen.write(self.format, to));
        }
        let prospecting = Prospecting {
            table: self.table.clone(),
            hypothesis: self.hypothesis(),
            expected: self.effect.expected(),
            groups: self.groups.clone(),
            power: self.power,
            level: self.level,
            respondents: self.respondents,
        };
        let prospects = prospecting.compute(&plan)?;
        output::stdout(|to| prospects.write(self.format, to))
    }

    fn foreseeing(&self, odds_ratio: f64) -> Foreseeing {
        Foreseeing {
            table: self.table.clone(),
            join: self.join.clone(),
            shares: self.said.shares.clone(),
            outcome: self.groups.clone(),
            odds_ratio,
            power: self.power,
            level: self.level,
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
}

impl Effect {
    fn expected(&self) -> Expected {
        match self.cramers_v {
            Some(v) => Expected::CramersV(v),
            None if self.truth.is_empty() => Expected::Proportions(self.proportions.clone()),
            None => Expected::Truth(self.truth.clone()),
        }
    }
}

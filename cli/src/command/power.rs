//! `candor power`: computes how many respondents a test needs under a plan.

use std::path::PathBuf;

use candor::Error;
use candor::plan::Caps;
use clap::{Args, ValueEnum};

use super::said::{Said, named};
use crate::document::requests::PowerRequest;
use crate::document::{Document, Format};
use crate::{input, output};

/// Compute how many respondents a test needs under a plan to find the effect that you expect.
///
/// Give the effect that you expect as the shares of a table of true answers (--truth), as the share of the second of two
/// answers in each of several groups (--proportions), or as the strength of the association of two questions (--cramers-v).
/// Plain columns of the plan, such as the arm of a trial, can be in tables like questions, and have no noise. With
/// --odds-ratio, the command computes how many respondents a logistic or multinomial regression of the question named first
/// on the others (`candor model`) needs for each coefficient. For comparison it prints the same numbers for independent
/// perturbation of every question with the same record ε, split for all pairs, and a bound for any protocol with that
/// record ε.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub struct Power {
    /// The plan, as written by `candor design`.
    plan: PathBuf,
    /// The table to test: names of questions and plain columns joined by commas.
    #[arg(long, value_name = "ATTRIBUTES", value_delimiter = ',', required = true)]
    table: Vec<String>,
    /// The hypothesis to test; see `candor test --help`.
    #[arg(long = "test", value_enum, default_value = "independence")]
    kind: Kind,
    #[command(flatten)]
    effect: Effect,
    /// Shares of the groups, or of the answers to the question named first (the outcome of a regression). Default: all
    /// equal.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', conflicts_with = "truth")]
    groups: Vec<f64>,
    #[command(flatten)]
    said: Said,
    /// Power: the probability with which the test should find the effect.
    #[arg(long, default_value_t = 0.8)]
    power: f64,
    /// Significance level: the test rejects if its p-value is below this.
    #[arg(long, default_value_t = 0.05)]
    level: f64,
    /// Merge categories of a question of a regression into one (age:30-44+45-59).
    #[arg(long, value_name = "QUESTION:ONE+OTHER", requires = "odds_ratio")]
    join: Vec<String>,
    /// Also print the power with this number of respondents, or the standard errors of the coefficients.
    #[arg(long, value_name = "NUMBER")]
    respondents: Option<u64>,
    /// Output format.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// What is expected to be found.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Effect {
    /// The expected shares of the true answers, a number for each cell, row by row.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    truth: Vec<f64>,
    /// The expected share of the second of two answers in each group; the groups are the categories of what the table names
    /// first.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    proportions: Vec<f64>,
    /// The expected strength, from 0 to 1, with which the second question rises with the first; its answers are assumed to
    /// be equally frequent.
    #[arg(long, value_name = "V")]
    cramers_v: Option<f64>,
    /// The expected odds ratio of a coefficient of a regression, or its inverse; --shares can give the joint shares of all
    /// answers.
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
    /// Parents transmit both alleles equally often.
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
    /// The errors of [`PowerRequest::compute`].
    pub fn run(&self) -> Result<(), Error> {
        let plan = input::plan(&self.plan, &Caps::default())?;
        let found = self.request().compute(&plan)?;
        output::stdout(|to| found.write(self.format, to))
    }

    fn request(&self) -> PowerRequest {
        let Effect { truth, proportions, cramers_v, odds_ratio } = &self.effect;
        let given = |numbers: &Vec<f64>| (!numbers.is_empty()).then(|| numbers.clone());
        PowerRequest {
            table: self.table.clone(),
            test: named(self.kind),
            scores: self.said.scores.clone(),
            shares: self.said.shares.clone(),
            truth: given(truth),
            proportions: given(proportions),
            cramers_v: *cramers_v,
            odds_ratio: *odds_ratio,
            join: self.join.clone(),
            groups: self.groups.clone(),
            power: self.power,
            level: self.level,
            respondents: self.respondents,
        }
    }
}

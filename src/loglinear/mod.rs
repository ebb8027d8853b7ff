//! The best guess of all tables of one and two questions together: a distribution of the answers in which questions depend on one another in
//! pairs alone, as strongly as the unbiased tables show beyond their noise.
//!
//! Unbiased tables are as good as any protocol allows, and yet mostly noise where ε is small: many associations hardly exist. The
//! log-linear model P(x) ∝ exp(Σ_j θ_j(x_j) + Σ_ij θ_ij(x_i, x_j)) is fitted to their components, each weighed by its variance, with normal
//! priors of the terms θ whose variances are found from the tables (empirical Bayes): nothing is to be chosen. Its tables are possible,
//! add up to 1, and have the same margin of a question everywhere.
//!
//! The estimates are biased: they are drawn towards fewer and weaker associations. They have no standard error; beside them belongs the
//! interval of the unbiased table.
//!
//! ```text
//! unbiased tables ─ components ─ fit (margin · tables) ─ prior ─ groups ─ BestGuess
//! ```
//!
//! ```
//! use candor::count::Table;
//! use candor::estimate::{Options, estimate};
//! use candor::loglinear::{self, UnbiasedTable};
//! # use candor::{Plan, Survey};
//! # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
//! #     {"name": "smoker", "categories": ["no", "yes"]}, {"name": "drinker", "categories": ["no", "yes"]}],
//! #     "privacy": {"record_epsilon": 1, "method": "analysis"}}"#)?;
//! # let plan = Plan::new(&survey, &survey.request().design()?)?;
//! let unbiased = |names: &[&str], counts: Vec<u64>| -> Result<UnbiasedTable, candor::Error> {
//!     let table = Table::from_counts(&plan, names, counts)?;
//!     Ok((&estimate(&plan, table, &Options::default())?).into())
//! };
//! let tables = [
//!     unbiased(&["smoker"], vec![620, 380])?,
//!     unbiased(&["drinker"], vec![540, 460])?,
//!     unbiased(&["smoker", "drinker"], vec![350, 270, 190, 190])?,
//! ];
//! let guess = loglinear::best_guess(&plan.schema().sizes(), &tables, &Default::default())?;
//! let both: f64 = guess.pair(0, 1).iter().sum();
//! assert!((both - 1.0).abs() < 1e-9 && guess.pair(0, 1).iter().all(|share| *share > 0.0));
//! assert!((guess.pair(0, 1)[..2].iter().sum::<f64>() - guess.question(0)[0]).abs() < 1e-9);
//! # Ok::<(), candor::Error>(())
//! ```
//!
//! Cost: for a group of N combinations of answers, O(N) memory and some hundred evaluations of O(N) times the number of questions.

mod components;
mod fit;
mod groups;
mod margin;
mod prior;
mod tables;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::error::Error;
use crate::estimate::{Estimate, Stop};
use components::{Components, Pair};

/// The most combinations of answers of a group of questions that is fitted as a whole.
const MOST_CELLS: usize = 4_096;

/// An unbiased table with its standard errors: of one question, or of two in ascending order, row-major.
#[derive(Debug, Clone, PartialEq)]
pub struct UnbiasedTable {
    /// The positions of the questions.
    pub attributes: Vec<usize>,
    /// The estimated share of every cell.
    pub shares: Vec<f64>,
    /// The standard errors of these.
    pub standard_errors: Vec<f64>,
}

impl From<&Estimate> for UnbiasedTable {
    /// Takes an estimate by [`crate::Reconstruction::Inverse`].
    fn from(estimate: &Estimate) -> Self {
        Self {
            attributes: estimate.axes().attributes().to_vec(),
            shares: estimate.shares().to_vec(),
            standard_errors: estimate.standard_errors().to_vec(),
        }
    }
}

/// The tables of one distribution (of several that have the same margins, if there are many questions).
#[derive(Debug, Clone, PartialEq)]
pub struct BestGuess {
    sizes: Vec<usize>,
    questions: Vec<Vec<f64>>,
    pairs: BTreeMap<Pair, Vec<f64>>,
    groups: Vec<GroupFit>,
}

/// A group of questions that was fitted as a whole.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GroupFit {
    /// The positions of the questions, ascending.
    pub questions: Vec<usize>,
    /// The prior variance of the terms of questions.
    pub of_questions: f64,
    /// The prior variance of the terms of pairs, before every pair had its own.
    pub of_pairs: f64,
    /// The share of every combination of answers, the last question fastest.
    pub shares: Vec<f64>,
}

impl BestGuess {
    /// The shares of a question's answers.
    ///
    /// # Panics
    /// If there is no such question.
    #[must_use]
    pub fn question(&self, question: usize) -> &[f64] {
        &self.questions[question]
    }

    /// The shares of the answers to two questions, row-major in the order given.
    ///
    /// # Panics
    /// If there are no such questions, or both are the same.
    #[must_use]
    pub fn pair(&self, first: usize, second: usize) -> Vec<f64> {
        if first < second {
            return self.pairs[&[first, second]].clone();
        }
        let (table, rows) = (&self.pairs[&[second, first]], self.sizes[first]);
        (0..rows).flat_map(|row| table.iter().skip(row).step_by(rows).copied()).collect()
    }

    /// The groups of questions that were fitted as a whole.
    #[must_use]
    pub fn groups(&self) -> &[GroupFit] {
        &self.groups
    }
}

/// Estimates all tables of one and two questions together from the unbiased ones, of which there must be one for every question and every
/// pair; tables of more questions are passed over.
///
/// # Errors
/// `unidentifiable-table` if the table of a question or of a pair is missing; `undefined-statistic` if one has no noise of its own;
/// `invalid-counts` if one has another shape; `stopped`.
pub fn best_guess(sizes: &[u32], tables: &[UnbiasedTable], stop: &Stop) -> Result<BestGuess, Error> {
    in_groups(sizes, tables, stop, MOST_CELLS)
}

/// Like [`best_guess`], with another limit on the combinations of answers of a group: for comparison.
///
/// # Errors
/// The errors of [`best_guess`].
pub fn in_groups(
    sizes: &[u32],
    tables: &[UnbiasedTable],
    stop: &Stop,
    most_cells: usize,
) -> Result<BestGuess, Error> {
    let components = Components::new(sizes, tables)?;
    let sizes = components.sizes.clone();
    let mut groups = Vec::new();
    let mut questions = Vec::new();
    let mut found: BTreeMap<Pair, (Vec<f64>, f64)> = BTreeMap::new();
    for group in groups::cover(&sizes, most_cells) {
        let own = components.of_questions(&group);
        let prior::WithPrior { fitted, variances: [of_questions, of_pairs] } =
            prior::fit(&fit::Problem::new(&own, stop))?;
        for ([a, b], table) in fitted.pairs {
            let (sums, times) =
                found.entry([group[a], group[b]]).or_insert_with(|| (alloc::vec![0.0; table.len()], 0.0));
            sums.iter_mut().zip(table).for_each(|(sum, own)| *sum += own);
            *times += 1.0;
        }
        questions = fitted.questions;
        groups.push(GroupFit { questions: group, of_questions, of_pairs, shares: fitted.shares });
    }
    let mean = |(pair, (sums, times)): (Pair, (Vec<f64>, f64))| {
        (pair, sums.into_iter().map(|sum| sum / times).collect())
    };
    let mut pairs: BTreeMap<Pair, Vec<f64>> = found.into_iter().map(mean).collect();
    if groups.len() > 1 {
        questions = groups::brought_together(&sizes, &mut pairs);
    }
    Ok(BestGuess { sizes, questions, pairs, groups })
}

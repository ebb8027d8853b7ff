//! The tables of the fitted distribution.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::components::{Pair, UnbiasedComponents};
use super::unbiased::UnbiasedTable;
use super::{fit, groups, prior};
use crate::error::Error;
use crate::estimate::Stop;

/// The most combinations of answers of a group of questions that is fitted as a whole.
const MOST_CELLS: usize = 4_096;

/// The tables of one distribution (of several that have the same margins, if there are many questions).
///
/// ```
/// use candor::loglinear::{self, BestGuess, GroupFit, UnbiasedTable};
/// let table = |attributes: &[usize], shares: &[f64], error: f64| UnbiasedTable {
///     attributes: attributes.into(),
///     shares: shares.into(),
///     standard_errors: vec![error; shares.len()],
/// };
/// let tables = [
///     table(&[0], &[0.62, 0.38], 0.02),
///     table(&[1], &[0.5, 0.3, 0.2], 0.02),
///     table(&[0, 1], &[0.35, 0.25, 0.02, 0.15, 0.05, 0.18], 0.03),
/// ];
/// let guess: BestGuess = loglinear::best_guess(&[2, 3], &tables, &Default::default())?;
/// // One margin everywhere, and every share is possible.
/// let both = guess.pair(0, 1);
/// assert!((both[..3].iter().sum::<f64>() - guess.question(0)[0]).abs() < 1e-9);
/// assert_eq!(guess.pair(1, 0)[1], both[3]);
/// let whole: &GroupFit = &guess.groups()[0];
/// assert_eq!((&whole.questions[..], whole.shares.len()), (&[0, 1][..], 6));
/// assert!(whole.of_questions > 0.0 && whole.of_pairs > 0.0);
/// // Groups of fewer combinations: here the pair is one all the same.
/// assert_eq!(loglinear::in_groups(&[2, 3], &tables, &Default::default(), 4)?, guess);
/// # Ok::<(), candor::Error>(())
/// ```
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
    let components = UnbiasedComponents::new(sizes, tables)?;
    let sizes = components.sizes.clone();
    let mut groups = Vec::new();
    let mut questions = Vec::new();
    let mut found: BTreeMap<Pair, (Vec<f64>, f64)> = BTreeMap::new();
    for group in groups::cover(&sizes, most_cells) {
        let own = components.of_questions(&group);
        let prior::WithPrior { fitted, variances: [of_questions, of_pairs] } =
            prior::fit(&fit::PairModel::new(&own, stop))?;
        for ([a, b], table) in fitted.pairs {
            let (sums, times) =
                found.entry([group[a], group[b]]).or_insert_with(|| (vec![0.0; table.len()], 0.0));
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

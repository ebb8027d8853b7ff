//! The components of unbiased tables of one and two questions: that of a question is its table minus the mean, that of a pair its
//! table minus both margins. Every component has a variance for each of its dimensions, and the noise of different ones is nearly uncorrelated.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::pairs::{OfPairs, all_pairs};
use super::proportional::places_within;
use super::unbiased::UnbiasedTable;
use crate::error::{Code, Error};
use crate::exact::size_to_f64;

/// The least variance of a pair's dimension, relative to the mean over all dimensions of its table. Standard errors of few reports are
/// uncertain themselves, and those of margins may leave nothing for the pair.
const LEAST_PART: f64 = 0.1;

/// A component: its entries, as many as the table has cells, and the variance of each of its dimensions.
#[derive(Clone)]
pub(super) struct UnbiasedComponent {
    pub(super) entries: Vec<f64>,
    pub(super) variance: f64,
}

/// The components of some questions, and of those of their pairs that have a table.
#[derive(Clone)]
pub(super) struct UnbiasedComponents {
    /// The number of answers to each question.
    pub(super) sizes: Vec<usize>,
    pub(super) questions: Vec<UnbiasedComponent>,
    pub(super) pairs: OfPairs<UnbiasedComponent>,
    /// Which cells of a pair can occur, if not all.
    pub(super) possible: OfPairs<Vec<bool>>,
}

impl UnbiasedComponents {
    /// Divides tables into components: of every question, in ascending order, and of pairs of these questions. Questions are numbered by their places
    /// among `attributes`.
    ///
    /// # Errors
    /// `unidentifiable-table` for a pair of questions without a table of each; `undefined-statistic` for a component without
    /// noise; `invalid-counts` for a table of another shape.
    pub(super) fn new(attributes: &[usize], tables: &[UnbiasedTable]) -> Result<Self, Error> {
        let place = |attribute: &usize| {
            attributes.binary_search(attribute).map_err(|_| {
                let message = format!(
                    "the log-linear estimate needs the table over attribute {attribute} alone, which is missing or cannot be estimated"
                );
                Error::new(Code::UnidentifiableTable, message)
            })
        };
        let mut alone = vec![None; attributes.len()];
        let mut together = OfPairs::new(attributes.len());
        for table in tables {
            match table.attributes[..] {
                [question] => alone[place(&question)?] = Some(table),
                [a, b] => *together.slot([place(&a)?, place(&b)?]) = Some(table),
                _ => {}
            }
        }
        let alone: Vec<&UnbiasedTable> = alone.into_iter().flatten().collect();
        let sizes: Vec<usize> = alone.iter().map(|table| table.shares.len()).collect();
        let (mut questions, mut traces) = (Vec::new(), Vec::new());
        for (table, &size) in alone.into_iter().zip(&sizes) {
            check_shape(table, size)?;
            let trace = total_variance(table);
            questions.push(component(table, centred(&table.shares, &[size]), trace, size - 1)?);
            traces.push(trace);
        }
        let (mut pairs, mut possible) = (OfPairs::new(sizes.len()), OfPairs::new(sizes.len()));
        for (pair, table) in together.iter() {
            possible.slot(pair).clone_from(&table.possible);
            let of_pair = pair.map(|question| sizes[question]);
            check_shape(table, of_pair[0] * of_pair[1])?;
            let [rows, columns] = of_pair.map(size_to_f64);
            let whole = total_variance(table);
            let dimensions = (of_pair[0] - 1) * (of_pair[1] - 1);
            let least = LEAST_PART * whole * size_to_f64(dimensions) / (rows * columns - 1.0);
            let trace = libm::fmax(whole - traces[pair[0]] / columns - traces[pair[1]] / rows, least);
            *pairs.slot(pair) = Some(component(table, centred(&table.shares, &of_pair), trace, dimensions)?);
        }
        Ok(Self { sizes, questions, pairs, possible })
    }

    /// The components of some of the questions, in ascending order.
    pub(super) fn of_questions(&self, questions: &[usize]) -> Self {
        let (mut pairs, mut possible) = (OfPairs::new(questions.len()), OfPairs::new(questions.len()));
        for pair in all_pairs(questions.len()) {
            let own = pair.map(|at| questions[at]);
            *pairs.slot(pair) = self.pairs.get(own).cloned();
            *possible.slot(pair) = self.possible.get(own).cloned();
        }
        Self {
            sizes: questions.iter().map(|&question| self.sizes[question]).collect(),
            questions: questions.iter().map(|&question| self.questions[question].clone()).collect(),
            pairs,
            possible,
        }
    }

    /// Which combinations of answers can occur, the last question fastest, as far as pairs tell; `None` where that is all of them.
    pub(super) fn possible_combinations(&self) -> Option<Vec<bool>> {
        self.possible.iter().next()?;
        let mut possible = vec![true; self.sizes.iter().product()];
        for (pair, of_pair) in self.possible.iter() {
            let places = places_within(&self.sizes, &pair);
            possible.iter_mut().zip(places).for_each(|(possible, place)| *possible &= of_pair[place]);
        }
        Some(possible)
    }
}

fn check_shape(table: &UnbiasedTable, cells: usize) -> Result<(), Error> {
    let UnbiasedTable { attributes, shares, standard_errors, possible } = table;
    let is_shaped = possible.as_ref().is_none_or(|possible| possible.len() == cells);
    if shares.len() == cells && standard_errors.len() == cells && is_shaped && cells > 1 {
        return Ok(());
    }
    let (found, errors) = (shares.len(), standard_errors.len());
    let message = format!(
        "the table over attributes {attributes:?} has {found} shares and {errors} standard errors; its attributes have {cells} cells"
    );
    Err(Error::new(Code::InvalidCounts, message))
}

fn component(
    of: &UnbiasedTable,
    entries: Vec<f64>,
    trace: f64,
    dimensions: usize,
) -> Result<UnbiasedComponent, Error> {
    if trace > 0.0 && trace.is_finite() && entries.iter().all(|entry| entry.is_finite()) {
        return Ok(UnbiasedComponent { entries, variance: trace / size_to_f64(dimensions) });
    }
    let message = format!(
        "the log-linear estimate needs finite shares and noise in every component of a table; the table over attributes {:?} lacks one of these",
        of.attributes
    );
    Err(Error::new(Code::UndefinedStatistic, message))
}

/// The sum of the variances of all cells.
fn total_variance(table: &UnbiasedTable) -> f64 {
    table.standard_errors.iter().map(|error| error * error).sum()
}

/// The table minus its mean along every axis.
fn centred(shares: &[f64], sizes: &[usize]) -> Vec<f64> {
    let mut entries = shares.to_vec();
    let mut inner = 1;
    for &size in sizes.iter().rev() {
        for block in entries.chunks_mut(size * inner) {
            for at in 0..inner {
                let mean = block[at..].iter().step_by(inner).sum::<f64>() / size_to_f64(size);
                block[at..].iter_mut().step_by(inner).for_each(|entry| *entry -= mean);
            }
        }
        inner *= size;
    }
    entries
}

//! What unbiased tables of one and two questions say, taken apart: the component of a question is its table less the mean, that of a pair its
//! table less both margins. Every component has a variance for each of its dimensions, and the noise of different ones is nearly uncorrelated.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::unbiased::UnbiasedTable;
use crate::error::{Code, Error};
use crate::exact::{size_to_f64, to_index};

/// A pair of questions, the earlier one first.
pub(super) type Pair = [usize; 2];

/// A component: its entries, as many as the table has cells, and the variance of each of its dimensions.
#[derive(Clone)]
pub(super) struct UnbiasedComponent {
    pub(super) entries: Vec<f64>,
    pub(super) variance: f64,
}

/// The components of some questions and of all their pairs.
#[derive(Clone)]
pub(super) struct UnbiasedComponents {
    /// The number of answers to each question.
    pub(super) sizes: Vec<usize>,
    pub(super) questions: Vec<UnbiasedComponent>,
    /// By pair, in ascending order.
    pub(super) pairs: BTreeMap<Pair, UnbiasedComponent>,
}

impl UnbiasedComponents {
    /// Takes tables apart, of which there must be one for every question and for every pair.
    ///
    /// # Errors
    /// `unidentifiable-table` for a question or a pair without a table; `undefined-statistic` for a component without noise of its own;
    /// `invalid-counts` for a table of another shape.
    pub(super) fn new(sizes: &[u32], tables: &[UnbiasedTable]) -> Result<Self, Error> {
        let sizes: Vec<usize> = sizes.iter().map(|&size| to_index(size)).collect();
        let by_axes: BTreeMap<&[usize], &UnbiasedTable> =
            tables.iter().map(|table| (&table.attributes[..], table)).collect();
        let table = |axes: &[usize]| -> Result<&UnbiasedTable, Error> {
            let Some(table) = by_axes.get(axes) else {
                let message = format!(
                    "the log-linear estimate needs the table over attributes {axes:?}, and it cannot be estimated or was not given"
                );
                return Err(Error::new(Code::UnidentifiableTable, message));
            };
            let cells: usize = axes.iter().map(|&axis| sizes[axis]).product();
            if table.shares.len() != cells || table.standard_errors.len() != cells {
                let found = table.shares.len();
                let message = format!(
                    "the table over attributes {axes:?} has {found} shares; its attributes have {cells} cells"
                );
                return Err(Error::new(Code::InvalidCounts, message));
            }
            Ok(table)
        };
        let (mut questions, mut traces) = (Vec::new(), Vec::new());
        for (question, &size) in sizes.iter().enumerate() {
            let table = table(&[question])?;
            let trace = total_variance(table);
            questions.push(component(&[question], centred(&table.shares, &[size]), trace, size - 1)?);
            traces.push(trace);
        }
        let mut pairs = BTreeMap::new();
        for pair in all_pairs(sizes.len()) {
            let [a, b] = pair;
            let (table, of_pair) = (table(&pair)?, [sizes[a], sizes[b]]);
            let [rows, columns] = of_pair.map(size_to_f64);
            let trace = total_variance(table) - traces[a] / columns - traces[b] / rows;
            let dimensions = (of_pair[0] - 1) * (of_pair[1] - 1);
            pairs.insert(pair, component(&pair, centred(&table.shares, &of_pair), trace, dimensions)?);
        }
        Ok(Self { sizes, questions, pairs })
    }

    /// The components of some of the questions, in ascending order.
    pub(super) fn of_questions(&self, questions: &[usize]) -> Self {
        let pairs =
            all_pairs(questions.len()).map(|pair| (pair, self.pairs[&pair.map(|at| questions[at])].clone()));
        Self {
            sizes: questions.iter().map(|&question| self.sizes[question]).collect(),
            questions: questions.iter().map(|&question| self.questions[question].clone()).collect(),
            pairs: pairs.collect(),
        }
    }
}

/// All pairs of so many questions, in ascending order.
pub(super) fn all_pairs(questions: usize) -> impl Iterator<Item = Pair> {
    (0..questions).flat_map(move |a| (a + 1..questions).map(move |b| [a, b]))
}

fn component(
    axes: &[usize],
    entries: Vec<f64>,
    trace: f64,
    dimensions: usize,
) -> Result<UnbiasedComponent, Error> {
    if trace > 0.0 && trace.is_finite() && entries.iter().all(|entry| entry.is_finite()) {
        return Ok(UnbiasedComponent { entries, variance: trace / size_to_f64(dimensions) });
    }
    let message = format!(
        "the table over attributes {axes:?} has no finite shares, or no noise of its own, which the log-linear estimate needs"
    );
    Err(Error::new(Code::UndefinedStatistic, message))
}

/// The sum of the variances of all cells.
fn total_variance(table: &UnbiasedTable) -> f64 {
    table.standard_errors.iter().map(|error| error * error).sum()
}

/// The table less its mean along every axis.
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

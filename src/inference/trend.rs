//! Trend of a proportion over ordered categories: the Cochran–Armitage test of r×2 tables [Yamamoto23S, S2.1].
//!
//! h = Σ_i w_i·(π_i1 − π_i·π_1), with w the scores of the rows, is the covariance of score and outcome; it has one degree of freedom. Published:
//! n·h²/(Var w·π_1(1−π_1)) on true counts, which for three rows of scores 0, 1, 2 is the formula printed there. On unperturbed counts the
//! calibrated statistic (`score.rs`) equals it: it is that of independence along one direction.
//!
//! Cost: O(r).

use alloc::format;
use alloc::vec::Vec;

use super::independence::{independent, margins};
use super::null_model::{NullModel, Products, divisible, invalid};
use super::statistic::Statistic;
use crate::error::Error;
use crate::numeric::vectors::dot;

/// The columns: controls, then cases.
const COLUMNS: usize = 2;

/// The Cochran–Armitage statistic of a table of counts of true answers, with a row of two cells for every score.
///
/// Units: counts. Cost: O(r). With reconstructed counts the p-value is too small where the hypothesis holds; [`super::test`]
/// gives a calibrated one.
///
/// ```
/// use candor::inference::cochran_armitage;
/// let codominant = cochran_armitage(&[35.0, 72.0, 319.0, 347.0, 65.0, 163.0], &[0.0, 1.0, 2.0])?;
/// assert!((codominant.value - 5.468).abs() < 1e-3 && codominant.degrees_of_freedom == 1);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` where scores are not finite, are all equal or are not one for each row; `undefined-statistic` where
/// a column sums to 0 or less, or the scores do not vary over the table.
pub fn cochran_armitage(counts: &[f64], scores: &[f64]) -> Result<Statistic, Error> {
    check(scores, counts.len() / COLUMNS)?;
    if !counts.len().is_multiple_of(COLUMNS) {
        return Err(invalid("a trend needs two columns"));
    }
    let (rows, columns) = margins(counts, COLUMNS);
    let total = divisible(rows.iter().sum(), "the sum of the table")?;
    let mean = dot(&rows, scores) / total;
    let squares = rows.iter().zip(scores).map(|(row, score)| row * (score - mean) * (score - mean));
    let variance = divisible(squares.sum::<f64>() / total, "the variance of the scores")?;
    let product =
        divisible(columns[0], "the sum of a column")? * divisible(columns[1], "the sum of a column")?;
    let cases = counts.iter().skip(1).step_by(COLUMNS).zip(scores).map(|(count, score)| count * score);
    let covariance = cases.sum::<f64>() / total - mean * columns[1] / total;
    Ok(Statistic::new(total * covariance * covariance * total * total / (variance * product), 1))
}

/// Refuses scores that are not finite, are all equal or are not one for each row.
pub(super) fn check(scores: &[f64], rows: usize) -> Result<(), Error> {
    let vary = scores.iter().any(|score| *score != scores[0]);
    if scores.len() == rows && vary && scores.iter().all(|score| score.is_finite()) {
        return Ok(());
    }
    Err(invalid(format!(
        "the scores of a trend are {scores:?}; there must be a finite number for each of the {rows} categories, and they must not all be equal"
    )))
}

/// The null model that a proportion has no trend in the scores of the rows.
pub(super) struct NoTrend {
    pub(super) scores: Vec<f64>,
}

impl NullModel for NoTrend {
    fn nearest(&self, shares: &[f64]) -> Vec<f64> {
        independent(shares, COLUMNS)
    }

    fn departures(&self, shares: &[f64]) -> Vec<f64> {
        let (rows, columns) = margins(shares, COLUMNS);
        let second = shares.iter().skip(1).step_by(COLUMNS);
        let row = |((score, row), share): ((&f64, &f64), &f64)| score * (share - row * columns[1]);
        [self.scores.iter().zip(&rows).zip(second).map(row).sum()].into()
    }

    fn gradients(&self, shares: &[f64]) -> Vec<Vec<f64>> {
        let (rows, columns) = margins(shares, COLUMNS);
        let mean = dot(&rows, &self.scores);
        let row = |score: &f64| [-score * columns[1], score * (1.0 - columns[1]) - mean];
        [self.scores.iter().flat_map(row).collect()].into()
    }

    fn products(&self) -> Option<Products> {
        let mut products = Products::default();
        let cells = COLUMNS * self.scores.len();
        let second = products.sum((COLUMNS - 1..cells).step_by(COLUMNS).collect());
        let of_row = |(row, score): (usize, &f64)| {
            (products.sum((row * COLUMNS..(row + 1) * COLUMNS).collect()), second, *score)
        };
        let terms = self.scores.iter().enumerate().map(of_row).collect();
        products.terms.push(terms);
        Some(products)
    }

    fn is_independence(&self) -> bool {
        true
    }

    fn published(&self, counts: &[f64]) -> Result<Statistic, Error> {
        cochran_armitage(counts, &self.scores)
    }
}

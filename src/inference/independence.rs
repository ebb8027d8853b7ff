//! Independence of two questions.
//!
//! h_ij = π_ij − π_i·π_j for all rows and columns of an r×c table but the last, with (r−1)(c−1) degrees of freedom.
//! Published: Pearson's χ² = n·Σ h_ij²/(π_i·π_j) on true counts [Yamamoto23S, S2.1], in its general form, for any numbers of cases
//! and controls. On unperturbed counts the calibrated statistic (`score.rs`) equals it.
//!
//! Cost: O(r·c).

use alloc::vec;
use alloc::vec::Vec;

use super::null_model::{NullModel, Products, divisible, invalid};
use super::statistic::Statistic;
use crate::error::Error;
use crate::estimate::onto_simplex;

/// Pearson's χ² of a table of counts of true answers, rows of `columns` cells, with (r−1)(c−1) degrees of freedom.
///
/// Counts may be fractional or negative, as reconstructed ones are. For those the p-value is too small where the hypothesis holds;
/// [`super::test`] gives a calibrated one. Units: counts. Cost: O(r·c).
///
/// ```
/// use candor::inference::chi_squared;
/// let genotypes = chi_squared(&[279.0, 157.0, 116.0, 176.0, 358.0, 190.0], 2)?;
/// assert!((genotypes.value - 58.410).abs() < 1e-3 && genotypes.degrees_of_freedom == 2);
/// assert_eq!(chi_squared(&[3.0, 0.0, 7.0, 0.0], 2).unwrap_err().code().as_str(), "undefined-statistic");
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `invalid-hypothesis` for fewer than two rows or columns; `undefined-statistic` where a row or column sums to 0 or less.
pub fn chi_squared(counts: &[f64], columns: usize) -> Result<Statistic, Error> {
    let rows = counts.len().checked_div(columns).unwrap_or(0);
    if rows < 2 || columns < 2 || rows * columns != counts.len() {
        return Err(invalid("a χ² needs a table of at least two rows and two columns"));
    }
    let (of_rows, of_columns) = margins(counts, columns);
    let total = divisible(of_rows.iter().sum(), "the sum of the table")?;
    for row in &of_rows {
        divisible(*row, "the sum of a row")?;
    }
    for column in &of_columns {
        divisible(*column, "the sum of a column")?;
    }
    let expected = outer(&of_rows, &of_columns);
    let terms = counts.iter().zip(expected).map(|(count, product)| {
        let expected = product / total;
        (count - expected) * (count - expected) / expected
    });
    Ok(Statistic::new(terms.sum(), degrees(rows, columns)))
}

/// The degrees of freedom, (r−1)(c−1).
fn degrees(rows: usize, columns: usize) -> u32 {
    u32::try_from((rows - 1) * (columns - 1)).unwrap_or(u32::MAX)
}

/// The sums of rows and of columns.
pub(super) fn margins(cells: &[f64], columns: usize) -> (Vec<f64>, Vec<f64>) {
    let mut of_columns = vec![0.0; columns];
    let mut of_rows = Vec::new();
    for row in cells.chunks_exact(columns) {
        of_rows.push(row.iter().sum());
        of_columns.iter_mut().zip(row).for_each(|(sum, cell)| *sum += cell);
    }
    (of_rows, of_columns)
}

/// The outer product, row-major.
pub(super) fn outer(rows: &[f64], columns: &[f64]) -> Vec<f64> {
    rows.iter().flat_map(|row| columns.iter().map(move |column| row * column)).collect()
}

/// The table of independent questions with the margins of a table, projected on the simplex.
pub(super) fn independent(shares: &[f64], columns: usize) -> Vec<f64> {
    let (mut rows, mut of_columns) = margins(shares, columns);
    for margin in [&mut rows, &mut of_columns] {
        onto_simplex(margin);
    }
    outer(&rows, &of_columns)
}

/// The null model that two questions are independent.
pub(super) struct Independent {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl NullModel for Independent {
    fn nearest(&self, shares: &[f64]) -> Vec<f64> {
        independent(shares, self.columns)
    }

    fn departures(&self, shares: &[f64]) -> Vec<f64> {
        let (rows, columns) = margins(shares, self.columns);
        let departure = |(i, j): (usize, usize)| shares[i * self.columns + j] - rows[i] * columns[j];
        self.tested().map(departure).collect()
    }

    fn gradients(&self, shares: &[f64]) -> Vec<Vec<f64>> {
        let (rows, columns) = margins(shares, self.columns);
        let gradient = |(i, j): (usize, usize)| {
            let mut gradient = vec![0.0; shares.len()];
            gradient[i * self.columns + j] = 1.0;
            gradient[i * self.columns..][..self.columns].iter_mut().for_each(|cell| *cell -= columns[j]);
            gradient.iter_mut().skip(j).step_by(self.columns).for_each(|cell| *cell -= rows[i]);
            gradient
        };
        self.tested().map(gradient).collect()
    }

    fn products(&self) -> Option<Products> {
        let terms = self.tested().map(|(i, j)| [(i, j, 1.0)].into()).collect();
        Some(Products { columns: self.columns, terms })
    }

    fn is_independence(&self) -> bool {
        true
    }

    fn published(&self, counts: &[f64]) -> Result<Statistic, Error> {
        chi_squared(counts, self.columns)
    }
}

impl Independent {
    /// The cells that, given the margins, determine all others.
    fn tested(&self) -> impl Iterator<Item = (usize, usize)> {
        let columns = self.columns - 1;
        (0..self.rows - 1).flat_map(move |i| (0..columns).map(move |j| (i, j)))
    }
}

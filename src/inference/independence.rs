//! Independence of two questions.
//!
//! h_ij = π_ij − π_i·π_j for all rows and columns of an r×c table but the last, with (r−1)(c−1) degrees of freedom. Where some cells cannot occur, the
//! same within each block of rows and columns of which all combinations can ([`super::blocks`]), π_i and π_j being sums over the block and
//! h_ij = π_B·π_ij − π_i·π_j with the share π_B of the block: two follow-ups are independent among those who were asked both.
//! Published: Pearson's χ² = n·Σ h_ij²/(π_i·π_j) on true counts [Yamamoto23S, S2.1], in its general form, for any numbers of cases
//! and controls. On unperturbed counts the calibrated statistic (`score.rs`) equals it.
//!
//! Cost: O(r·c).

use alloc::vec;
use alloc::vec::Vec;

use super::blocks::{AnswerBlock, blocks};
use super::null_model::{NullModel, Products, divisible, invalid};
use super::statistic::Statistic;
use crate::error::Error;
use crate::estimate::onto_simplex;
use crate::exact::size_to_f64;

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
    columns: usize,
    blocks: Vec<AnswerBlock>,
    /// Whether there is one block, of all cells.
    whole: bool,
}

impl Independent {
    /// The model of a table of which these cells can occur; `None` stands for all.
    ///
    /// # Errors
    /// `invalid-hypothesis` where there is nothing to test.
    pub(super) fn new([rows, columns]: [usize; 2], occurring: Option<&[bool]>) -> Result<Self, Error> {
        let blocks = blocks([rows, columns], occurring)?;
        Ok(Self { columns, blocks, whole: occurring.is_none() })
    }

    /// The share π_B of a block.
    fn share_of(&self, block: &AnswerBlock, shares: &[f64]) -> f64 {
        if self.whole { 1.0 } else { block.cells(self.columns).map(|cell| shares[cell]).sum() }
    }

    /// The row and the column of each number that is tested, in a block: given the margins, they determine all others.
    fn tested(&self) -> impl Iterator<Item = (&AnswerBlock, usize, usize)> {
        self.blocks.iter().flat_map(|block| block.tested().map(move |(row, column)| (block, row, column)))
    }
}

impl NullModel for Independent {
    fn nearest(&self, shares: &[f64]) -> Vec<f64> {
        if self.whole {
            return independent(shares, self.columns);
        }
        // The blocks, and the cells that belong to none, keep their shares.
        let mut free: Vec<f64> = shares.to_vec();
        self.blocks.iter().for_each(|block| block.cells(self.columns).for_each(|cell| free[cell] = 0.0));
        free.extend(self.blocks.iter().map(|block| self.share_of(block, shares)));
        onto_simplex(&mut free);
        let of_blocks = free.split_off(shares.len());
        for (block, whole) in self.blocks.iter().zip(of_blocks) {
            let of_block: Vec<f64> = block.cells(self.columns).map(|cell| shares[cell]).collect();
            let sum: f64 = of_block.iter().sum();
            let even = 1.0 / size_to_f64(of_block.len());
            let within: Vec<f64> =
                of_block.iter().map(|share| if sum > 0.0 { share / sum } else { even }).collect();
            let fitted = independent(&within, block.columns.len());
            block.cells(self.columns).zip(fitted).for_each(|(cell, share)| free[cell] = whole * share);
        }
        free
    }

    fn departures(&self, shares: &[f64]) -> Vec<f64> {
        let departure = |(block, i, j): (&AnswerBlock, usize, usize)| {
            let (row, column) = block.sums(self.columns, [i, j], shares);
            self.share_of(block, shares) * shares[i * self.columns + j] - row * column
        };
        self.tested().map(departure).collect()
    }

    fn gradients(&self, shares: &[f64]) -> Vec<Vec<f64>> {
        let gradient = |(block, i, j): (&AnswerBlock, usize, usize)| {
            let mut gradient = vec![0.0; shares.len()];
            let own = i * self.columns + j;
            let (row, column) = block.sums(self.columns, [i, j], shares);
            gradient[own] = self.share_of(block, shares);
            block.row(self.columns, i).for_each(|cell| gradient[cell] -= column);
            block.column(self.columns, j).for_each(|cell| gradient[cell] -= row);
            if !self.whole {
                block.cells(self.columns).for_each(|cell| gradient[cell] += shares[own]);
            }
            gradient
        };
        self.tested().map(gradient).collect()
    }

    fn products(&self) -> Option<Products> {
        let mut products = Products::default();
        for (block, i, j) in self.tested() {
            let (row, column) = (block.row(self.columns, i), block.column(self.columns, j));
            let mut terms = vec![(products.sum(row.collect()), products.sum(column.collect()), 1.0)];
            if !self.whole {
                let all = products.sum(block.cells(self.columns).collect());
                terms.push((all, products.sum(vec![i * self.columns + j]), -1.0));
            }
            products.terms.push(terms);
        }
        Some(products)
    }

    fn is_independence(&self) -> bool {
        self.whole
    }

    fn published(&self, counts: &[f64]) -> Result<Statistic, Error> {
        let of_block = |block: &AnswerBlock| {
            let own: Vec<f64> = block.cells(self.columns).map(|cell| counts[cell]).collect();
            chi_squared(&own, block.columns.len())
        };
        let each = self.blocks.iter().map(of_block).collect::<Result<Vec<_>, _>>()?;
        let degrees = each.iter().map(|own| own.degrees_of_freedom).sum();
        Ok(Statistic::new(each.iter().map(|own| own.value).sum(), degrees))
    }
}

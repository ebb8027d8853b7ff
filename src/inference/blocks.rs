//! Blocks of a table of two questions: rows and columns of which every combination can occur, and none with other rows or columns of a block.
//!
//! Where the two questions hang together, as a follow-up does with the question before it, some cells cannot occur. A cell that is alone in its row or its
//! column says nothing about dependence, as its share is that of the row or column, and is left out; so is what is alone then. If the rest are
//! blocks, the questions can be independent within each, which is their quasi-independence \[Goodman68\].
//!
//! Cost: O((r + c)·r·c).

use alloc::vec;
use alloc::vec::Vec;

use super::null_model::invalid;
use crate::error::Error;

/// Rows and columns of which every combination can occur.
pub(super) struct AnswerBlock {
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
}

impl AnswerBlock {
    /// The cells, in a table of this many columns.
    pub(super) fn cells(&self, width: usize) -> impl Iterator<Item = usize> {
        self.rows.iter().flat_map(move |row| self.row(width, *row))
    }

    /// The cells of a row.
    pub(super) fn row(&self, width: usize, row: usize) -> impl Iterator<Item = usize> {
        self.columns.iter().map(move |column| row * width + column)
    }

    /// The cells of a column.
    pub(super) fn column(&self, width: usize, column: usize) -> impl Iterator<Item = usize> {
        self.rows.iter().map(move |row| row * width + column)
    }

    /// The shares of a row and of a column within the block.
    pub(super) fn sums(&self, width: usize, [row, column]: [usize; 2], shares: &[f64]) -> (f64, f64) {
        (
            self.row(width, row).map(|cell| shares[cell]).sum(),
            self.column(width, column).map(|cell| shares[cell]).sum(),
        )
    }

    /// The rows and columns but the last: given the margins, they determine all others.
    pub(super) fn tested(&self) -> impl Iterator<Item = (usize, usize)> {
        let (rows, columns) = (&self.rows[..self.rows.len() - 1], &self.columns[..self.columns.len() - 1]);
        rows.iter().flat_map(move |row| columns.iter().map(move |column| (*row, *column)))
    }
}

/// The blocks of a table of which these cells can occur; `None` stands for all.
///
/// # Errors
/// `invalid-hypothesis` where there are none, or the cells that can occur are no blocks.
pub(super) fn blocks(
    [rows, columns]: [usize; 2],
    occurring: Option<&[bool]>,
) -> Result<Vec<AnswerBlock>, Error> {
    let mut told = occurring.map_or_else(|| vec![true; rows * columns], <[bool]>::to_vec);
    let others = |told: &[bool], cell: usize| {
        let (row, column) = (cell / columns, cell % columns);
        let within_row = (0..columns).filter(|other| *other != column && told[row * columns + other]).count();
        let within_column = (0..rows).filter(|other| *other != row && told[other * columns + column]).count();
        within_row.min(within_column)
    };
    while let Some(alone) = (0..told.len()).find(|cell| told[*cell] && others(&told, *cell) == 0) {
        told[alone] = false;
    }
    let of_row =
        |row: usize| -> Vec<usize> { (0..columns).filter(|column| told[row * columns + column]).collect() };
    let mut blocks: Vec<AnswerBlock> = Vec::new();
    for row in 0..rows {
        let own = of_row(row);
        match blocks.iter_mut().find(|block| block.columns.iter().any(|column| own.contains(column))) {
            Some(block) if block.columns == own => block.rows.push(row),
            Some(_) => {
                return Err(invalid(
                    "the answers that can be given to both questions do not form groups within which any could go with any other, so that there is no independence to test; test either with another question",
                ));
            }
            None if own.is_empty() => {}
            None => blocks.push(AnswerBlock { rows: vec![row], columns: own }),
        }
    }
    if blocks.is_empty() {
        return Err(invalid(
            "the answer to one question decides which can be given to the other, so that they depend on each other whatever people answer; test either with another question, or estimate shares within groups",
        ));
    }
    Ok(blocks)
}

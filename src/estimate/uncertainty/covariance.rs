//! The full covariance of an estimated table: J(diag λ̂ − λ̂λ̂ᵀ)Jᵀ/n ([`crate::estimate::methods::derivative`]), or of its shares within groups
//! ([`super::groups`]).
//!
//! Cost: 2N applications of J, O(w·N²) time, N² doubles. Fails where N² is more than [`MAX_TABLE_CELLS`].

use alloc::format;
use alloc::vec::Vec;

use serde::{Serialize, Serializer};

use crate::error::{Code, Error};
use crate::schema::MAX_TABLE_CELLS;

/// A covariance matrix over the cells of a table ([`crate::estimate::Errors`] has an example).
#[derive(Debug, Clone, PartialEq)]
pub struct Covariance {
    cells: usize,
    entries: Vec<f64>,
}

impl Covariance {
    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The covariances of one cell with all.
    ///
    /// # Panics
    /// If `cell` is not below the number of cells.
    #[must_use]
    pub fn row(&self, cell: usize) -> &[f64] {
        &self.entries[cell * self.cells..(cell + 1) * self.cells]
    }
}

impl Serialize for Covariance {
    /// Serializes the matrix as a list of rows.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.entries.chunks_exact(self.cells))
    }
}

/// The matrix of this many cells whose rows `row` computes.
pub(super) fn of_rows(
    cells: usize,
    row: impl Fn(usize) -> Result<Vec<f64>, Error>,
) -> Result<Covariance, Error> {
    if cells.checked_mul(cells).is_none_or(|entries| entries > MAX_TABLE_CELLS) {
        let message = format!("the covariance of {cells} cells has more than {MAX_TABLE_CELLS} entries");
        return Err(Error::new(Code::TooLarge, message));
    }
    let mut entries = Vec::with_capacity(cells * cells);
    for cell in 0..cells {
        entries.extend(row(cell)?);
    }
    Ok(Covariance { cells, entries })
}

//! The full covariance of the inverse estimates of a table (mathematics §5): A(diag λ̂ − λ̂λ̂ᵀ)Aᵀ/n.
//!
//! Cost: 2N applications of the operator, O(w·N²) time, N² doubles. Fails as the inverse does, and where N²
//! is more than [`MAX_TABLE_CELLS`].

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::observed::Observed;
use super::operator;
use crate::count::Table;
use crate::error::Error;
use crate::law::Law;
use crate::schema::MAX_TABLE_CELLS;

/// A covariance matrix over the cells of a table.
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

/// The covariances of the inverse estimates of `table`.
///
/// # Errors
/// Those of [`super::estimate`]; `too-large` for a table of so many cells.
pub fn covariance(law: &Law, table: &Table) -> Result<Covariance, Error> {
    let cells = table.counts().len();
    if cells.checked_mul(cells).is_none_or(|entries| entries > MAX_TABLE_CELLS) {
        let message = format!("the covariance of {cells} cells has more than {MAX_TABLE_CELLS} entries");
        return Err(Error::new("too-large", message));
    }
    let observed = Observed::new(law, table.clone())?;
    let factors = observed.inverse_factors(&observed.axes())?;
    let mut shares = observed.shares().to_vec();
    operator::apply(&factors, observed.sizes(), &mut shares);
    let mut entries = Vec::with_capacity(cells * cells);
    for cell in 0..cells {
        let mut row = vec![0.0; cells];
        row[cell] = 1.0;
        operator::apply(&factors, observed.sizes(), &mut row);
        row.iter_mut().zip(observed.shares()).for_each(|(entry, share)| *entry *= share);
        operator::apply(&factors, observed.sizes(), &mut row);
        entries.extend(
            row.iter().zip(&shares).map(|(entry, share)| (entry - shares[cell] * share) / observed.n()),
        );
    }
    Ok(Covariance { cells, entries })
}

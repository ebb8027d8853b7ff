//! Reports in, contingency tables out. Counts merge; no row is kept.

mod columns;

pub use columns::Column;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Code, Error};
use crate::exact::to_index;
use crate::schema::Schema;

const MEGABYTE: usize = 1_000_000;

/// Counts of perturbed records over some attributes, row-major, last attribute fastest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    attributes: Vec<usize>,
    sizes: Vec<u32>,
    counts: Vec<u64>,
}

impl Table {
    /// An empty table over `attributes`, in that order. Memory: 8 bytes a cell.
    ///
    /// # Errors
    /// Those of [`Schema::table_sizes`]; `invalid-counts` where the table has no attribute; `too-large`,
    /// with the size, where there is not so much memory.
    pub fn new(schema: &Schema, attributes: &[usize]) -> Result<Self, Error> {
        let sizes = table_sizes(schema, attributes)?;
        let cells = sizes.iter().map(|&a| to_index(a)).product();
        let mut counts = Vec::new();
        counts.try_reserve_exact(cells).map_err(|_| {
            let megabytes = cells.div_ceil(MEGABYTE / size_of::<u64>());
            Error::new(Code::TooLarge, format!("a table of {cells} cells needs {megabytes} MB of memory"))
        })?;
        counts.resize(cells, 0);
        Ok(Self { attributes: attributes.into(), sizes, counts })
    }

    /// A table of given counts.
    ///
    /// # Errors
    /// Those of [`Table::new`]; `invalid-counts` where their number is not the number of cells, or their
    /// sum is 2⁶⁴ or more.
    pub fn from_counts(schema: &Schema, attributes: &[usize], counts: Vec<u64>) -> Result<Self, Error> {
        let sizes = table_sizes(schema, attributes)?;
        if counts.len() != sizes.iter().map(|&a| to_index(a)).product::<usize>() {
            let message = format!("{} counts given for a table of sizes {sizes:?}", counts.len());
            return Err(invalid(message));
        }
        if counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count)).is_none() {
            return Err(overflown());
        }
        Ok(Self { attributes: attributes.into(), sizes, counts })
    }

    /// Counts one perturbed record of the schema.
    pub fn add(&mut self, perturbed: &[u32]) {
        let index = self
            .attributes
            .iter()
            .zip(&self.sizes)
            .fold(0, |index, (&attribute, &a)| index * to_index(a) + to_index(perturbed[attribute]));
        self.counts[index] += 1;
    }

    /// Adds the counts of another table over the same attributes.
    ///
    /// # Errors
    /// `invalid-counts` where the attributes differ or the sum would be 2⁶⁴ or more; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), Error> {
        if self.attributes != other.attributes || self.sizes != other.sizes {
            return Err(invalid("only tables over the same attributes can be merged".into()));
        }
        if self.total().checked_add(other.total()).is_none() {
            return Err(overflown());
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
        Ok(())
    }

    /// The attributes, in the order of the axes.
    #[must_use]
    pub fn attributes(&self) -> &[usize] {
        &self.attributes
    }

    /// The numbers of categories along the axes.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The counts.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The attributes, the sizes and the counts.
    pub(crate) fn into_parts(self) -> (Vec<usize>, Vec<u32>, Vec<u64>) {
        (self.attributes, self.sizes, self.counts)
    }

    /// The number of records counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

fn table_sizes(schema: &Schema, attributes: &[usize]) -> Result<Vec<u32>, Error> {
    if attributes.is_empty() {
        return Err(invalid("a table needs at least 1 attribute".into()));
    }
    schema.table_sizes(attributes)
}

fn overflown() -> Error {
    invalid("counts sum to 2^64 or more".into())
}

fn invalid(message: String) -> Error {
    Error::new(Code::InvalidCounts, message)
}

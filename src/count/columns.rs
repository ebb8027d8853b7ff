//! Counts rows given as columns, one column of categories per attribute.
//!
//! Rows are processed in blocks that stay in the cache. The cells of a block are computed first, column by column, and then counted. Where
//! the table is small they are counted into [`LANES`] tables in turn, so that consecutive rows of the same cell do not wait for each other.
//!
//! Cost: a few processor cycles a row, no memory beyond the table and four small ones.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Add, Mul};

use super::table::{Table, invalid};
use crate::error::{Code, Error};

/// The number of rows whose cells are computed together.
const BLOCK: usize = 4096;

/// The number of tables that small tables are counted into in turn.
const LANES: usize = 4;

/// The most cells of a table that is counted in lanes: four such tables still fit into the first-level cache.
const MOST_IN_LANES: usize = 2048;

/// The most rows counted before the lanes are emptied, so that their 32-bit counts do not overflow.
const ROUND: usize = 1 << 30;

/// The categories of one attribute, one for every row.
///
/// ```
/// use candor::count::Column;
/// assert_eq!(Column::Bytes(&[0, 1, 1]).len(), 3);
/// assert!(Column::Words(&[]).is_empty());
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Column<'a> {
    /// For an attribute with at most 256 categories.
    Bytes(&'a [u8]),
    /// For any attribute.
    Words(&'a [u32]),
}

impl Column<'_> {
    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Bytes(rows) => rows.len(),
            Self::Words(rows) => rows.len(),
        }
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn largest(&self) -> u32 {
        match self {
            Self::Bytes(rows) => rows.iter().fold(0, |largest, row| largest.max(*row)).into(),
            Self::Words(rows) => rows.iter().fold(0, |largest, row| largest.max(*row)),
        }
    }

    fn rows(&self, from: usize, to: usize) -> Self {
        match self {
            Self::Bytes(rows) => Self::Bytes(&rows[from..to]),
            Self::Words(rows) => Self::Words(&rows[from..to]),
        }
    }
}

impl Table {
    /// Counts rows given as columns, one for every attribute of the table, in its order.
    ///
    /// # Errors
    /// `invalid-counts` if there is not one column for every attribute, if the columns differ in length, or if the total would be 2⁶⁴ or
    /// more; `category-out-of-range`, naming the attribute; `not-for-labels` for a labelled plan. Nothing is counted then.
    ///
    /// ```
    /// use candor::count::{Column, Table};
    /// # use candor::schema::{Attribute, Category, Schema};
    /// # let categories = Category::list(["no", "yes"]);
    /// # let schema = Schema::new(vec![Attribute::new("smoker", None, categories, false)?])?;
    /// let mut smokers = Table::new(&schema, &["smoker"])?;
    /// smokers.count_columns(&[Column::Bytes(&[0, 1, 1, 0, 1])])?;
    /// assert_eq!(smokers.counts(), [2, 3]);
    /// # Ok::<(), candor::Error>(())
    /// ```
    pub fn count_columns(&mut self, columns: &[Column<'_>]) -> Result<(), Error> {
        self.needs_no_label("columns")?;
        let rows = self.check_columns(columns)?;
        self.raise_total(rows as u64)?;
        for from in (0..rows).step_by(ROUND) {
            let to = rows.min(from + ROUND);
            let part: Vec<Column<'_>> = columns.iter().map(|column| column.rows(from, to)).collect();
            match u16::try_from(self.counts.len() - 1) {
                Ok(_) => self.count_by::<u16>(&part, to - from),
                Err(_) => self.count_by::<u32>(&part, to - from),
            }
        }
        Ok(())
    }

    fn check_columns(&self, columns: &[Column<'_>]) -> Result<usize, Error> {
        let rows = columns.first().map_or(0, Column::len);
        let sizes = self.axes().sizes();
        if columns.len() != sizes.len() || columns.iter().any(|column| column.len() != rows) {
            let lengths: Vec<usize> = columns.iter().map(Column::len).collect();
            let message = format!(
                "columns of {lengths:?} rows were given for a table over {} attributes; it needs one column for each, all of the same length",
                sizes.len()
            );
            return Err(invalid(message));
        }
        let mut axes = columns.iter().zip(sizes).zip(self.axes().names());
        match axes.find(|((column, size), _)| !column.is_empty() && column.largest() >= **size) {
            Some(((_, size), name)) => {
                let message = format!(
                    "a row of attribute \"{name}\" has a category number that is not below {size}, the number of its categories"
                );
                Err(Error::new(Code::CategoryOutOfRange, message))
            }
            None => Ok(rows),
        }
    }

    fn count_by<I: Index>(&mut self, columns: &[Column<'_>], rows: usize) {
        let sizes = self.axes().sizes().to_vec();
        let mut cells = vec![I::default(); BLOCK.min(rows)];
        let mut lanes = Lanes::new(self.counts.len());
        for from in (0..rows).step_by(BLOCK) {
            let cells = &mut cells[..BLOCK.min(rows - from)];
            cells.fill(I::default());
            for (column, &size) in columns.iter().zip(&sizes) {
                append(cells, column.rows(from, from + cells.len()), I::of(size));
            }
            match &mut lanes {
                Some(lanes) => lanes.count(cells),
                None => cells.iter().for_each(|cell| self.counts[cell.place()] += 1),
            }
        }
        if let Some(lanes) = lanes {
            lanes.empty_into(&mut self.counts);
        }
    }
}

/// Appends a column's categories to the cell numbers: cell ← cell·size + category.
fn append<I: Index>(cells: &mut [I], column: Column<'_>, size: I) {
    match column {
        Column::Bytes(rows) => cells.iter_mut().zip(rows).for_each(|(c, row)| *c = *c * size + I::from(*row)),
        Column::Words(rows) => cells.iter_mut().zip(rows).for_each(|(c, row)| *c = *c * size + I::of(*row)),
    }
}

/// The counts of one table, spread over [`LANES`] tables.
struct Lanes {
    counts: Vec<[u32; LANES]>,
}

impl Lanes {
    fn new(cells: usize) -> Option<Self> {
        (cells <= MOST_IN_LANES).then(|| Self { counts: vec![[0; LANES]; cells] })
    }

    fn count<I: Index>(&mut self, cells: &[I]) {
        let (turns, rest) = cells.as_chunks::<LANES>();
        for turn in turns {
            for (lane, cell) in turn.iter().enumerate() {
                self.counts[cell.place()][lane] += 1;
            }
        }
        rest.iter().for_each(|cell| self.counts[cell.place()][0] += 1);
    }

    fn empty_into(self, counts: &mut [u64]) {
        for (count, lanes) in counts.iter_mut().zip(self.counts) {
            *count += lanes.iter().map(|&lane| u64::from(lane)).sum::<u64>();
        }
    }
}

/// An integer that is wide enough to number the cells of a table.
trait Index: Copy + Default + From<u8> + Add<Output = Self> + Mul<Output = Self> {
    /// Converts a category or a size, which must be below 2¹⁶ unless cells have 32 bits.
    fn of(category: u32) -> Self;
    fn place(self) -> usize;
}

impl Index for u16 {
    #[allow(clippy::cast_possible_truncation, reason = "used for tables of at most 2¹⁶ cells only")]
    fn of(category: u32) -> Self {
        category as Self
    }

    fn place(self) -> usize {
        self.into()
    }
}

impl Index for u32 {
    fn of(category: u32) -> Self {
        category
    }

    fn place(self) -> usize {
        crate::exact::to_index(self)
    }
}

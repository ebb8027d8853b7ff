//! Units: one or several questions taken as one variable, of which a report names a subset of cells [Mathematics, §10].

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Code, Error};
use crate::exact::to_index;
use crate::message::Part;

/// The largest number of cells of a unit of several attributes, or of one that reports more than one cell.
///
/// ```
/// use candor::law::{MAX_UNIT_CELLS, Unit};
/// let unit = Unit::new(vec![0, 1], 2);
/// assert!(64 * 65 > MAX_UNIT_CELLS && unit.attributes().len() == 2);
/// ```
pub const MAX_UNIT_CELLS: u32 = 4096;

/// Attributes taken as one variable, which has a cell for every combination of their categories, row-major; a report names
/// `subset_size` of its cells.
///
/// ```
/// use candor::law::Unit;
/// // Of the cells of two questions together, a report names six.
/// let unit = Unit::new(vec![0, 3], 6);
/// assert_eq!((unit.attributes(), unit.subset_size()), (&[0, 3][..], 6));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    attributes: Vec<usize>,
    subset_size: u32,
}

impl Unit {
    /// A unit, unchecked; [`super::Form::new`] and [`super::Law::labelled`] check it.
    #[must_use]
    pub fn new(attributes: Vec<usize>, subset_size: u32) -> Self {
        Self { attributes, subset_size }
    }

    /// The unit of one question that reports one category.
    pub(crate) fn single(attribute: usize) -> Self {
        Self::new([attribute].into(), 1)
    }

    /// The attributes. The last one varies fastest in the order of the cells.
    #[must_use]
    pub fn attributes(&self) -> &[usize] {
        &self.attributes
    }

    /// d: how many cells a report names.
    #[must_use]
    pub fn subset_size(&self) -> u32 {
        self.subset_size
    }

    /// The numbers of cells and of reported cells, for attributes of these sizes.
    pub(super) fn shape(&self, sizes: &[u32]) -> Shape {
        Shape {
            cells: self.attributes.iter().map(|&attribute| sizes[attribute]).product(),
            subset: self.subset_size,
        }
    }

    /// The shape, or an error where the unit has too many cells or reports too many; every attribute must be an index into `sizes`.
    pub(super) fn checked_shape(&self, sizes: &[u32]) -> Result<Shape, Error> {
        let cells =
            self.attributes.iter().try_fold(1_u32, |cells, &attribute| cells.checked_mul(sizes[attribute]));
        let plain = self.attributes.len() == 1 && self.subset_size == 1;
        let Some(cells) = cells.filter(|cells| plain || *cells <= MAX_UNIT_CELLS) else {
            return Err(invalid(message!("a unit may have at most ", MAX_UNIT_CELLS, " cells")));
        };
        if self.subset_size == 0 || self.subset_size >= cells {
            return Err(invalid(message!("a unit of ", cells, " cells cannot report ", self.subset_size)));
        }
        Ok(self.shape(sizes))
    }
}

/// The shape of a unit's report: `subset` of `cells`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// D, the number of cells.
    pub(crate) cells: u32,
    /// d, the number of reported cells.
    pub(crate) subset: u32,
}

impl Shape {
    /// The shape that reports one of `size` categories.
    pub(crate) fn single(size: u32) -> Self {
        Self { cells: size, subset: 1 }
    }

    /// The shapes of questions that are each their own unit.
    pub(crate) fn singles(sizes: &[u32]) -> Vec<Self> {
        sizes.iter().copied().map(Self::single).collect()
    }

    /// D − d, the number of cells that are not reported.
    pub(crate) fn others(self) -> u32 {
        self.cells - self.subset
    }

    /// The cells named by the numbers of a report.
    pub(crate) fn named_cells(self, numbers: &[u32]) -> impl Iterator<Item = u32> {
        let held = move |cell: &u32| {
            let bits = numbers[to_index(cell / u32::BITS)];
            bits >> (cell % u32::BITS) & 1 == 1
        };
        let single = (self.subset == 1).then(|| numbers[0]);
        let listed = if self.subset == 1 { 0 } else { self.cells };
        single.into_iter().chain((0..listed).filter(held))
    }

    /// Whether the bits of these numbers name exactly d of the D cells.
    pub(crate) fn is_subset(self, numbers: &[u32]) -> bool {
        let spare = (u32::BITS - self.cells % u32::BITS) % u32::BITS;
        let held: u32 = numbers.iter().map(|bits| bits.count_ones()).sum();
        held == self.subset && numbers.last().is_some_and(|last| last.leading_zeros() >= spare)
    }

    /// √((D−d)/(d(D−1))): the share of a component's amplitude that remains where a report always holds the true cell; 1 where d = 1.
    pub(crate) fn retention(self) -> f64 {
        libm::sqrt(f64::from(self.others()) / (f64::from(self.subset) * f64::from(self.cells - 1)))
    }

    /// How many numbers the unit takes in a report: 1 for a single cell, otherwise the bits of the subset, 32 in each number.
    pub(crate) fn numbers(self) -> usize {
        if self.subset == 1 { 1 } else { to_index(self.cells.div_ceil(u32::BITS)) }
    }
}

impl Part for Shape {
    fn append(&self, text: &mut String) {
        self.subset.append(text);
        " of ".append(text);
        self.cells.append(text);
        " cells".append(text);
    }
}

/// The error for an invalid law or part of a law.
pub(super) fn invalid(message: String) -> Error {
    Error::new(Code::InvalidPlan, message)
}

//! A table of shares that are at least 0 and sum to 1, and its marginals.

use alloc::vec;
use alloc::vec::Vec;

use crate::estimate::{Estimate, onto_simplex};
use crate::exact::to_index;
use crate::loglinear::places_within;

/// The shares of a table over some attributes, row-major, the last one fastest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clique {
    pub(super) attributes: Vec<usize>,
    pub(super) sizes: Vec<usize>,
    pub(super) shares: Vec<f64>,
}

impl Clique {
    /// Projects an estimate onto the simplex: the nearest shares that are at least 0 and sum to 1.
    pub(super) fn new(estimate: &Estimate) -> Self {
        let mut shares = estimate.shares().to_vec();
        onto_simplex(&mut shares);
        let sizes = estimate.axes().sizes().iter().map(|&size| to_index(size)).collect();
        Self { attributes: estimate.axes().attributes().to_vec(), sizes, shares }
    }

    /// The attributes with their sizes.
    pub(super) fn axes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.attributes.iter().copied().zip(self.sizes.iter().copied())
    }

    /// Whether all attributes of the table are among `attributes`.
    pub(super) fn within(&self, attributes: &[usize]) -> bool {
        self.attributes.iter().all(|attribute| attributes.contains(attribute))
    }

    /// For each cell, the cell of the marginal over `attributes`, in their order, that it belongs to. Attributes that the table does not
    /// have are ignored.
    pub(super) fn cells_within(&self, attributes: &[usize]) -> Vec<usize> {
        let axis = |attribute: &usize| self.attributes.iter().position(|own| own == attribute);
        places_within(&self.sizes, &attributes.iter().filter_map(axis).collect::<Vec<_>>())
    }

    /// The marginal over `attributes`.
    pub(super) fn marginal(&self, attributes: &[usize]) -> Vec<f64> {
        let size = |attribute: &usize| {
            self.attributes.iter().position(|own| own == attribute).map_or(1, |axis| self.sizes[axis])
        };
        let mut sums = vec![0.0; attributes.iter().map(size).product()];
        for (cell, share) in self.cells_within(attributes).into_iter().zip(&self.shares) {
            sums[cell] += share;
        }
        sums
    }

    /// The largest difference between the shares of those of `tables` whose attributes are all in this one and this one's marginals.
    pub(super) fn misfit(&self, tables: &[Self]) -> f64 {
        let differences = tables.iter().filter(|table| table.within(&self.attributes)).flat_map(|table| {
            let own = self.marginal(&table.attributes);
            own.into_iter().zip(&table.shares).map(|(own, share)| libm::fabs(own - share))
        });
        differences.fold(0.0, f64::max)
    }
}

/// The attributes of several tables with their sizes, each once, in order of first appearance.
pub(super) fn joint_axes(axes: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut joint: Vec<(usize, usize)> = Vec::new();
    for (attribute, size) in axes {
        if !joint.iter().any(|(met, _)| *met == attribute) {
            joint.push((attribute, size));
        }
    }
    joint
}

/// The number of cells that all these attributes have together, or `None` if it overflows.
pub(super) fn joint_cells(axes: &[(usize, usize)]) -> Option<usize> {
    axes.iter().try_fold(1_usize, |cells, (_, size)| cells.checked_mul(*size))
}

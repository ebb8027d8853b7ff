//! The groups that the cells of a table lie in, and the intervals of shares within them and of their differences.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Code, Error};
use crate::estimate::interval::ratio::Ratio;
use crate::estimate::observed::operator::walk::Walk;
use crate::estimate::result::cell::Cell;
use crate::exact::{to_f64, to_index};

/// A table whose cells lie in groups.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GroupedCells {
    /// The axes whose categories form the groups.
    pub(crate) axes: Vec<usize>,
    /// The number of groups.
    pub(crate) groups: usize,
    /// The group of every cell.
    pub(crate) group: Vec<usize>,
    /// For every cell, its cell in the table over the other attributes.
    pub(crate) within: Vec<usize>,
    /// Whether the cell counts in its group.
    pub(crate) members: Vec<bool>,
}

impl GroupedCells {
    /// Groups the cells of the table over `attributes`, with these sizes, by the attributes `given`. With the flags of answers, only cells with answers along
    /// all other axes count, and `given` may be empty, which makes one group.
    ///
    /// # Errors
    /// `invalid-groups`.
    pub(crate) fn new(
        (attributes, sizes): (&[usize], &[u32]),
        given: &[usize],
        answers: Option<&[Vec<bool>]>,
    ) -> Result<Self, Error> {
        let axes = axes(attributes, given, answers.is_some())?;
        let rest: Vec<usize> = (0..sizes.len()).filter(|axis| !axes.contains(axis)).collect();
        let members = answered(sizes, &rest, answers);
        let groups = axes.iter().map(|&axis| to_index(sizes[axis])).product();
        let mut walk = Walk::new(sizes, &[axes.clone(), rest]);
        let (mut group, mut within) = (Vec::new(), Vec::new());
        for _ in &members {
            group.push(walk.at()[0]);
            within.push(walk.at()[1]);
            walk.step();
        }
        Ok(Self { axes, groups, group, within, members })
    }

    /// The cells that count in a group.
    pub(crate) fn members(&self, group: usize) -> impl Iterator<Item = usize> {
        let own = self.group.iter().zip(&self.members).enumerate();
        own.filter(move |(_, (of, member))| **of == group && **member).map(|(cell, _)| cell)
    }

    /// The sums of the cells that count, by group.
    pub(crate) fn sums(&self, of: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.groups];
        let counted = self.group.iter().zip(of).zip(&self.members).filter(|(_, member)| **member);
        counted.for_each(|((&group, own), _)| sums[group] += own);
        sums
    }

    /// Every cell that counts outside the group `reference`, with the cell of the same categories there.
    ///
    /// # Errors
    /// `invalid-groups` if there is no such group.
    pub(crate) fn compared_with(&self, reference: usize) -> Result<Vec<[usize; 2]>, Error> {
        if reference >= self.groups {
            let message =
                format!("group {reference} was requested; there are {} groups, numbered from 0", self.groups);
            return Err(Error::new(Code::InvalidGroups, message));
        }
        let referred: Vec<usize> = self.members(reference).collect();
        let of_cell = |cell: usize| {
            let same = referred.iter().find(|&&other| self.within[other] == self.within[cell]);
            same.map(|&other| [cell, other])
        };
        let others =
            (0..self.group.len()).filter(|&cell| self.members[cell] && self.group[cell] != reference);
        Ok(others.filter_map(of_cell).collect())
    }

    /// A share within a group that may be empty.
    pub(crate) fn unknown(&self) -> Cell {
        let members = self.members.iter().filter(|member| **member).count();
        let cells = to_f64((members / self.groups) as u128);
        Cell::new(1.0 / cells, Some(0.5), (0.0, 1.0))
    }
}

/// The cell of a share δ_x/γ, with its interval moved into \[0, 1\].
pub(crate) fn ratio_cell(ratio: &Ratio, z: f64) -> Cell {
    let within = ratio.interval(z).filter(|ends| ends.1 >= 0.0 && ends.0 <= 1.0);
    let ends = within.map_or((0.0, 1.0), |ends| (ends.0.clamp(0.0, 1.0), ends.1.clamp(0.0, 1.0)));
    Cell::new(ratio.share / ratio.whole, Some(ratio.standard_error()), ends)
}

/// The difference of two shares within groups with this standard error.
pub(crate) fn difference_cell([one, other]: [&Cell; 2], standard_error: f64, z: f64) -> Cell {
    let estimate = one.estimate - other.estimate;
    let half = z * standard_error;
    let standard_error = Some(standard_error);
    if one.is_unknown() || other.is_unknown() {
        return Cell::new(estimate, standard_error, (-1.0, 1.0));
    }
    let is_outside = libm::fabs(estimate) - half > 1.0;
    let middle = if is_outside { estimate.clamp(-1.0, 1.0) } else { estimate };
    let end = |end: f64| end.clamp(-1.0, 1.0);
    Cell::new(estimate, standard_error, (end(middle - half), end(middle + half)))
}

/// Whether every cell has answers along these axes, given which categories are answers; all cells do if that is not given.
fn answered(sizes: &[u32], axes: &[usize], answers: Option<&[Vec<bool>]>) -> Vec<bool> {
    let sizes: Vec<usize> = sizes.iter().map(|&size| to_index(size)).collect();
    let Some(answers) = answers else { return vec![true; sizes.iter().product()] };
    let mut members = vec![true];
    for (axis, &size) in sizes.iter().enumerate() {
        let is_free = !axes.contains(&axis);
        let extended = |member: &bool| {
            let member = *member;
            (0..size).map(move |category| member && (is_free || answers[axis][category]))
        };
        members = members.iter().flat_map(extended).collect();
    }
    members
}

/// The axes of the attributes `given`; none only if `all` may be one group.
fn axes(attributes: &[usize], given: &[usize], all: bool) -> Result<Vec<usize>, Error> {
    let axis = |attribute: &usize| attributes.iter().position(|of| of == attribute);
    let axes: Option<Vec<usize>> = given.iter().map(axis).collect();
    let repeated = given.iter().enumerate().any(|(place, of)| given[..place].contains(of));
    axes.filter(|axes| !repeated && (all || !axes.is_empty()) && axes.len() < attributes.len()).ok_or_else(
        || {
            let message = format!(
                "attributes {given:?} cannot group a table over {attributes:?}; \
             name some of its attributes, not all, each once"
            );
            Error::new(Code::InvalidGroups, message)
        },
    )
}

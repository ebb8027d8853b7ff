//! Groups of respondents: conditional tables P(A | B) and differences between groups, of any reconstruction.
//!
//! The share of cell x within its group is r_x = δ_x/γ, γ the sum of the group's cells. With V, K, G the variance of δ_x, its covariance
//! with γ, and the variance of γ ([`crate::estimate::methods::derivative`]), Var r = (V − 2rK + r²G)/γ² by the delta method. The interval is
//! Fieller's \[Fieller54\]: all r with (δ_x − r·γ)² ≤ z²·(V − 2rK + r²G), moved into \[0, 1\]. If the group is so small that this is no
//! interval, all of \[0, 1\] is given. A group estimated at 0 or below tells nothing: its shares are given as equal, with a standard error
//! of 1/2.
//!
//! The difference between two groups, for the same categories, is d = r_x − r_x′. Var d = Var r_x + Var r_x′ − 2·Cov(r_x, r_x′), with the
//! covariance from the scores of r_x′. The interval is d ± z·SE moved into \[−1, 1\], or that of the nearer end if it lies outside. If one
//! of the groups is so small that its share may be anything, so may the difference.
//!
//! The covariance of all shares within groups has the same rows. A share whose group tells nothing has no covariance with others, and the square
//! of its standard error as its variance.
//!
//! **Among answers**: only cells with an answer count in their groups, so that shares are of those who were asked and answered; without further
//! groups, these are one.
//!
//! Cost: 2 applications of J a group, and as much for every cell of the reference group.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::linear::Linear;
use crate::error::{Code, Error};
use crate::estimate::interval::ratio::Ratio;
use crate::estimate::methods::influence::{self, Reach};
use crate::estimate::observed::Observed;
use crate::estimate::observed::operator::walk::Walk;
use crate::estimate::result::cell::Cell;
use crate::exact::{to_f64, to_index};
use crate::numeric::order::sorted_by;

/// A table of shares within groups ([`crate::estimate::Estimation`] has an example).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conditional {
    attributes: Vec<usize>,
    given: Vec<usize>,
    cells: Vec<Cell>,
    influence: Option<f64>,
    #[serde(skip)]
    members: Vec<bool>,
}

impl Conditional {
    pub(super) fn new(
        attributes: &[usize],
        given: &[usize],
        cells: Vec<Cell>,
        influence: Option<f64>,
        members: Vec<bool>,
    ) -> Self {
        Self { attributes: attributes.into(), given: given.into(), cells, influence, members }
    }

    /// The attributes, in the order of the axes, including those that form the groups.
    #[must_use]
    pub fn attributes(&self) -> &[usize] {
        &self.attributes
    }

    /// The attributes whose categories form the groups.
    #[must_use]
    pub fn grouping(&self) -> &[usize] {
        &self.given
    }

    /// The share of every cell within its group, in the order of the table's cells.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether a cell belongs to a group: all do, but for cells without an answer if shares are among answers ([`crate::estimate::Errors::among_answers`]).
    #[must_use]
    pub fn is_member(&self, cell: usize) -> bool {
        self.members[cell]
    }

    /// The most by which any of these shares changes when any one report is replaced by a forged one; `None` if a group is so small that it
    /// may vanish, and for reconstructions other than the inverse.
    #[must_use]
    pub fn influence(&self) -> Option<f64> {
        self.influence
    }
}

/// The difference between a group and the reference group ([`crate::estimate::Errors`] has an example).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The cell in the group.
    pub cell: usize,
    /// The cell of the same categories in the reference group.
    pub reference: usize,
    /// Share in the group minus share in the reference group, with error and interval.
    pub difference: Cell,
}

impl Difference {
    /// The number that people are shown: the difference moved into its interval, and so into \[−1, 1\]. `None` if there are too few reports
    /// to tell, by the rule of [`Cell::readable`].
    #[must_use]
    pub fn readable(&self) -> Option<f64> {
        self.difference.readable_of(2.0)
    }
}

/// A table whose cells lie in groups.
pub(super) struct Groups<'e, 'l> {
    observed: &'e Observed<'l>,
    linear: &'e Linear,
    z: f64,
    /// The group of every cell.
    group: Vec<usize>,
    /// For every cell, its cell in the table over the other attributes.
    within: Vec<usize>,
    /// Whether the cell counts in its group.
    pub(super) members: Vec<bool>,
    /// The share of every group.
    of_groups: Vec<f64>,
    /// What one report adds to a cell and to a group, if the estimates are those of the inverse.
    reach: Option<[Reach; 2]>,
}

impl<'e, 'l> Groups<'e, 'l> {
    pub(super) fn new(
        observed: &'e Observed<'l>,
        linear: &'e Linear,
        given: &[usize],
        z: f64,
        (reach, answers): (Option<Reach>, Option<&[Vec<bool>]>),
    ) -> Result<Self, Error> {
        let given = axes(observed, given, answers.is_some())?;
        let reach = reach.map(|own| Ok([own, Reach::of_cell(observed, &given)?])).transpose()?;
        let rest: Vec<usize> = observed.axes().into_iter().filter(|axis| !given.contains(axis)).collect();
        let members = answered(observed.sizes(), &rest, answers);
        let mut of_groups = vec![0.0; observed.cells_of(&given)];
        let mut walk = Walk::new(observed.sizes(), &[given, rest]);
        let (mut group, mut within) = (Vec::new(), Vec::new());
        for (share, is_member) in linear.shares.iter().zip(&members) {
            if *is_member {
                of_groups[walk.at()[0]] += share;
            }
            group.push(walk.at()[0]);
            within.push(walk.at()[1]);
            walk.step();
        }
        Ok(Self { observed, linear, z, group, within, members, of_groups, reach })
    }

    /// The share of every cell within its group.
    pub(super) fn cells(&self) -> Result<Vec<Cell>, Error> {
        let mut cells = vec![self.unknown(); self.group.len()];
        for (group, &whole) in self.of_groups.iter().enumerate().filter(|(_, whole)| **whole > 0.0) {
            let mut members = vec![0.0; self.group.len()];
            self.members(group).for_each(|cell| members[cell] = 1.0);
            let (of_whole, with_group) = self.linear.of_sum(self.observed, members)?;
            for cell in self.members(group) {
                let (share, own) = (self.linear.shares[cell], self.linear.variances[cell]);
                let ratio = cell_of(&Ratio { share, whole, own, both: with_group[cell], of_whole }, self.z);
                cells[cell] = self.moved_by(self.reach_of(cell, &ratio), ratio);
            }
        }
        Ok(cells)
    }

    /// What one report adds to n times a share within its group, to first order; `None` if the group may be empty.
    fn reach_of(&self, cell: usize, share: &Cell) -> Option<Reach> {
        let ([own, of_group], whole) = (self.reach?, self.of_groups[self.group[cell]]);
        (whole > 0.0).then(|| own.of_ratio(of_group, share.estimate, whole))
    }

    /// The estimate with how many reports of this reach, which is that around it, move it by half its interval.
    fn moved_by(&self, reach: Option<Reach>, estimate: Cell) -> Cell {
        let half = (estimate.upper - estimate.lower) / 2.0;
        let fragility = reach.map(|reach| reach.fragility(self.observed.n(), 0.0, (-half, half)));
        Cell { fragility, ..estimate }
    }

    /// The most that one forged report can move a share, if it moves a cell by at most `own`.
    pub(super) fn influence(&self, own: f64) -> Option<f64> {
        let of_group = self.reach?[1].influence(self.observed.n());
        let cells = self.linear.shares.iter().zip(&self.group);
        let mut each = cells
            .map(|(&share, &group)| influence::of_ratio((share, own), (self.of_groups[group], of_group)));
        each.try_fold(0.0, |most, each| Some(libm::fmax(most, each?)))
    }

    /// The differences from the group `reference`.
    pub(super) fn differences(&self, reference: usize) -> Result<Vec<Difference>, Error> {
        if reference >= self.of_groups.len() {
            let message = format!(
                "group {reference} was requested; there are {} groups, numbered from 0",
                self.of_groups.len()
            );
            return Err(Error::new(Code::InvalidGroups, message));
        }
        let ratios = self.cells()?;
        let mut differences = Vec::new();
        for referred in self.members(reference) {
            let covariances = self.covariances_with(referred, &ratios[referred])?;
            let others = (0..ratios.len())
                .filter(|&cell| self.members[cell] && self.within[cell] == self.within[referred]);
            for cell in others.filter(|&cell| cell != referred) {
                let difference = self.difference(&ratios[cell], &ratios[referred], covariances[cell]);
                let reach =
                    self.reach_of(cell, &ratios[cell]).zip(self.reach_of(referred, &ratios[referred]));
                let difference = self.moved_by(reach.map(|(own, other)| own.apart_from(other)), difference);
                differences.push(Difference { cell, reference: referred, difference });
            }
        }
        Ok(sorted_by(differences, |one, other| one.cell.cmp(&other.cell)))
    }

    fn difference(&self, one: &Cell, other: &Cell, covariance: f64) -> Cell {
        let estimate = one.estimate - other.estimate;
        let variance = |of: &Cell| of.standard_error.map_or(0.0, |error| error * error);
        let standard_error = libm::sqrt(libm::fmax(variance(one) + variance(other) - 2.0 * covariance, 0.0));
        let half = self.z * standard_error;
        let standard_error = Some(standard_error);
        if one.is_unknown() || other.is_unknown() {
            return Cell::new(estimate, standard_error, (-1.0, 1.0));
        }
        let is_outside = libm::fabs(estimate) - half > 1.0;
        let middle = if is_outside { estimate.clamp(-1.0, 1.0) } else { estimate };
        let end = |end: f64| end.clamp(-1.0, 1.0);
        Cell::new(estimate, standard_error, (end(middle - half), end(middle + half)))
    }

    /// Cov(r_x, r_x′) of every cell x with one cell x′; 0 where one of their groups is unknown, but for the variance of r_x′.
    pub(super) fn covariances_with(&self, referred: usize, ratio: &Cell) -> Result<Vec<f64>, Error> {
        let (group, whole) = (self.group[referred], self.of_groups[self.group[referred]]);
        if whole <= 0.0 {
            let mut alone = vec![0.0; self.group.len()];
            alone[referred] = ratio.standard_error.map_or(0.0, |error| error * error);
            return Ok(alone);
        }
        let mut weights = vec![0.0; self.group.len()];
        weights[referred] = 1.0 / whole;
        self.members(group).for_each(|cell| weights[cell] -= ratio.estimate / whole);
        let (_, with_cells) = self.linear.of_sum(self.observed, weights)?;
        let mut with_groups = vec![0.0; self.of_groups.len()];
        let counted = self.group.iter().zip(&with_cells).zip(&self.members).filter(|(_, member)| **member);
        counted.for_each(|((&group, with), _)| with_groups[group] += with);
        let of_ratio = |(cell, with): (usize, f64)| {
            let (group, share) = (self.group[cell], self.linear.shares[cell]);
            let whole = self.of_groups[group];
            if whole > 0.0 { (with - share / whole * with_groups[group]) / whole } else { 0.0 }
        };
        Ok(with_cells.into_iter().enumerate().map(of_ratio).collect())
    }

    fn members(&self, group: usize) -> impl Iterator<Item = usize> {
        let own = self.group.iter().zip(&self.members).enumerate();
        own.filter(move |(_, (of, member))| **of == group && **member).map(|(cell, _)| cell)
    }

    /// A share within a group that may be empty.
    fn unknown(&self) -> Cell {
        let members = self.members.iter().filter(|member| **member).count();
        let cells = to_f64((members / self.of_groups.len()) as u128);
        Cell::new(1.0 / cells, Some(0.5), (0.0, 1.0))
    }
}

/// The cell of a share δ_x/γ, with its interval moved into \[0, 1\].
fn cell_of(ratio: &Ratio, z: f64) -> Cell {
    let within = ratio.interval(z).filter(|ends| ends.1 >= 0.0 && ends.0 <= 1.0);
    let ends = within.map_or((0.0, 1.0), |ends| (ends.0.clamp(0.0, 1.0), ends.1.clamp(0.0, 1.0)));
    Cell::new(ratio.share / ratio.whole, Some(ratio.standard_error()), ends)
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
pub(super) fn axes(observed: &Observed<'_>, given: &[usize], all: bool) -> Result<Vec<usize>, Error> {
    let attributes = observed.attributes();
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

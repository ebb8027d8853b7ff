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

use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::grouped::{GroupedCells, difference_cell, ratio_cell};
use super::linear::Linear;
use crate::error::Error;
use crate::estimate::interval::ratio::Ratio;
use crate::estimate::methods::influence::{self, Reach};
use crate::estimate::observed::Observed;
use crate::estimate::result::cell::Cell;
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

/// The groups of an estimated table.
pub(super) struct Groups<'e, 'l> {
    observed: &'e Observed<'l>,
    linear: &'e Linear,
    z: f64,
    pub(super) cells: GroupedCells,
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
        let cells = GroupedCells::new((observed.attributes(), observed.sizes()), given, answers)?;
        let reach = reach.map(|own| Ok([own, Reach::of_cell(observed, &cells.axes)?])).transpose()?;
        let of_groups = cells.sums(&linear.shares);
        Ok(Self { observed, linear, z, cells, of_groups, reach })
    }

    /// The share of every cell within its group.
    pub(super) fn ratios(&self) -> Result<Vec<Cell>, Error> {
        let mut cells = vec![self.cells.unknown(); self.cells.group.len()];
        for (group, &whole) in self.of_groups.iter().enumerate().filter(|(_, whole)| **whole > 0.0) {
            let mut members = vec![0.0; cells.len()];
            self.cells.members(group).for_each(|cell| members[cell] = 1.0);
            let (of_whole, with_group) = self.linear.of_sum(self.observed, members)?;
            for cell in self.cells.members(group) {
                let (share, own) = (self.linear.shares[cell], self.linear.variances[cell]);
                let ratio =
                    ratio_cell(&Ratio { share, whole, own, both: with_group[cell], of_whole }, self.z);
                cells[cell] = self.moved_by(self.reach_of(cell, &ratio), ratio);
            }
        }
        Ok(cells)
    }

    /// The share of the group of a cell.
    fn whole_of(&self, cell: usize) -> f64 {
        self.of_groups[self.cells.group[cell]]
    }

    /// What one report adds to n times a share within its group, to first order; `None` if the group may be empty.
    fn reach_of(&self, cell: usize, share: &Cell) -> Option<Reach> {
        let ([own, of_group], whole) = (self.reach?, self.whole_of(cell));
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
        let cells = self.linear.shares.iter().zip(&self.cells.group);
        let mut each = cells
            .map(|(&share, &group)| influence::of_ratio((share, own), (self.of_groups[group], of_group)));
        each.try_fold(0.0, |most, each| Some(libm::fmax(most, each?)))
    }

    /// The differences from the group `reference`.
    pub(super) fn differences(&self, reference: usize) -> Result<Vec<Difference>, Error> {
        let compared = self.cells.compared_with(reference)?;
        let ratios = self.ratios()?;
        let mut differences = Vec::new();
        for referred in self.cells.members(reference) {
            let covariances = self.covariances_with(referred, &ratios[referred])?;
            for &[cell, _] in compared.iter().filter(|[_, other]| *other == referred) {
                let variance =
                    variance(&ratios[cell]) + variance(&ratios[referred]) - 2.0 * covariances[cell];
                let standard_error = libm::sqrt(libm::fmax(variance, 0.0));
                let both = [&ratios[cell], &ratios[referred]];
                let difference = difference_cell(both, standard_error, self.z);
                let reach =
                    self.reach_of(cell, &ratios[cell]).zip(self.reach_of(referred, &ratios[referred]));
                let difference = self.moved_by(reach.map(|(own, other)| own.apart_from(other)), difference);
                differences.push(Difference { cell, reference: referred, difference });
            }
        }
        Ok(sorted_by(differences, |one, other| one.cell.cmp(&other.cell)))
    }

    /// Cov(r_x, r_x′) of every cell x with one cell x′; 0 where one of their groups is unknown, but for the variance of r_x′.
    pub(super) fn covariances_with(&self, referred: usize, ratio: &Cell) -> Result<Vec<f64>, Error> {
        let (group, whole) = (self.cells.group[referred], self.whole_of(referred));
        if whole <= 0.0 {
            let mut alone = vec![0.0; self.cells.group.len()];
            alone[referred] = variance(ratio);
            return Ok(alone);
        }
        let mut weights = vec![0.0; self.cells.group.len()];
        weights[referred] = 1.0 / whole;
        self.cells.members(group).for_each(|cell| weights[cell] -= ratio.estimate / whole);
        let (_, with_cells) = self.linear.of_sum(self.observed, weights)?;
        let with_groups = self.cells.sums(&with_cells);
        let of_ratio = |(cell, with): (usize, f64)| {
            let (share, whole) = (self.linear.shares[cell], self.whole_of(cell));
            let with_group = with_groups[self.cells.group[cell]];
            if whole > 0.0 { (with - share / whole * with_group) / whole } else { 0.0 }
        };
        Ok(with_cells.into_iter().enumerate().map(of_ratio).collect())
    }
}

/// The square of a standard error.
fn variance(of: &Cell) -> f64 {
    of.standard_error.map_or(0.0, |error| error * error)
}

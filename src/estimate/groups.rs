//! Groups of respondents: conditional tables P(A | B) and differences between groups, from the inverse.
//!
//! r_x = π̂_x / π̂_{g(x)}, the share of cell x in its group g(x). With S, K, G the second moments of the
//! scores of π̂_x, of both, and of π̂_g (mathematics §5; products of entries are entries),
//! Var r = (S − 2rK + r²G)/(n·π̂_g²) by the delta method. The interval is Fieller's (1954):
//! all r with (π̂_x − r·π̂_g)² ≤ z²·Var(π̂_x − r·π̂_g), moved into \[0, 1\]; where the group is so small that
//! this is no interval it is all of \[0, 1\].
//!
//! d = r_x − r_x′ for the same categories in two groups: its score at report y is
//! v_x(y) − v_x′(y), v_x(y) = (α(x,y) − r_x·Σ_{x″∈g} α(x″,y))/π̂_g; Var d = Σ_y λ̂_y (v_x − v_x′)²/n, the
//! interval d ± z·SE moved into \[−1, 1\].
//!
//! Cost: O(w·N) for a conditional table, as much for every difference. Fails where the inverse does.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::factors::Factors;
use super::interval::two_sided_quantile;
use super::inverse;
use super::method::check_confidence;
use super::observed::Observed;
use super::operator;
use super::result::Cell;
use super::walk::Walk;
use crate::count::Table;
use crate::error::Error;
use crate::law::Law;

/// A table of shares within groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Conditional {
    attributes: Vec<usize>,
    given: Vec<usize>,
    cells: Vec<Cell>,
}

impl Conditional {
    /// The attributes, in the order of the axes; those of the groups among them.
    #[must_use]
    pub fn attributes(&self) -> &[usize] {
        &self.attributes
    }

    /// The attributes whose categories form the groups.
    #[must_use]
    pub fn given(&self) -> &[usize] {
        &self.given
    }

    /// The share of every cell within its group, in the order of the table's cells.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

/// The difference between a group and the reference group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The cell in the group.
    pub cell: usize,
    /// The same categories in the reference group.
    pub reference: usize,
    /// Share in the group minus share in the reference group, with error and interval.
    pub difference: Cell,
}

/// The conditional table P(other attributes | `given`) behind `table`, intervals at `confidence`.
///
/// # Errors
/// Those of [`super::estimate`]; `invalid-groups` where `given` is empty, repeats itself, is not part of
/// the table or all of it.
pub fn conditional(law: &Law, table: &Table, given: &[usize], confidence: f64) -> Result<Conditional, Error> {
    let groups = Groups::new(law, table, given, confidence)?;
    Ok(Conditional { attributes: table.attributes().into(), given: given.into(), cells: groups.cells()? })
}

/// The differences between every group and the group `reference`, a cell of the table over `given`.
///
/// # Errors
/// Those of [`conditional`]; `invalid-groups` where there is no such reference group.
pub fn differences(
    law: &Law,
    table: &Table,
    given: &[usize],
    reference: usize,
    confidence: f64,
) -> Result<Vec<Difference>, Error> {
    Groups::new(law, table, given, confidence)?.differences(reference)
}

/// A table whose cells lie in groups.
struct Groups<'l> {
    observed: Observed<'l>,
    given: Vec<usize>,
    z: f64,
    shares: Vec<f64>,
    /// π̂ of every group.
    of_groups: Vec<f64>,
    /// The group of every cell.
    group: Vec<usize>,
    /// The cell of the remaining table that every cell stands for.
    within: Vec<usize>,
}

impl<'l> Groups<'l> {
    fn new(law: &'l Law, table: &Table, given: &[usize], confidence: f64) -> Result<Self, Error> {
        check_confidence(confidence)?;
        let given = axes(table, given)?;
        let observed = Observed::new(law, table.clone())?;
        let rest: Vec<usize> = observed.axes().into_iter().filter(|axis| !given.contains(axis)).collect();
        let mut walk = Walk::new(observed.sizes(), &[given.clone(), rest]);
        let (mut group, mut within) = (Vec::new(), Vec::new());
        for _ in observed.shares() {
            group.push(walk.at()[0]);
            within.push(walk.at()[1]);
            walk.step();
        }
        Ok(Self {
            shares: inverse::shares_of(&observed, &observed.axes())?,
            of_groups: inverse::shares_of(&observed, &given)?,
            z: two_sided_quantile(1.0 - confidence),
            observed,
            given,
            group,
            within,
        })
    }

    fn cells(&self) -> Result<Vec<Cell>, Error> {
        let of_cells = inverse::second_moments(&self.observed, &self.observed.axes())?;
        let of_both = inverse::cross_moments(&self.observed, &self.given)?;
        let of_groups = inverse::second_moments(&self.observed, &self.given)?;
        let cell = |cell: usize| {
            let group = self.group[cell];
            let moments = Moments { own: of_cells[cell], both: of_both[cell], group: of_groups[group] };
            moments.ratio(self.shares[cell], self.of_groups[group], self.observed.n(), self.z)
        };
        Ok((0..self.shares.len()).map(cell).collect())
    }

    fn differences(&self, reference: usize) -> Result<Vec<Difference>, Error> {
        if reference >= self.of_groups.len() {
            let message = format!("group {reference} of {}", self.of_groups.len());
            return Err(Error::new("invalid-groups", message));
        }
        let factors = self.observed.inverse_factors(&self.observed.axes())?;
        let cells = 0..self.shares.len();
        let mut referred = vec![0; self.shares.len() / self.of_groups.len()];
        cells.clone().filter(|&c| self.group[c] == reference).for_each(|c| referred[self.within[c]] = c);
        let others = cells.filter(|&cell| self.group[cell] != reference);
        Ok(others.map(|cell| self.difference(&factors, cell, referred[self.within[cell]])).collect())
    }

    fn difference(&self, factors: &Factors, cell: usize, reference: usize) -> Difference {
        let ratio = |cell: usize| self.shares[cell] / self.of_groups[self.group[cell]];
        let mut score = vec![0.0; self.shares.len()];
        for (cell, sign) in [(cell, 1.0), (reference, -1.0)] {
            let (group, own) = (self.group[cell], self.of_groups[self.group[cell]]);
            score[cell] += sign / own;
            let members = score.iter_mut().zip(&self.group).filter(|(_, of)| **of == group);
            members.for_each(|(score, _)| *score -= sign * ratio(cell) / own);
        }
        operator::apply(factors, self.observed.sizes(), &mut score);
        let square: f64 = score.iter().zip(self.observed.shares()).map(|(v, share)| v * v * share).sum();
        let (estimate, standard_error) =
            (ratio(cell) - ratio(reference), libm::sqrt(square / self.observed.n()));
        let half = self.z * standard_error;
        let end = |end: f64| end.clamp(-1.0, 1.0);
        let (lower, upper) = (end(estimate - half), end(estimate + half));
        Difference { cell, reference, difference: Cell { estimate, standard_error, lower, upper } }
    }
}

/// E[α_x²], E[α_x α_g], E[α_g²] over the reports.
struct Moments {
    own: f64,
    both: f64,
    group: f64,
}

impl Moments {
    fn ratio(&self, share: f64, group: f64, n: f64, z: f64) -> Cell {
        let estimate = share / group;
        let variance = (self.own - 2.0 * estimate * self.both + estimate * estimate * self.group) / n;
        let standard_error = libm::sqrt(libm::fmax(variance, 0.0)) / libm::fabs(group);
        let (lower, upper) = self.fieller(share, group, z * z / n).unwrap_or((0.0, 1.0));
        Cell { estimate, standard_error, lower, upper }
    }

    /// The roots of a·r² + b·r + c, moved into \[0, 1\]; none where they hold no interval.
    fn fieller(&self, share: f64, group: f64, k: f64) -> Option<(f64, f64)> {
        let a = (1.0 + k) * group * group - k * self.group;
        let half_b = k * self.both - (1.0 + k) * share * group;
        let c = (1.0 + k) * share * share - k * self.own;
        let discriminant = half_b * half_b - a * c;
        if a <= 0.0 || discriminant < 0.0 {
            return None;
        }
        let root = libm::sqrt(discriminant);
        let ends = ((-half_b - root) / a, (-half_b + root) / a);
        (ends.1 >= 0.0 && ends.0 <= 1.0).then(|| (ends.0.clamp(0.0, 1.0), ends.1.clamp(0.0, 1.0)))
    }
}

/// The axes of the attributes `given`.
fn axes(table: &Table, given: &[usize]) -> Result<Vec<usize>, Error> {
    let axis = |attribute: &usize| table.attributes().iter().position(|of| of == attribute);
    let axes: Option<Vec<usize>> = given.iter().map(axis).collect();
    let repeated = given.iter().enumerate().any(|(place, of)| given[..place].contains(of));
    let attributes = table.attributes();
    axes.filter(|axes| !repeated && !axes.is_empty() && axes.len() < attributes.len()).ok_or_else(|| {
        let message = format!(
            "groups by attributes {given:?} of a table over {attributes:?}: some, not all, each once"
        );
        Error::new("invalid-groups", message)
    })
}

//! Errors of an estimated table beyond those of its single cells: covariances, shares within groups, differences
//! between groups. All by the delta method ([`crate::estimate::derivative`]), for every reconstruction.

use alloc::vec::Vec;

use super::covariance;
use super::covariance::Covariance;
use super::groups::{Conditional, Difference, Groups, axes};
use super::influence;
use super::simultaneous;
use crate::count::Table;
use crate::error::Error;
use crate::estimate::derivative::{Jacobian, variance};
use crate::estimate::observed::Observed;
use crate::estimate::options::Options;
use crate::estimate::reconstruct::likelihood::information::Information;
use crate::estimate::result::{Estimate, Reconstructed};
use crate::law::Law;

/// Estimates and what their errors follow from.
pub(crate) struct Linear {
    pub(crate) shares: Vec<f64>,
    pub(crate) variances: Vec<f64>,
    jacobian: Jacobian,
    /// The part of the variances that J does not tell: noise of every cell's own.
    alone: Option<Vec<f64>>,
    /// By how much the estimates were moved, as noise of its own, where they were.
    moves: Option<Vec<f64>>,
}

impl From<Reconstructed> for Linear {
    fn from(of: Reconstructed) -> Self {
        let untold = |(all, told): (&f64, f64)| libm::fmax(all - told, 0.0);
        let told = of.jacobian.information().map(Information::told);
        let alone = told.map(|told| of.variances.iter().zip(told).map(untold).collect());
        Self { shares: of.shares, variances: of.variances, jacobian: of.jacobian, alone, moves: None }
    }
}

impl Linear {
    /// The variance of the sum of the estimates with these weights, and its covariances with all of them.
    pub(crate) fn of_sum(
        &self,
        observed: &Observed<'_>,
        weights: Vec<f64>,
    ) -> Result<(f64, Vec<f64>), Error> {
        let sum =
            self.moves.as_ref().map(|moves| moves.iter().zip(&weights).map(|(m, u)| m * u).sum::<f64>());
        let alone: Option<Vec<f64>> =
            self.alone.as_ref().map(|alone| alone.iter().zip(&weights).map(|(v, u)| v * u).collect());
        let of_alone = alone.iter().flatten().zip(&weights).map(|(v, u)| v * u).sum::<f64>();
        let scores = self.jacobian.pull(observed, weights)?;
        let mut own = variance(observed, &scores) + of_alone;
        let mut with_all = self.jacobian.covariances(observed, &scores)?;
        with_all.iter_mut().zip(alone.iter().flatten()).for_each(|(covariance, own)| *covariance += own);
        if let (Some(moves), Some(sum)) = (&self.moves, sum) {
            own += sum * sum;
            with_all.iter_mut().zip(moves).for_each(|(covariance, moved)| *covariance += moved * sum);
        }
        Ok((own, with_all))
    }
}

/// The errors of one table.
///
/// Units: shares. Simultaneous intervals that are simulated for cells are Bonferroni's for groups.
pub struct Errors<'l> {
    observed: Observed<'l>,
    critical: f64,
    own: Linear,
    /// The estimates before they were moved, whose intervals are given.
    centre: Option<Linear>,
    /// The most that one forged report can move a cell, where the estimates are those of the inverse.
    influence: Option<f64>,
}

impl<'l> Errors<'l> {
    /// The errors of the estimate that [`crate::estimate::estimate`] gives for the same arguments. Cost: that of the estimate.
    ///
    /// # Errors
    /// Those of [`crate::estimate::estimate`].
    pub fn new(law: &'l Law, table: &Table, options: &Options) -> Result<Self, Error> {
        options.check()?;
        let observed = Observed::new(law, table.clone())?.out_of(options.population)?;
        let observed = crate::estimate::estimation::settled(observed, options)?;
        let mut reconstructed = crate::estimate::estimation::reconstruct(&observed, options)?;
        let centre = reconstructed.centre.take().map(|centre| Linear::from(*centre));
        let critical = simultaneous::critical(options, observed.shares().len());
        let linear = matches!(reconstructed.jacobian, Jacobian::Inverse) && centre.is_none();
        let influence = reconstructed.influence.filter(|_| linear);
        Ok(Self { observed, critical, own: reconstructed.into(), centre, influence })
    }

    /// The same for an estimate of the same table that was made consistent with others.
    #[must_use]
    pub fn moved_to(self, estimate: &Estimate) -> Self {
        let moves: Vec<f64> =
            estimate.shares().iter().zip(&self.own.shares).map(|(to, from)| to - from).collect();
        let variances =
            self.own.variances.iter().zip(&moves).map(|(variance, moved)| variance + moved * moved).collect();
        let (jacobian, alone) = (self.own.jacobian.clone(), self.own.alone.clone());
        let own = Linear { shares: estimate.shares().into(), variances, jacobian, alone, moves: Some(moves) };
        let centre = self.centre.unwrap_or(self.own);
        Self { own, centre: Some(centre), influence: None, ..self }
    }

    /// The covariances of all cells. Cost: 2N applications of J, O(w·N²) time, N² doubles.
    ///
    /// # Errors
    /// `too-large` for more than [`crate::schema::MAX_TABLE_CELLS`] entries.
    pub fn covariance(&self) -> Result<Covariance, Error> {
        covariance::of(&self.observed, &self.own)
    }

    /// The conditional table P(other attributes | `given`). Cost: 2 applications of J a group.
    ///
    /// # Errors
    /// `invalid-groups` where `given` is empty, repeats itself, is not part of the table or all of it.
    pub fn conditional(&self, given: &[usize]) -> Result<Conditional, Error> {
        let groups = self.groups(given, &self.own)?;
        let cells = groups.cells()?;
        let cells = match &self.centre {
            None => cells,
            Some(centre) => {
                let around = self.groups(given, centre)?.cells()?;
                cells.into_iter().zip(around).map(|(cell, around)| cell.within(&around, 0.0)).collect()
            }
        };
        let influence =
            self.influence.zip(influence::of_inverse(&self.observed, &axes(&self.observed, given)?).ok());
        let influence = influence.and_then(|(own, of_group)| groups.influence(own, of_group));
        Ok(Conditional::new(self.observed.attributes(), given, cells, influence))
    }

    /// The differences between every group and the group `reference`, a cell of the table over `given`. Cost: 2
    /// applications of J a group and a cell of the group of reference.
    ///
    /// # Errors
    /// Those of [`Self::conditional`]; `invalid-groups` where there is no such reference group.
    pub fn differences(&self, given: &[usize], reference: usize) -> Result<Vec<Difference>, Error> {
        let mut differences = self.groups(given, &self.own)?.differences(reference)?;
        if let Some(centre) = &self.centre {
            let around = self.groups(given, centre)?.differences(reference)?;
            for (own, around) in differences.iter_mut().zip(around) {
                own.difference = own.difference.within(&around.difference, -1.0);
            }
        }
        Ok(differences)
    }

    fn groups<'e>(&'e self, given: &[usize], of: &'e Linear) -> Result<Groups<'e, 'l>, Error> {
        Groups::new(&self.observed, of, given, self.critical)
    }
}

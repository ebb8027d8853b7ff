//! One estimated table.

use candor::Error;
use candor::count::{Axes, Table};
use candor::estimate::{
    Cell, Conditional, Covariance, Difference, Errors, Estimate, Estimation, Misfit, Reconstruction,
};
use candor::inference::BeyondPairs;
use candor::loglinear::BestGuess;
use candor::plan::Plan;

use super::asked::Asked;
use super::guess::for_table;

/// One estimated table.
pub struct EstimatedTable {
    misfit: Option<Misfit>,
    estimate: Estimate,
    pub(super) grouped: Option<Grouped>,
    pub(super) covariance: Option<Covariance>,
    pub(super) beyond_pairs: Option<BeyondPairs>,
}

/// Shares within groups, and the differences of every group from the reference group.
pub struct Grouped {
    given: Vec<String>,
    valid: bool,
    conditional: Conditional,
    differences: Vec<Difference>,
}

impl Grouped {
    fn new(plan: &Plan, errors: &Errors<'_>, asked: &Asked) -> Result<Option<Self>, Error> {
        let groups = &asked.groups;
        if groups.are_none() {
            return Ok(None);
        }
        let (given, reference) = groups.positions(plan.table_schema())?;
        Ok(Some(Self {
            given: groups.given.clone(),
            valid: groups.valid,
            conditional: errors.conditional(&given)?,
            differences: if given.is_empty() { Vec::new() } else { errors.differences(&given, reference)? },
        }))
    }
}

impl EstimatedTable {
    /// Estimates one table, by its best guess if the method takes it and there is one, with the requested covariance and errors within groups.
    pub(super) fn new<'p>(
        plan: &'p Plan,
        table: Table,
        asked: &Asked,
        guess: Option<&BestGuess>,
    ) -> Result<(Self, Option<Errors<'p>>), Error> {
        let (options, guess) = for_table(guess, &asked.options, table.asked());
        let estimation = Estimation::new(plan, table, &options)?.until(&asked.stop);
        let misfit = estimation.misfit();
        let (estimate, errors) = if asked.covariance || !asked.groups.are_none() {
            let (estimate, errors) = estimation.with_errors()?;
            let errors = if asked.groups.valid { errors.among_answers() } else { errors };
            (estimate, Some(errors))
        } else {
            (estimation.estimate()?, None)
        };
        let (estimate, errors) = match guess.and_then(|guess| guess.estimate(&estimate)) {
            Some(guessed) => {
                let errors = errors.map(|errors| errors.moved_to(&guessed));
                (guessed, errors)
            }
            None => (estimate, errors),
        };
        let mut estimated = Self { misfit, estimate, grouped: None, covariance: None, beyond_pairs: None };
        estimated.add(plan, errors.as_ref(), asked)?;
        Ok((estimated, errors))
    }

    /// Replaces the estimates with ones that were made consistent with other tables.
    pub(super) fn move_to(
        &mut self,
        plan: &Plan,
        estimate: Estimate,
        errors: Option<Errors<'_>>,
        asked: &Asked,
    ) -> Result<(), Error> {
        let errors = errors.map(|errors| errors.moved_to(&estimate));
        self.estimate = estimate;
        self.add(plan, errors.as_ref(), asked)
    }

    fn add(&mut self, plan: &Plan, errors: Option<&Errors<'_>>, asked: &Asked) -> Result<(), Error> {
        if let Some(errors) = errors {
            self.grouped = Grouped::new(plan, errors, asked)?;
            let covariance = || match &self.grouped {
                Some(of) => errors.conditional_covariance(of.conditional.grouping()),
                None => errors.covariance(),
            };
            self.covariance = asked.covariance.then(covariance).transpose()?;
        }
        Ok(())
    }

    /// The attributes and their categories.
    #[must_use]
    pub fn axes(&self) -> &Axes {
        self.estimate.axes()
    }

    pub(super) fn misfit(&self) -> Option<&Misfit> {
        self.misfit.as_ref()
    }

    pub(super) fn estimate(&self) -> &Estimate {
        &self.estimate
    }

    /// The attributes that form groups; empty where shares are not within groups.
    #[must_use]
    pub fn grouping(&self) -> &[String] {
        self.grouped.as_ref().map_or(&[], |grouped| &grouped.given)
    }

    pub(super) fn differences(&self) -> &[Difference] {
        self.grouped.as_ref().map_or(&[], |grouped| &grouped.differences)
    }

    /// The most by which one forged report can change the estimate of a cell, where that is bounded.
    pub(super) fn influence(&self) -> Option<f64> {
        match &self.grouped {
            Some(grouped) => grouped.conditional.influence(),
            None => self.estimate.influence(),
        }
    }

    /// Whether the shares are the best guess of all tables together, which has no standard errors.
    #[must_use]
    pub fn is_best_guess(&self) -> bool {
        self.estimate.method() == Reconstruction::LogLinear
    }

    /// The number of cells.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.estimate.shares().len()
    }

    /// The number of cells, and of their covariances where these were asked for.
    pub(super) fn numbers(&self) -> usize {
        let cells = self.cell_count();
        cells + self.covariance.as_ref().map_or(0, |_| cells * cells)
    }

    /// The share of a cell: among all reports, or within its group.
    #[must_use]
    pub fn cell(&self, place: usize) -> Cell {
        match &self.grouped {
            Some(grouped) => grouped.conditional.cells()[place],
            None => self.estimate.cell(place),
        }
    }

    /// Whether shares are among those who were asked and answered.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.grouped.as_ref().is_some_and(|grouped| grouped.valid)
    }

    /// Whether a cell can occur and, if shares are among answers, has them.
    #[must_use]
    pub fn occurs(&self, place: usize) -> bool {
        let is_member = self.grouped.as_ref().is_none_or(|grouped| grouped.conditional.is_member(place));
        is_member && self.axes().possible().is_none_or(|possible| possible[place])
    }

    /// The standard errors of noise and of sampling, where they are separate and shares are not within groups.
    pub(super) fn parts(&self, place: usize) -> Option<[f64; 2]> {
        let noise = self.estimate.standard_errors_of_noise().filter(|_| self.grouped.is_none())?;
        Some([noise[place], self.estimate.standard_errors_of_sampling()?[place]])
    }

    /// The shares of all cells, also of those that cannot occur.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.cell_count()).map(|place| self.cell(place))
    }
}

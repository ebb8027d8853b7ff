//! Errors of an estimated table beyond those of its single cells: covariances, shares within groups, differences
//! between groups. All by the delta method ([`crate::estimate::methods::derivative`]), for every reconstruction.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::covariance::{self, Covariance};
use super::groups::{Conditional, Difference, Groups};
use super::linear::Linear;
use crate::count::{AttributeKey, Axes};
use crate::error::{Code, Error};
use crate::estimate::methods::influence::Reach;
use crate::estimate::methods::reconstructed::Reconstructed;
use crate::estimate::observed::Observed;
use crate::estimate::result::Estimate;
use crate::estimate::result::cell::Cell;

/// The errors of one table ([`crate::estimate::Estimation::with_errors`]).
///
/// ```
/// use candor::count::Table;
/// use candor::estimate::{Conditional, Covariance, Difference, Estimation, Options};
/// # use candor::{design, schema::{Attribute, Category, Schema}};
/// # let attribute = |name| Attribute::new(name, None, Category::list(["no", "yes"]), false);
/// # let schema = Schema::new(vec![attribute("smoker")?, attribute("drinker")?])?;
/// # let levels = design::Levels::new(vec![2, 2], vec![1.0, 1.0])?;
/// # let law = design::Request::levels(&levels).design()?.law().clone();
/// let table = Table::from_counts(&schema, &["smoker", "drinker"], vec![400, 200, 150, 250])?;
/// let (estimate, errors) = Estimation::new(&law, table, &Options::default())?.with_errors()?;
/// // The variance of a cell is the square of its standard error.
/// let covariance: Covariance = errors.covariance()?;
/// let variance = covariance.row(3)[3];
/// assert!((variance.sqrt() / estimate.cell(3).standard_error.unwrap_or(0.0) - 1.0).abs() < 1e-12);
/// // Smokers drink more often than others: group 0 of "smoker" is "no", cell 3 is ("yes", "yes").
/// let among_smokers: Conditional = errors.conditional(&["smoker"])?;
/// assert!(among_smokers.cells()[3].estimate > among_smokers.cells()[1].estimate);
/// let differences: Vec<Difference> = errors.differences(&["smoker"], 0)?;
/// let apart = differences.iter().find(|apart| apart.cell == 3).unwrap().difference;
/// assert!(apart.estimate > 0.0);
/// // The variance of that difference, from the covariances of the two shares.
/// let within: Covariance = errors.conditional_covariance(&["smoker"])?;
/// let variance = within.row(3)[3] + within.row(1)[1] - 2.0 * within.row(3)[1];
/// assert!((variance.sqrt() / apart.standard_error.unwrap_or(0.0) - 1.0).abs() < 1e-12);
/// // Moved to another estimate of the same table, the errors gain how far it was moved.
/// assert_eq!(errors.moved_to(&estimate).covariance()?.cells(), 4);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// Units: shares. If simultaneous intervals are simulated for cells, those of groups are Bonferroni's.
pub struct Errors<'l> {
    axes: Arc<Axes>,
    observed: Observed<'l>,
    critical: f64,
    own: Linear,
    /// The estimates before they were moved; the intervals are theirs.
    centre: Option<Linear>,
    /// The most that one forged report can move a cell, if the estimates are those of the inverse.
    influence: Option<f64>,
    /// What one report adds to a cell, if the intervals are those of the inverse.
    reach: Option<Reach>,
    /// Whether the estimates are a best guess, whose errors are not known.
    is_guess: bool,
    /// Whether shares within groups are among those who answered.
    among_answers: bool,
}

impl<'l> Errors<'l> {
    pub(in crate::estimate) fn new(
        axes: Arc<Axes>,
        observed: Observed<'l>,
        of: Reconstructed,
        critical: f64,
    ) -> Self {
        let influence = of.influence.filter(|_| of.is_linear());
        let reach = of.centre.as_ref().map_or(of.reach, |centre| centre.reach);
        let centre = of.centre.as_deref().cloned().map(Linear::from);
        Self {
            axes,
            observed,
            critical,
            own: of.into(),
            centre,
            influence,
            reach,
            is_guess: false,
            among_answers: false,
        }
    }

    /// The errors of an estimate of the same table that was made consistent with others, or of its best guess, in which only intervals are left.
    #[must_use]
    pub fn moved_to(self, estimate: &Estimate) -> Self {
        let own = self.own.moved_to(estimate.shares());
        let centre = self.centre.unwrap_or(self.own);
        let is_guess = estimate.standard_errors().is_none();
        Self { own, centre: Some(centre), influence: None, is_guess, ..self }
    }

    /// Takes shares within groups among those who were asked and answered: "not asked" and "no answer" of the attributes that form no groups are left
    /// out of the denominators. Then `given` may be empty, which makes one group.
    ///
    /// ```
    /// # use candor::{Plan, Survey, count::Table, estimate::{Estimation, Options}};
    /// # let survey = Survey::from_json(r#"{"survey": "work", "privacy": {"record_epsilon": 4, "method": "analysis"}, "attributes": [
    /// #     {"name": "harassed", "categories": ["no", "yes"]},
    /// #     {"name": "by", "categories": ["colleague", "manager"], "asked_if": {"harassed": ["yes"]}}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// let counted = Table::from_counts(&plan, &["harassed", "by"], vec![20, 20, 700, 110, 140, 10])?;
    /// let (estimate, errors) = Estimation::new(&plan, counted, &Options::default())?.with_errors()?;
    /// let none: [&str; 0] = [];
    /// let valid = errors.among_answers().conditional(&none)?;
    /// // Of those who were harassed, as only they were asked: cell 4 is ("yes", "manager").
    /// let share = estimate.shares()[4] / (estimate.shares()[3] + estimate.shares()[4]);
    /// assert!((valid.cells()[4].estimate - share).abs() < 1e-12);
    /// assert!(valid.is_member(4) && !valid.is_member(5));
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn among_answers(self) -> Self {
        Self { among_answers: true, influence: None, reach: None, ..self }
    }

    /// The covariances of all cells. Cost: 2N applications of J, O(w·N²) time, N² doubles.
    ///
    /// # Errors
    /// `too-large` for more than [`crate::schema::MAX_TABLE_CELLS`] entries; `undefined-statistic` for a best guess.
    pub fn covariance(&self) -> Result<Covariance, Error> {
        self.check_known()?;
        let cells = self.own.shares.len();
        covariance::of_rows(cells, |cell| {
            let mut weights = vec![0.0; cells];
            weights[cell] = 1.0;
            Ok(self.own.of_sum(&self.observed, weights)?.1)
        })
    }

    /// The covariances of the shares of [`Self::conditional`]. Those of cells that belong to no group mean nothing. Cost: that of [`Self::covariance`].
    ///
    /// # Errors
    /// The errors of [`Self::conditional`] and of [`Self::covariance`].
    pub fn conditional_covariance(&self, given: &[impl AttributeKey]) -> Result<Covariance, Error> {
        self.check_known()?;
        let groups = self.groups(&self.positions(given)?, &self.own)?;
        let cells = groups.ratios()?;
        covariance::of_rows(cells.len(), |cell| groups.covariances_with(cell, &cells[cell]))
    }

    /// Refuses a best guess.
    fn check_known(&self) -> Result<(), Error> {
        if self.is_guess {
            let message = "a best guess has no standard errors, and so no covariances; take the method inverse for these";
            return Err(Error::new(Code::UndefinedStatistic, message));
        }
        Ok(())
    }

    /// The conditional table P(other attributes | `given`), attributes by name or position. Cost: 2 applications of J a group.
    ///
    /// # Errors
    /// `unknown-attribute`; `invalid-groups` if `given` is empty (but among answers), repeats an attribute, has one that is not in the table, or has all of them.
    pub fn conditional(&self, given: &[impl AttributeKey]) -> Result<Conditional, Error> {
        let given = &self.positions(given)?;
        let groups = self.groups(given, &self.own)?;
        let cells: Vec<Cell> = groups.ratios()?.into_iter().map(|cell| self.known(cell)).collect();
        let influence = self.influence.and_then(|own| groups.influence(own));
        let cells = match &self.centre {
            None => cells,
            Some(centre) => {
                let around = self.groups(given, centre)?.ratios()?;
                cells.into_iter().zip(around).map(|(cell, around)| cell.within(&around, 0.0)).collect()
            }
        };
        let members = groups.cells.members;
        Ok(Conditional::new(self.observed.attributes(), given, cells, influence, members))
    }

    /// The differences between every group and the group `reference`, a cell of the table over `given`. Cost: 2 applications of J for every
    /// group and for every cell of the reference group.
    ///
    /// # Errors
    /// The errors of [`Self::conditional`]; `invalid-groups` if there is no such reference group.
    pub fn differences(
        &self,
        given: &[impl AttributeKey],
        reference: usize,
    ) -> Result<Vec<Difference>, Error> {
        let given = &self.positions(given)?;
        let mut differences = self.groups(given, &self.own)?.differences(reference)?;
        differences.iter_mut().for_each(|own| own.difference = self.known(own.difference));
        if let Some(centre) = &self.centre {
            let around = self.groups(given, centre)?.differences(reference)?;
            for (own, around) in differences.iter_mut().zip(around) {
                own.difference = own.difference.within(&around.difference, -1.0);
            }
        }
        Ok(differences)
    }

    /// A number of these estimates, without its standard error if that is not known.
    fn known(&self, cell: Cell) -> Cell {
        Cell { standard_error: cell.standard_error.filter(|_| !self.is_guess), ..cell }
    }

    fn positions(&self, given: &[impl AttributeKey]) -> Result<Vec<usize>, Error> {
        given.iter().map(|key| key.position(|name| self.axes.position(name))).collect()
    }

    fn groups<'e>(&'e self, given: &[usize], of: &'e Linear) -> Result<Groups<'e, 'l>, Error> {
        let answers = self.among_answers.then(|| self.axes.answers());
        Groups::new(&self.observed, of, given, self.critical, (self.reach, answers))
    }
}

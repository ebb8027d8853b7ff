//! The best guess of a weighted sample: the log-linear model of [`crate::loglinear`], fitted to the weighted tables of all questions and pairs.
//!
//! Every component is weighed by the variance that linearisation gives its weighted estimate, so that uneven weights count as the fewer reports that they amount
//! to. A plain column whose margin the weights match has no variance at all: a ten thousandth of that of as many people drawn from the population is taken, with
//! which the fit keeps the margin.
//!
//! Cost: that of [`Weighted::new`] for every table, and of the fit.

use alloc::vec::Vec;

use super::classes::ReportClass;
use super::estimates::{Weighted, WeightedCell};
use super::groups::{WeightedGroups, within};
use super::raking::Raking;
use super::sample::WeightedSample;
use crate::error::{Code, Error};
use crate::estimate::{Cell, Origin, Scored, Stop};
use crate::loglinear::{BestGuess, UnbiasedTable, best_guess, once_each};

/// The least variance of a share, as a part of that of a share of as many people drawn from the population.
const LEAST_PART: f64 = 1e-4;

impl Weighted {
    /// Estimates all tables of one and two questions together, as [`BestGuess::of_counts`] does, from reports that are weighted to these margins: for every
    /// question, and those pairs that can be estimated, the classes of its reports. Classes are the same, and in the same order, for all tables.
    ///
    /// ```
    /// use candor::inference::{Raking, ReportClass, Weighted};
    /// use candor::{Table, estimate::Options};
    /// # use candor::{Plan, Survey};
    /// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
    /// #     {"name": "smoker", "categories": ["no", "yes"]}, {"name": "drinker", "categories": ["no", "yes"]}],
    /// #     "privacy": {"record_epsilon": 1, "method": "analysis"}}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// // Half of all people live in each of two regions, but three quarters of the reports come from the first.
    /// let region = |region: usize, attributes: &[&str], counts: &[u64]| {
    ///     Ok::<_, candor::Error>(ReportClass::new(Table::from_counts(&plan, attributes, counts.to_vec())?, vec![region]))
    /// };
    /// let classes = [
    ///     vec![region(0, &["smoker"], &[2000, 1000])?, region(1, &["smoker"], &[450, 550])?],
    ///     vec![region(0, &["drinker"], &[1700, 1300])?, region(1, &["drinker"], &[480, 520])?],
    ///     vec![region(0, &["smoker", "drinker"], &[1200, 800, 500, 500])?, region(1, &["smoker", "drinker"], &[230, 220, 250, 300])?],
    /// ];
    /// let margins = Raking::new(vec![vec![0.5, 0.5]])?;
    /// let guess = Weighted::best_guess(&plan, &classes, &margins, &Default::default())?;
    /// // Shown with the interval of the unbiased estimate.
    /// let both = Weighted::new(&plan, &classes[2], &margins, &Options::default())?;
    /// let cells = both.guessed(&guess.table(&[0, 1]).unwrap_or_default());
    /// assert!((cells.iter().map(|cell| cell.estimate).sum::<f64>() - 1.0).abs() < 1e-9);
    /// assert!(cells[3].lower <= cells[3].estimate && cells[3].standard_error.is_none());
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Weighted::new`] and [`best_guess`]; `invalid-weights` where the classes of two tables have other numbers of reports.
    pub fn best_guess<'l>(
        of: impl Into<Origin<'l>>,
        tables: &[Vec<ReportClass>],
        margins: &Raking,
        stop: &Stop,
    ) -> Result<BestGuess, Error> {
        let of = of.into();
        let attributes = |classes: &Vec<ReportClass>| match classes.first() {
            Some(class) => class.table.asked_attributes().to_vec(),
            None => Vec::new(),
        };
        let tables: Vec<Vec<ReportClass>> = once_each(tables.iter().cloned(), attributes);
        let (sample, scored) =
            WeightedSample::in_each(&tables, margins, |classes| Scored::of_all_cells(of, classes))?;
        let effective = sample.effective();
        let drawn = |share: &f64| libm::fmax(share * (1.0 - share), 0.0) / effective;
        let mut unbiased = Vec::new();
        for (scored, classes) in scored.into_iter().zip(&tables) {
            stop.check()?;
            let scores = match scored?.of_cells() {
                Err(error) if error.code() == Code::UnidentifiableTable => continue,
                scores => scores?,
            };
            let shares = sample.mean(&scores);
            let variances = sample.variances(&scores)?.into_iter().zip(&shares);
            let standard_errors = variances
                .map(|(variance, share)| libm::sqrt(libm::fmax(variance, LEAST_PART * drawn(share))))
                .collect();
            let Some(class) = classes.first() else { continue };
            unbiased.push(UnbiasedTable::over(&class.table.asked_axes(), shares, standard_errors));
        }
        best_guess(&unbiased, stop)
    }

    /// The best guess of this table in place of its unbiased estimate, whose intervals it keeps, stretched to hold it; it has no standard errors.
    #[must_use]
    pub fn guessed(&self, shares: &[f64]) -> Vec<Cell> {
        self.cells.iter().zip(shares).map(|(cell, share)| cell.guessed(*share, 0.0)).collect()
    }
}

impl WeightedGroups {
    /// The best guess of these shares within groups, and of their differences, from that of the whole table; likewise.
    ///
    /// ```
    /// # use candor::inference::{Grouping, Raking, ReportClass, WeightedGroups};
    /// # use candor::{Plan, Survey, Table, estimate::Options};
    /// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [{"name": "sex", "categories": ["f", "m"], "epsilon": 4},
    /// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 4}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// # let classes = [ReportClass::new(Table::from_counts(&plan, &["sex", "smoker"], vec![300, 100, 250, 350])?, vec![])];
    /// # let of_sexes = Grouping { given: &[0], ..Grouping::default() };
    /// let within = WeightedGroups::new(&plan, &classes, &Raking::new(vec![])?, of_sexes, &Options::default())?;
    /// let (cells, differences) = within.guessed(&[0.3, 0.1, 0.3, 0.3]);
    /// assert!((cells[1].estimate - 0.25).abs() < 1e-9 && (differences[1].estimate - 0.25).abs() < 1e-9);
    /// # Ok::<(), candor::Error>(())
    /// ```
    #[must_use]
    pub fn guessed(&self, shares: &[f64]) -> (Vec<Cell>, Vec<Cell>) {
        let within = within(&self.grouped, shares);
        let cells = self.cells.iter().zip(&within).map(|(cell, share)| cell.guessed(*share, 0.0));
        let differences = self.differences.iter().map(|own| {
            let share = within[own.cell] - within[own.reference];
            own.difference.guessed(share, -1.0)
        });
        (cells.collect(), differences.collect())
    }
}

impl WeightedCell {
    /// A best guess with the interval of this estimate, stretched to hold it.
    fn guessed(&self, share: f64, least: f64) -> Cell {
        let Self { estimate, standard_error, lower, upper, .. } = *self;
        let around = Cell::new(estimate, Some(standard_error), (lower, upper));
        Cell::new(share, None, (lower, upper)).within(&around, least)
    }
}

//! Scores of classes of reports with different weights, of which a weighted estimate and its errors are sums.
//!
//! The inverse estimates are means of scores, a vector s for every report ([`crate::estimate::observed::truth::noise`]). If reports of class g have the
//! weight w_g, the estimate is Σ w_g·S_g / Σ w_g·n_g, S_g the sum of the scores of the class. The sum of their squares is estimated without bias
//! by (A∘A)·M·S_g, which is the sum itself for an unlabelled law. Sums of cells, such as a share within a group to first order, have scores of their own.
//! Where some cells cannot occur, scores are those of the conditioned inverse ([`super::conditioned`]), of the table by itself.
//!
//! Cost: that of an inverse for every class and view; where cells cannot occur, for every cell as well. Fails where the law erases a component of the
//! table.

use alloc::vec::Vec;

use super::conditioned::{Conditioned, unit};
use super::derivative::Derivative;
use crate::count::Table;
use crate::error::{Code, Error};
use crate::estimate::interval::rule::{Around, Rule, Sample};
use crate::estimate::observed::Observed;
use crate::estimate::observed::operator;
use crate::estimate::observed::origin::Origin;
use crate::estimate::observed::truth::noise::Noise;
use crate::exact::count_to_f64;
use crate::numeric::vectors::dot;

/// The scores of one class: of the cells of a table, or of sums of them.
pub(crate) struct ClassScores {
    /// n_g, the number of reports.
    pub(crate) reports: f64,
    /// S_g, the sums of the scores.
    pub(crate) sums: Vec<f64>,
    /// Σ s², estimated without bias.
    pub(crate) squares: Vec<f64>,
}

/// Classes of reports, with the scores of the cells of a table.
pub(crate) struct Scored<'l> {
    observed: Observed<'l>,
    /// Where some cells cannot occur, how they are used.
    conditioned: Option<Conditioned>,
    /// What every class adds to n·λ̂.
    summed: Vec<Vec<f64>>,
    classes: Vec<ClassScores>,
}

impl<'l> Scored<'l> {
    /// Computes the scores of classes of reports, each given as a table over the same attributes and the weight of one of its reports.
    ///
    /// # Errors
    /// `empty-sample` if no report weighs anything; `plan-mismatch`; `unidentifiable-table`.
    pub(crate) fn new(of: impl Into<Origin<'l>>, classes: &[(&Table, f64)]) -> Result<Self, Error> {
        let origin = of.into();
        let parts: Vec<_> =
            classes.iter().map(|(table, weight)| ((*table).clone().into_parts(), *weight)).collect();
        let Some((first, _)) = parts.first() else {
            return Err(Error::new(Code::EmptySample, "there are 0 reports to estimate from"));
        };
        for (part, _) in &parts {
            origin.check(&part.axes)?;
            if part.axes != first.axes {
                return Err(Error::new(
                    Code::PlanMismatch,
                    "only tables over the same attributes can be weighted together",
                ));
            }
        }
        let observed = Observed::weighted(origin.law, &parts)?;
        let conditioned = Conditioned::of(&observed)?;
        let summed = parts.iter().map(|(part, _)| observed.summed(part)).collect();
        let mut scored = Self { observed, conditioned, summed, classes: Vec::new() };
        let reports = parts.iter().map(|(part, _)| count_to_f64(part.total)).collect();
        scored.classes = scored.of_cells(reports)?;
        Ok(scored)
    }

    /// The scores of all cells of classes with these numbers of reports.
    fn of_cells(&self, reports: Vec<f64>) -> Result<Vec<ClassScores>, Error> {
        let (observed, axes) = (&self.observed, self.observed.axes());
        let seconds = Noise::new(observed, &axes)?.seconds;
        if self.conditioned.is_some() {
            let cells = observed.shares().len();
            let each = (0..cells).map(|cell| self.scores_of(&unit(cell, cells)));
            let scores = each.collect::<Result<Vec<_>, Error>>()?;
            let of_class = |(reports, summed): (f64, &Vec<f64>)| ClassScores {
                reports,
                sums: scores.iter().map(|scores| dot(scores, summed)).collect(),
                squares: scores.iter().map(|scores| self.squares(summed, scores)).collect(),
            };
            return Ok(reports.into_iter().zip(&self.summed).map(of_class).collect());
        }
        let of_class = |(reports, summed): (f64, &Vec<f64>)| {
            let sums = observed.inverted(&axes, summed.clone())?;
            let mut squares = sums.clone();
            operator::apply(&seconds, observed.sizes(), &mut squares);
            Ok(ClassScores { reports, sums, squares })
        };
        reports.into_iter().zip(&self.summed).map(of_class).collect()
    }

    /// The scores, in λ̂, of the sum of the cells that have these coefficients.
    fn scores_of(&self, coefficients: &[f64]) -> Result<Vec<f64>, Error> {
        let (observed, axes) = (&self.observed, self.observed.axes());
        let (Some(conditioned), Some(occurring)) = (&self.conditioned, observed.occurring()) else {
            return Ok(observed.scores_of_sum(&axes, coefficients));
        };
        let cells = coefficients.iter().zip(occurring);
        let occurs = cells.map(|(own, occurs)| if *occurs { *own } else { 0.0 });
        conditioned.pull(observed, occurs.collect())
    }

    /// The classes, with the scores of all cells.
    pub(crate) fn classes(&self) -> &[ClassScores] {
        &self.classes
    }

    /// Whether some record can fall into a cell, or that is not used.
    pub(crate) fn occurs(&self, cell: usize) -> bool {
        self.conditioned.is_none() || self.observed.occurring().is_none_or(|occurring| occurring[cell])
    }

    /// The classes, with the scores of sums of the cells that have these coefficients. Cost: that of an inverse for every sum, class and view.
    pub(crate) fn of_sums(&self, sums: &[Vec<f64>]) -> Result<Vec<ClassScores>, Error> {
        let each = sums.iter().map(|coefficients| self.scores_of(coefficients));
        let scores = each.collect::<Result<Vec<_>, Error>>()?;
        let of_class = |(class, summed): (&ClassScores, &Vec<f64>)| ClassScores {
            reports: class.reports,
            sums: sums.iter().map(|coefficients| dot(coefficients, &class.sums)).collect(),
            squares: scores.iter().map(|scores| self.squares(summed, scores)).collect(),
        };
        Ok(self.classes.iter().zip(&self.summed).map(of_class).collect())
    }

    /// Σ (scores·s)² over reports that add this to n·λ̂.
    fn squares(&self, summed: &[f64], scores: &[f64]) -> f64 {
        match self.observed.labelled() {
            Some(combined) => combined.mean_square(summed, scores),
            None => summed.iter().zip(scores).map(|(reports, score)| reports * score * score).sum(),
        }
    }
}

/// The interval, at z, of a share that is estimated from n reports of equal weight.
pub(crate) fn share_interval(estimate: f64, standard_error: f64, n: f64, z: f64) -> (f64, f64) {
    let around = Around { estimate, standard_error, share: estimate.clamp(0.0, 1.0) };
    let interval = Rule::Bounded(None).interval(around, Sample { n, sampled: 1.0 }, z);
    (interval.lower, interval.upper)
}

//! Scores of classes of reports with different weights, of which a weighted estimate and its errors are sums.
//!
//! The inverse estimates are means of scores, a vector s for every report ([`crate::estimate::observed::truth::noise`]). If reports of class g have the
//! weight w_g, the estimate is Σ w_g·S_g / Σ w_g·n_g, S_g the sum of the scores of the class. The sum of their squares is estimated without bias
//! by (A∘A)·M·S_g, which is the sum itself for an unlabelled law. Sums of cells, such as a share within a group to first order, have scores of their own.
//! Where some cells cannot occur, scores are those of the conditioned inverse ([`super::conditioned`]), over the table with the questions that hang on its own
//! where the classes were counted so ([`Table::linked`]).
//!
//! Cost: that of an inverse for every class and view; where cells cannot occur, for every cell as well. Fails where the law erases a component of the
//! table.

use alloc::vec::Vec;

use super::unbiased::Unbiased;
use crate::count::{Table, TableParts};
use crate::error::{Code, Error};
use crate::estimate::interval::rule::{Around, Rule, Sample};
use crate::estimate::observed::Observed;
use crate::estimate::observed::operator;
use crate::estimate::observed::operator::walk::marginal;
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

/// The reports of one class.
struct ClassReports {
    reports: f64,
    /// What they add to n·λ̂.
    summed: Vec<f64>,
}

/// Classes of reports in the cells of a table, or of the wider one whose reports its estimates are computed from.
pub(crate) struct Scored<'l> {
    table: Unbiased<'l>,
    classes: Vec<ClassReports>,
}

impl<'l> Scored<'l> {
    /// Takes classes of reports, each given as a table over the same attributes and the weight of one of its reports.
    ///
    /// # Errors
    /// `empty-sample` if no report weighs anything; `plan-mismatch`.
    pub(crate) fn new(of: impl Into<Origin<'l>>, classes: &[(&Table, f64)]) -> Result<Self, Error> {
        Self::with(of.into(), classes, Unbiased::with_wider)
    }

    /// The same as if every cell could occur, for models that know themselves which cannot.
    pub(crate) fn of_all_cells(of: impl Into<Origin<'l>>, classes: &[(&Table, f64)]) -> Result<Self, Error> {
        Self::with(of.into(), classes, |observed| Unbiased::new(observed.of_all_cells()))
    }

    fn with(
        origin: Origin<'l>,
        classes: &[(&Table, f64)],
        estimated: impl FnOnce(Observed<'l>) -> Result<Unbiased<'l>, Error>,
    ) -> Result<Self, Error> {
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
        let wide = Observed::weighted(origin.law, &parts)?;
        let class = |(part, _): &(TableParts, f64)| ClassReports {
            reports: count_to_f64(part.total),
            summed: wide.summed(part),
        };
        let mut classes: Vec<ClassReports> = parts.iter().map(class).collect();
        let table = estimated(wide.narrowed(first.asked))?;
        let (sizes, asked) = (first.axes.sizes(), (0..first.asked).collect::<Vec<_>>());
        if table.reported().is_none() && asked.len() < sizes.len() {
            classes.iter_mut().for_each(|class| class.summed = marginal(&class.summed, sizes, &asked));
        }
        Ok(Self { classes, table })
    }

    /// The table of all reports together.
    pub(crate) fn table(&self) -> &Unbiased<'l> {
        &self.table
    }

    /// The table whose reports the classes are.
    fn reported(&self) -> &Observed<'l> {
        self.table.reported().unwrap_or(self.table.observed())
    }

    /// The classes, with the scores of all cells.
    ///
    /// # Errors
    /// `unidentifiable-table`.
    pub(crate) fn of_cells(&self) -> Result<Vec<ClassScores>, Error> {
        let observed = self.table.observed();
        let axes = observed.axes();
        let seconds = Noise::new(observed, &axes)?.seconds;
        if self.table.reported().is_some() {
            return Ok(self.with_scores(&self.table.scores_of_cells()));
        }
        let of_class = |class: &ClassReports| {
            let sums = observed.inverted(&axes, class.summed.clone())?;
            let mut squares = sums.clone();
            operator::apply(&seconds, observed.sizes(), &mut squares);
            Ok(ClassScores { reports: class.reports, sums, squares })
        };
        self.classes.iter().map(of_class).collect()
    }

    /// The classes, with the scores of sums of the cells that have these coefficients. Cost: that of an inverse for every sum, class and view.
    pub(crate) fn of_sums(&self, sums: &[Vec<f64>]) -> Vec<ClassScores> {
        self.with_scores(&sums.iter().map(|coefficients| self.table.scores(coefficients)).collect::<Vec<_>>())
    }

    fn with_scores(&self, each: &[Vec<f64>]) -> Vec<ClassScores> {
        let of_class = |class: &ClassReports| ClassScores {
            reports: class.reports,
            sums: each.iter().map(|scores| dot(scores, &class.summed)).collect(),
            squares: self.products_of(class, each.iter().map(|scores| [&scores[..]; 2])),
        };
        self.classes.iter().map(of_class).collect()
    }

    /// The sum of these scores over the reports of every class.
    pub(crate) fn sums(&self, scores: &[f64]) -> Vec<f64> {
        self.classes.iter().map(|class| dot(scores, &class.summed)).collect()
    }

    /// The sum of the products of two scores of each report, likewise, estimated without bias.
    pub(crate) fn products(&self, scores: [&[f64]; 2]) -> Vec<f64> {
        self.classes.iter().flat_map(|class| self.products_of(class, [scores])).collect()
    }

    /// The sums of the products of pairs of scores over the reports of a class.
    fn products_of<'s>(
        &self,
        class: &ClassReports,
        pairs: impl IntoIterator<Item = [&'s [f64]; 2]>,
    ) -> Vec<f64> {
        match self.reported().labelled() {
            Some(combined) => {
                let moments = combined.covariance(&class.summed);
                pairs.into_iter().map(|scores| moments.mean_product(scores)).collect()
            }
            None => {
                let scored = |(reports, (one, other)): (&f64, (&f64, &f64))| reports * one * other;
                let product = |[one, other]: [&[f64]; 2]| {
                    class.summed.iter().zip(one.iter().zip(other)).map(scored).sum()
                };
                pairs.into_iter().map(product).collect()
            }
        }
    }
}

/// The interval, at z, of a share that is estimated from n reports of equal weight.
pub(crate) fn share_interval(estimate: f64, standard_error: f64, n: f64, z: f64) -> (f64, f64) {
    let around = Around { estimate, standard_error, share: estimate.clamp(0.0, 1.0) };
    let interval = Rule::Bounded(None).interval(around, Sample { n, sampled: 1.0 }, z);
    (interval.lower, interval.upper)
}

//! Scores of classes of reports with different weights, of which a weighted estimate and its errors are sums.
//!
//! The inverse estimates are means of scores, a vector s for every report ([`super::truth::noise`]). If reports of class g have the weight
//! w_g, the estimate is Σ w_g·S_g / Σ w_g·n_g, S_g the sum of the scores of the class. The sum of their squares is estimated without bias
//! by (A∘A)·M·S_g, which is the sum itself for an unlabelled law. For a labelled law, views are weighed by the weights of their reports
//! instead of their numbers. Sums of cells, such as a share within a group to first order, have scores of their own.
//!
//! Cost: that of an inverse for every class and view. Fails where the law erases a component of the table.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::Observed;
use super::labelled::Combined;
use super::operator;
use super::operator::factors::Factors;
use super::origin::Origin;
use super::stop::Stop;
use super::truth::noise::Noise;
use crate::count::{Table, TableParts, Views};
use crate::error::{Code, Error};
use crate::estimate::interval::rule::{Around, Rule, Sample};
use crate::exact::count_to_f64;
use crate::law::Law;
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
        let axes = observed.axes();
        let seconds = Noise::new(&observed, &axes)?.seconds;
        let summed: Vec<Vec<f64>> = parts.iter().map(|(part, _)| observed.summed(part)).collect();
        let scored = |((part, _), summed): (&(TableParts, f64), &Vec<f64>)| {
            let sums = observed.inverted(&axes, summed.clone())?;
            let mut squares = sums.clone();
            operator::apply(&seconds, observed.sizes(), &mut squares);
            Ok(ClassScores { reports: count_to_f64(part.total), sums, squares })
        };
        let classes = parts.iter().zip(&summed).map(scored).collect::<Result<_, Error>>()?;
        Ok(Self { observed, summed, classes })
    }

    /// The classes, with the scores of all cells.
    pub(crate) fn classes(&self) -> &[ClassScores] {
        &self.classes
    }

    /// The classes, with the scores of sums of the cells that have these coefficients. Cost: that of an inverse for every sum, class and view.
    pub(crate) fn of_sums(&self, sums: &[Vec<f64>]) -> Vec<ClassScores> {
        let axes = self.observed.axes();
        let scores: Vec<Vec<f64>> =
            sums.iter().map(|coefficients| self.observed.scores_of_sum(&axes, coefficients)).collect();
        let of_class = |(class, summed): (&ClassScores, &Vec<f64>)| ClassScores {
            reports: class.reports,
            sums: sums.iter().map(|coefficients| dot(coefficients, &class.sums)).collect(),
            squares: scores.iter().map(|scores| self.squares(summed, scores)).collect(),
        };
        self.classes.iter().zip(&self.summed).map(of_class).collect()
    }

    /// Σ (scores·s)² over reports that add this to n·λ̂.
    fn squares(&self, summed: &[f64], scores: &[f64]) -> f64 {
        match self.observed.labelled() {
            Some(combined) => combined.mean_square(summed, scores),
            None => summed.iter().zip(scores).map(|(reports, score)| reports * score * score).sum(),
        }
    }
}

impl<'l> Observed<'l> {
    /// Combines classes of reports, each with the weight of one of its reports.
    fn weighted(law: &'l Law, classes: &[(TableParts, f64)]) -> Result<Self, Error> {
        let weighed = |(part, weight): &(TableParts, f64)| weight * count_to_f64(part.total);
        let total: f64 = classes.iter().map(weighed).sum();
        let Some((first, _)) = classes.first().filter(|_| total > 0.0) else {
            return Err(Error::new(Code::EmptySample, "there are 0 reports to estimate from"));
        };
        let (attributes, sizes) = (first.axes.attributes().to_vec(), first.axes.sizes().to_vec());
        let parts = || classes.iter().map(|(part, weight)| (*weight, &part.reports[..], &part.counts[..]));
        let combined =
            |views: &Arc<Views>| Combined::weighted(law, &sizes, views, &parts().collect::<Vec<_>>());
        let labelled = first.views.as_ref().map(combined).map(Arc::new);
        let (spectrum, shares) = match &labelled {
            Some(combined) => (combined.spectrum(), combined.shares()),
            None => {
                let mut shares = vec![0.0; first.counts.len()];
                for (weight, _, counts) in parts() {
                    let each = shares.iter_mut().zip(counts);
                    each.for_each(|(share, &count)| *share += weight * count_to_f64(count) / total);
                }
                (Factors::spectrum(law, &attributes), shares)
            }
        };
        Ok(Self {
            law,
            spectrum,
            labelled,
            subsets: None,
            attributes,
            sizes,
            reports: classes.iter().map(|(part, _)| part.total).sum(),
            alike: false,
            shares,
            sampled: 1.0,
            possible: None,
            occurring: None,
            wider: None,
            stop: Stop::default(),
        })
    }

    /// What some of the reports add to n·λ̂.
    fn summed(&self, part: &TableParts) -> Vec<f64> {
        match (&self.labelled, &part.views) {
            (Some(combined), Some(views)) => combined.summed(views, &part.counts),
            _ => part.counts.iter().map(|&count| count_to_f64(count)).collect(),
        }
    }
}

/// The interval, at z, of a share that is estimated from n reports of equal weight.
pub(crate) fn share_interval(estimate: f64, standard_error: f64, n: f64, z: f64) -> (f64, f64) {
    let around = Around { estimate, standard_error, share: estimate.clamp(0.0, 1.0) };
    let interval = Rule::Bounded(None).interval(around, Sample { n, sampled: 1.0 }, z);
    (interval.lower, interval.upper)
}

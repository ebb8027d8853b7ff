//! Weighted estimates of a table.
//!
//! The weights of the classes are matched to the margins ([`super::raking`]). The estimate is the weighted mean of the reports' contributions to
//! the inverse estimate; it is unbiased where people answer alike within what margins and weights explain. Variances come from linearisation
//! ([`super::linearised`]) and, where the reports were divided into G parts, from the jackknife, which leaves out one part after the other and
//! matches the weights again: (G−1)/G·Σ_g (π̂_g − π̂)² \[Kott01\]. The jackknife also covers what is not linear in the weights.
//!
//! Cost: an inverse estimate for every class and part. Fails where the law erases the table, and where the weights cannot be matched.

use alloc::vec;
use alloc::vec::Vec;

use serde::Serialize;

use super::answered::{self, Unanswered};
use super::classes::ReportClass;
use super::linearised;
use super::raking::{Raking, effective_sample_size, invalid};
use crate::error::Error;
use crate::estimate::{Cell, ClassScores, Options, Origin, Scored, share_interval, two_sided_quantile};
use crate::numeric::order::sorted;

/// A weighted estimate of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WeightedCell {
    /// The share.
    pub estimate: f64,
    /// Its standard error, by linearisation.
    pub standard_error: f64,
    /// Its standard error by the jackknife; `None` where the reports were not divided into parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicated: Option<f64>,
    /// The lower end of its confidence interval.
    pub lower: f64,
    /// The upper end of its confidence interval.
    pub upper: f64,
}

impl WeightedCell {
    /// The estimate to show to readers, within its interval; `None` where there are too few reports by the rule of [`Cell::readable`].
    #[must_use]
    pub fn readable(&self) -> Option<f64> {
        self.readable_of(1.0)
    }

    /// [`Self::readable`] for a number whose possible values form an interval of this length.
    pub(super) fn readable_of(&self, possible: f64) -> Option<f64> {
        let Self { estimate, standard_error, lower, upper, .. } = *self;
        Cell::new(estimate, Some(standard_error), (lower, upper)).readable_of(possible)
    }
}

/// A weighted estimate of a table.
///
/// ```
/// use candor::inference::{ReportClass, Raking, Weighted, WeightedCell};
/// use candor::{Table, estimate::Options};
/// # use candor::{design::Survey, plan::Plan};
/// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
/// #     {"name": "smoker", "categories": ["no", "yes"], "epsilon": 3}]}"#)?;
/// # let plan = Plan::new(&survey, &survey.request().design()?)?;
/// // In the second region more people smoke; half of all live there, but only a quarter of the reports come from there.
/// let regions = [vec![2400, 600], vec![500, 500]].into_iter().enumerate().map(|(region, counts)| {
///     Ok(ReportClass::new(Table::from_counts(&plan, &["smoker"], counts)?, vec![region]))
/// });
/// let classes = regions.collect::<Result<Vec<ReportClass>, candor::Error>>()?;
/// let weighted = Weighted::new(&plan, &classes, &Raking::new(vec![vec![0.5, 0.5]])?, &Options::default())?;
/// let WeightedCell { estimate, standard_error, lower, upper, .. } = weighted.cells[1];
/// assert!((estimate - 0.334).abs() < 0.001 && standard_error < 0.012 && lower < 0.33 && upper > 0.34);
/// assert!((weighted.effective - 3000.0).abs() < 1e-6 && weighted.n == 4000);
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Weighted {
    /// The number of reports.
    pub n: u64,
    /// The effective sample size of the weights ([`effective_sample_size`]).
    pub effective: f64,
    /// The cells, row-major.
    pub cells: Vec<WeightedCell>,
}

impl Weighted {
    /// Estimates a table from classes of reports weighted to these margins, with intervals at the confidence of `options`.
    ///
    /// # Errors
    /// `invalid-weights` as of [`Raking::weights`], and for a stratum of one report or cluster, clusters for only some classes, or
    /// a replicate that has all reports; `invalid-confidence`; `empty-sample`; `plan-mismatch`; `unidentifiable-table`.
    pub fn new<'l>(
        of: impl Into<Origin<'l>>,
        classes: &[ReportClass],
        margins: &Raking,
        options: &Options,
    ) -> Result<Self, Error> {
        options.check()?;
        let of = of.into();
        let classes = reported(classes)?;
        let (weights, scored) = weighed(of, &classes, margins)?;
        let scores = scored.classes();
        let of_all = |_: &[ReportClass], weights: &[f64], scores: &[ClassScores]| Ok(mean(weights, scores));
        let estimates = mean(&weights, scores);
        let variances = linearised::variances(&classes, scores, &weights, margins.margins())?;
        let replicated = replicated(of, &classes, margins, (&estimates, &of_all))?;
        let effective = effective_size(&weights, scores);
        let z = two_sided_quantile(1.0 - options.confidence);
        let cell = |(place, (&estimate, variance)): (usize, (&f64, f64))| {
            let standard_error = libm::sqrt(variance);
            let (lower, upper) = match scored.occurs(place) {
                true => share_interval(estimate, standard_error, effective, z),
                false => (0.0, 0.0),
            };
            let replicated = replicated.as_ref().map(|variances| libm::sqrt(variances[place]));
            WeightedCell { estimate, standard_error, replicated, lower, upper }
        };
        let cells = estimates.iter().zip(variances).enumerate().map(cell).collect();
        Ok(Self { n: classes.iter().map(|class| class.table.total()).sum(), effective, cells })
    }

    /// Estimates a table adjusted for non-response: people who gave no answer are taken to be like those of the same group who did
    /// ([`ReportClass::of_group`]). One flag for each cell says which cells hold "no answer"; these are estimated as 0. Errors come from
    /// replicates alone, and `effective` counts only those who answered.
    ///
    /// ```
    /// use candor::inference::{ReportClass, Raking, Weighted};
    /// use candor::{Table, estimate::Options};
    /// # use candor::{design::Survey, plan::Plan};
    /// # let survey = Survey::from_json(r#"{"survey": "s", "attributes": [
    /// #     {"name": "smoker", "categories": ["no", "yes"], "optional": true, "epsilon": 40}]}"#)?;
    /// # let plan = Plan::new(&survey, &survey.request().design()?)?;
    /// // In the second region more people smoke, and half of them do not say; two parts of each.
    /// let regions = [[320, 80, 0], [100, 100, 200]].into_iter().enumerate().flat_map(|(region, counts)| [0, 1].map(|part| {
    ///     let table = Table::from_counts(&plan, &["smoker"], counts.to_vec())?;
    ///     Ok(ReportClass::new(table, vec![]).of_group(region).of_replicate(part))
    /// }));
    /// let classes = regions.collect::<Result<Vec<ReportClass>, candor::Error>>()?;
    /// let told = Weighted::answered(&plan, &classes, &Raking::new(vec![])?, &[false, false, true], &Options::default())?;
    /// // Of those who said, 30 % smoke; of all, half of them in the second region, 35 %.
    /// assert!((told.cells[1].estimate - 0.35).abs() < 1e-6 && told.cells[2].estimate == 0.0);
    /// # Ok::<(), candor::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Self::new`]; `invalid-weights` without replicates; `undefined-statistic` where the noise leaves nobody who answered in a
    /// group, also after one of the parts is left out; `invalid-counts` unless there is a flag for every cell.
    pub fn answered<'l>(
        of: impl Into<Origin<'l>>,
        classes: &[ReportClass],
        margins: &Raking,
        holds_no_answer: &[bool],
        options: &Options,
    ) -> Result<Self, Error> {
        options.check()?;
        let of = of.into();
        let classes = reported(classes)?;
        let (weights, scored) = weighed(of, &classes, margins)?;
        let scores = scored.classes();
        let unanswered = Unanswered::new(holds_no_answer, scores.first())?;
        let of_answered = |classes: &[ReportClass], weights: &[f64], scores: &[ClassScores]| {
            unanswered.filled(classes, weights, scores)
        };
        let estimates = of_answered(&classes, &weights, scores)?;
        let variances = replicated(of, &classes, margins, (&estimates, &of_answered))?;
        let variances = variances.ok_or_else(answered::unreplicated)?;
        let answered = unanswered.share_answered(&mean(&weights, scores));
        let effective = effective_size(&weights, scores) * answered;
        let z = two_sided_quantile(1.0 - options.confidence);
        let cell = |(&estimate, variance): (&f64, f64)| {
            let standard_error = libm::sqrt(variance);
            let (lower, upper) = share_interval(estimate, standard_error, effective, z);
            WeightedCell { estimate, standard_error, replicated: Some(standard_error), lower, upper }
        };
        let cells = estimates.iter().zip(variances).map(cell).collect();
        Ok(Self { n: classes.iter().map(|class| class.table.total()).sum(), effective, cells })
    }
}

/// The classes that have reports; refuses clusters for only some of them.
pub(super) fn reported(classes: &[ReportClass]) -> Result<Vec<ReportClass>, Error> {
    let classes: Vec<ReportClass> = classes.iter().filter(|class| class.table.total() > 0).cloned().collect();
    let in_clusters = classes.iter().filter(|class| class.cluster.is_some()).count();
    if in_clusters > 0 && in_clusters < classes.len() {
        return Err(invalid(
            "some reports have a cluster and others have none; give one to all reports or to none".into(),
        ));
    }
    Ok(classes)
}

/// The weight of one report of each class, and the scores of the classes.
pub(super) fn weighed<'l>(
    of: Origin<'l>,
    classes: &[ReportClass],
    margins: &Raking,
) -> Result<(Vec<f64>, Scored<'l>), Error> {
    let all = |class: &ReportClass| {
        let reports = crate::exact::count_to_f64(class.table.total());
        (class.weight * reports, class.categories.clone())
    };
    let factors = margins.weights(&classes.iter().map(all).collect::<Vec<_>>())?;
    let weights: Vec<f64> =
        classes.iter().zip(factors).map(|(class, factor)| class.weight * factor).collect();
    let tables: Vec<_> =
        classes.iter().zip(&weights).map(|(class, weight)| (&class.table, *weight)).collect();
    let scored = Scored::new(of, &tables)?;
    Ok((weights, scored))
}

/// The effective sample size of the weights of classes.
pub(super) fn effective_size(weights: &[f64], scores: &[ClassScores]) -> f64 {
    let each = weights.iter().zip(scores).map(|(weight, own)| (*weight, own.reports));
    effective_sample_size(&each.collect::<Vec<_>>())
}

/// The weighted mean of the scores, Σ w·S / Σ w·n.
pub(super) fn mean(weights: &[f64], scores: &[ClassScores]) -> Vec<f64> {
    let total: f64 = weights.iter().zip(scores).map(|(weight, own)| weight * own.reports).sum();
    let mut mean = vec![0.0; scores.first().map_or(0, |own| own.sums.len())];
    for (weight, own) in weights.iter().zip(scores) {
        mean.iter_mut().zip(&own.sums).for_each(|(mean, sum)| *mean += weight / total * sum);
    }
    mean
}

/// Computes the shares of the cells from classes, their weights and their scores.
pub(super) type Estimator<'e> =
    dyn Fn(&[ReportClass], &[f64], &[ClassScores]) -> Result<Vec<f64>, Error> + 'e;

/// Jackknife variances, leaving out one part of the reports after the other; `None` where there is only one part.
pub(super) fn replicated(
    of: Origin<'_>,
    classes: &[ReportClass],
    margins: &Raking,
    (estimates, estimate): (&[f64], &Estimator<'_>),
) -> Result<Option<Vec<f64>>, Error> {
    let mut parts: Vec<usize> = sorted(classes.iter().map(|class| class.replicate).collect());
    parts.dedup();
    if parts.len() < 2 {
        return Ok(None);
    }
    let factor = {
        let parts = crate::exact::to_f64(parts.len() as u128);
        (parts - 1.0) / parts
    };
    let mut variances = vec![0.0; estimates.len()];
    for part in parts {
        let others: Vec<ReportClass> =
            classes.iter().filter(|class| class.replicate != part).cloned().collect();
        let (weights, scored) = weighed(of, &others, margins)?;
        let apart = estimate(&others, &weights, scored.classes())?
            .into_iter()
            .zip(estimates)
            .map(|(one, all)| one - all);
        variances.iter_mut().zip(apart).for_each(|(variance, apart)| *variance += factor * apart * apart);
    }
    Ok(Some(variances))
}

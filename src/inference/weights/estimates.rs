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
use super::raking::Raking;
use super::sample::WeightedSample;
use crate::error::Error;
use crate::estimate::{Cell, ClassScores, Options, Origin, share_interval, two_sided_quantile};
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
    /// The effective sample size of the weights ([`effective_sample_size`](super::effective_sample_size)).
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
        let sample = WeightedSample::new(classes.to_vec(), margins)?;
        let scored = sample.scored(of)?;
        let scores = scored.of_cells()?;
        let estimates = sample.mean(&scores);
        let variances = sample.variances(&scores)?;
        let of_all = |sample: &WeightedSample<'_>, scores: &[ClassScores]| Ok(sample.mean(scores));
        let replicated = replicated(of, &sample, (&estimates, &of_all))?;
        let effective = sample.effective();
        let z = two_sided_quantile(1.0 - options.confidence);
        let is_impossible = scored.table().impossible();
        let cell = |(place, (&estimate, variance)): (usize, (&f64, f64))| {
            let standard_error = libm::sqrt(variance);
            let (lower, upper) = match is_impossible.as_ref().is_some_and(|is| is(place)) {
                true => (0.0, 0.0),
                false => share_interval(estimate, standard_error, effective, z),
            };
            let replicated = replicated.as_ref().map(|variances| libm::sqrt(variances[place]));
            WeightedCell { estimate, standard_error, replicated, lower, upper }
        };
        let cells = estimates.iter().zip(variances).enumerate().map(cell).collect();
        Ok(Self { n: sample.n(), effective, cells })
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
        let sample = WeightedSample::new(classes.to_vec(), margins)?;
        let scores = sample.scored(of)?.of_cells()?;
        let unanswered = Unanswered::new(holds_no_answer, scores.first())?;
        let of_answered =
            |sample: &WeightedSample<'_>, scores: &[ClassScores]| unanswered.filled(sample, scores);
        let estimates = of_answered(&sample, &scores)?;
        let variances = replicated(of, &sample, (&estimates, &of_answered))?;
        let variances = variances.ok_or_else(answered::unreplicated)?;
        let answered = unanswered.share_answered(&sample.mean(&scores));
        let effective = sample.effective() * answered;
        let z = two_sided_quantile(1.0 - options.confidence);
        let cell = |(&estimate, variance): (&f64, f64)| {
            let standard_error = libm::sqrt(variance);
            let (lower, upper) = share_interval(estimate, standard_error, effective, z);
            WeightedCell { estimate, standard_error, replicated: Some(standard_error), lower, upper }
        };
        let cells = estimates.iter().zip(variances).map(cell).collect();
        Ok(Self { n: sample.n(), effective, cells })
    }
}

/// Computes the shares of the cells from a sample and its scores.
pub(super) type Estimator<'e> = dyn Fn(&WeightedSample<'_>, &[ClassScores]) -> Result<Vec<f64>, Error> + 'e;

/// Jackknife variances, leaving out one part of the reports after the other; `None` where there is only one part.
pub(super) fn replicated(
    of: Origin<'_>,
    sample: &WeightedSample<'_>,
    (estimates, estimate): (&[f64], &Estimator<'_>),
) -> Result<Option<Vec<f64>>, Error> {
    let mut parts: Vec<usize> = sorted(sample.classes().iter().map(|class| class.replicate).collect());
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
        let others = sample.without(part)?;
        let apart = estimate(&others, &others.scored(of)?.of_cells()?)?
            .into_iter()
            .zip(estimates)
            .map(|(one, all)| one - all);
        variances.iter_mut().zip(apart).for_each(|(variance, apart)| *variance += factor * apart * apart);
    }
    Ok(Some(variances))
}

//! What was observed: the shares of perturbed records in the cells of a table, and the law that perturbed
//! them. Every reconstruction starts here.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::labelled::{Combined, CombinedCovariance, Subsets};
use super::operator::walk::marginal;
use super::operator::{self, factors::Factors};
use super::stop::Stop;
use super::truth::shrunk::{PossibleTruth, ShrunkTruth};
use crate::count::{KeptSubsets, TableParts, Views};
use crate::error::{Code, Error};
use crate::exact::{count_to_f64, floor_u128, to_f64, to_index};
use crate::law::Law;
use crate::numeric::vectors::dot;

/// The observed shares of a table of at least one report, over attributes that the law has.
#[derive(Clone)]
pub(crate) struct Observed<'l> {
    pub(super) law: &'l Law,
    pub(super) attributes: Vec<usize>,
    pub(super) sizes: Vec<u32>,
    pub(super) spectrum: Factors,
    /// The views that the shares were combined from; `None` for an unlabelled law, whose reports have these shares themselves.
    pub(super) labelled: Option<Arc<Combined>>,
    /// The subsets of labelled reports, if they were kept.
    pub(super) subsets: Option<Arc<Subsets>>,
    pub(super) reports: u64,
    /// Whether all reports lie in one cell, so that their spread is unknown.
    pub(super) alike: bool,
    pub(super) shares: Vec<f64>,
    /// The finite population correction f: the part of the variance of drawing respondents that is left.
    pub(super) sampled: f64,
    pub(super) possible: Option<PossibleTruth>,
    /// Which cells some record can fall into, if not all.
    pub(super) occurring: Option<Arc<[bool]>>,
    /// A table with further questions, from which this one was taken, if they hang together.
    pub(super) wider: Option<Arc<Wider<'l>>>,
    pub(super) stop: Stop,
}

/// The survey in the cells of a wider table.
#[derive(Clone)]
pub(crate) struct Wider<'l> {
    observed: Observed<'l>,
    /// The axes of the narrower table.
    axes: Vec<usize>,
}

impl<'l> Observed<'l> {
    /// Turns counts into shares, in place. If it is `robust`, no view weighs more than its expected number of reports.
    pub(crate) fn new(law: &'l Law, table: TableParts, robust: bool) -> Result<Self, Error> {
        let TableParts { axes, views, counts, subsets, reports: by_view, total: reports, .. } = table;
        if reports == 0 {
            return Err(Error::new(Code::EmptySample, "there are 0 reports to estimate from"));
        }
        let (attributes, sizes) = (axes.attributes().to_vec(), axes.sizes().to_vec());
        let occurring = axes.possible().cloned();
        let combined = |views: &Arc<Views>| Combined::new(law, &sizes, views, (&by_view, &counts), robust);
        let labelled = views.as_ref().map(combined).map(Arc::new);
        let kept = views.as_ref().zip(subsets.and_then(KeptSubsets::into_views));
        let subsets = kept.map(|(views, kept)| Subsets::new(law, &sizes, views, kept, reports, robust));
        let subsets = subsets.map(Arc::new);
        let (spectrum, shares) = match &labelled {
            Some(combined) => (combined.spectrum(), combined.shares()),
            None => (Factors::spectrum(law, &attributes), shares_of(counts, reports)),
        };
        let alike = labelled.is_none() && are_alike(&shares);
        let (sampled, possible) = (1.0, None);
        Ok(Self {
            law,
            spectrum,
            labelled,
            subsets,
            attributes,
            sizes,
            reports,
            alike,
            shares,
            sampled,
            possible,
            occurring,
            wider: None,
            stop: Stop::default(),
        })
    }

    /// Applies the finite population correction for respondents drawn from this many people, each at most once. Without a number, the
    /// population is unlimited.
    pub(crate) fn out_of(mut self, population: Option<u64>) -> Result<Self, Error> {
        let Some(people) = population else { return Ok(self) };
        let Some(others) = people.checked_sub(self.reports) else {
            let reports = self.reports;
            let message = format!("the population is {people}; it must not be below the {reports} reports");
            return Err(Error::new(Code::InvalidPopulation, message));
        };
        self.sampled = count_to_f64(others) / count_to_f64((people - 1).max(1));
        Ok(self)
    }

    /// Removes the variance of drawing respondents, as in a census.
    pub(crate) fn in_census(self) -> Self {
        Self { sampled: 0.0, ..self }
    }

    /// Makes estimates end once this flag is raised.
    pub(crate) fn until(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// The flag that ends the estimates.
    pub(crate) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Takes variances at these possible true shares.
    pub(crate) fn with_truth(self, possible: PossibleTruth) -> Self {
        Self { possible: Some(possible), ..self }
    }

    /// The same survey with other observed shares.
    pub(crate) fn with_shares(&self, shares: Vec<f64>) -> Self {
        Self {
            law: self.law,
            attributes: self.attributes.clone(),
            sizes: self.sizes.clone(),
            spectrum: self.spectrum.clone(),
            labelled: self.labelled.clone(),
            subsets: self.subsets.clone(),
            reports: self.reports,
            alike: self.alike,
            shares,
            sampled: self.sampled,
            possible: self.possible.clone(),
            occurring: self.occurring.clone(),
            wider: None,
            stop: self.stop.clone(),
        }
    }

    /// The observed marginal over some axes, in their order.
    pub(crate) fn of_axes(&self, axes: &[usize]) -> Self {
        let shares = self.marginal(axes);
        Self {
            law: self.law,
            attributes: axes.iter().map(|&axis| self.attributes[axis]).collect(),
            sizes: self.sizes_of(axes),
            spectrum: self.spectrum.within(axes),
            labelled: self.labelled.as_ref().map(|combined| Arc::new(combined.of_axes(axes))),
            subsets: None,
            reports: self.reports,
            alike: self.labelled.is_none() && are_alike(&shares),
            shares,
            sampled: self.sampled,
            possible: None,
            occurring: self.occurring_within(axes),
            wider: None,
            stop: self.stop.clone(),
        }
    }

    fn occurring_within(&self, axes: &[usize]) -> Option<Arc<[bool]>> {
        let occurring: Vec<f64> =
            self.occurring.as_ref()?.iter().map(|possible| f64::from(*possible)).collect();
        let within: Arc<[bool]> =
            self.marginal_of(&occurring, axes).into_iter().map(|cells| cells > 0.0).collect();
        within.contains(&false).then_some(within)
    }

    /// The table over the first axes, which remembers the others.
    pub(crate) fn narrowed(self, axes: usize) -> Self {
        if axes == self.sizes.len() {
            return self;
        }
        let axes: Vec<usize> = (0..axes).collect();
        let narrow = self.of_axes(&axes);
        Self { sampled: self.sampled, wider: Some(Arc::new(Wider { observed: self, axes })), ..narrow }
    }

    /// The widest table that was counted, and the axes of this one in it.
    pub(crate) fn widest(&self) -> (&Self, Vec<usize>) {
        self.wider.as_ref().map_or_else(|| (self, self.axes()), |wider| (&wider.observed, wider.axes.clone()))
    }

    /// The same survey with another wider table.
    pub(crate) fn with_wider(
        self,
        change: impl FnOnce(Observed<'l>) -> Result<Observed<'l>, Error>,
    ) -> Result<Self, Error> {
        let Some(wider) = &self.wider else { return Ok(self) };
        let Wider { observed, axes } = Wider::clone(wider);
        let wider = Some(Arc::new(Wider { observed: change(observed)?, axes }));
        Ok(Self { wider, ..self })
    }

    /// The same survey without a wider table.
    pub(crate) fn alone(self) -> Self {
        Self { wider: None, ..self }
    }

    /// The same survey as if every cell could occur.
    pub(crate) fn of_all_cells(self) -> Self {
        Self { occurring: None, wider: None, ..self }
    }

    /// Shares without those of cells that no record can fall into, scaled to sum to 1.
    pub(crate) fn among_occurring(&self, mut shares: Vec<f64>) -> Vec<f64> {
        let Some(occurring) = self.occurring() else { return shares };
        shares.iter_mut().zip(occurring).filter(|(_, occurs)| !**occurs).for_each(|(share, _)| *share = 0.0);
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
        shares
    }

    /// Which cells some record can fall into; `None` where that is all of them.
    pub(crate) fn occurring(&self) -> Option<&[bool]> {
        self.occurring.as_deref()
    }

    /// The same survey with other whole counts of the distinct reports ([`Self::frequencies`]); `None` if there is no report.
    pub(crate) fn with_counts(&self, mut counts: Vec<f64>) -> Option<Self> {
        let total: f64 = counts.iter().sum();
        counts.iter_mut().for_each(|count| *count /= total);
        let reports = u64::try_from(floor_u128(total)).ok().filter(|reports| *reports > 0)?;
        let Some(subsets) = &self.subsets else {
            let alike = are_alike(&counts);
            return Some(Self { reports, alike, possible: None, ..self.with_shares(counts) });
        };
        Some(Self { reports, ..self.with_subsets(subsets.with_frequencies(counts, total)) })
    }

    /// The same survey with other labelled reports.
    pub(crate) fn with_subsets(&self, (subsets, combined): (Subsets, Combined)) -> Self {
        let (spectrum, shares) = (combined.spectrum(), combined.shares());
        Self {
            possible: None,
            spectrum,
            subsets: Some(Arc::new(subsets)),
            labelled: Some(Arc::new(combined)),
            ..self.with_shares(shares)
        }
    }

    /// The expected shares of reports, at which variances are taken: those observed, if these can be expected at all.
    pub(crate) fn expected_reports(&self) -> &[f64] {
        self.possible.as_ref().map_or(&self.shares, |possible| &possible.reports)
    }

    /// The true shares behind [`Self::expected_reports`], if they are not the inverse of the observed shares.
    pub(crate) fn possible_truth(&self) -> Option<&[f64]> {
        self.possible.as_ref().map(|possible| &possible.shares[..])
    }

    /// How [`Self::possible_truth`] follows from the inverse estimates.
    pub(crate) fn truth_rule(&self) -> Option<&ShrunkTruth> {
        self.possible.as_ref().map(|possible| &possible.rule)
    }

    /// The finite population correction, the part of the variance of drawing respondents that is left: (N−n)/(N−1) for N people, otherwise 1.
    pub(crate) fn sampled(&self) -> f64 {
        self.sampled
    }

    /// The views that the shares were combined from; `None` for an unlabelled law.
    pub(crate) fn labelled(&self) -> Option<&Combined> {
        self.labelled.as_deref()
    }

    /// The shares of the distinct reports: of the subsets, if they were kept, otherwise of the cells.
    pub(crate) fn frequencies(&self) -> &[f64] {
        self.subsets.as_ref().map_or(&self.shares, |subsets| subsets.frequencies())
    }

    /// The subsets of labelled reports, if they were kept.
    pub(crate) fn subsets(&self) -> Option<&Arc<Subsets>> {
        self.subsets.as_ref()
    }

    /// n·Cov(λ̂) at the shares `expected`.
    pub(crate) fn covariance<'o>(&'o self, expected: &'o [f64]) -> ReportCovariance<'o> {
        match &self.labelled {
            Some(combined) => ReportCovariance::Combined(combined.covariance(expected)),
            None => ReportCovariance::Multinomial(expected),
        }
    }

    /// n·Cov(λ̂)·scores at the shares `expected`.
    pub(crate) fn covered(&self, expected: &[f64], scores: &[f64]) -> Vec<f64> {
        self.covariance(expected).times(scores)
    }

    pub(crate) fn law(&self) -> &'l Law {
        self.law
    }

    pub(crate) fn attributes(&self) -> &[usize] {
        &self.attributes
    }

    pub(crate) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// μ_T for every set T of axes.
    pub(crate) fn spectrum(&self) -> &Factors {
        &self.spectrum
    }

    pub(crate) fn reports(&self) -> u64 {
        self.reports
    }

    /// n as a double.
    pub(crate) fn n(&self) -> f64 {
        to_f64(self.reports.into())
    }

    pub(crate) fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// Whether all reports lie in one cell, so that their spread is unknown.
    pub(crate) fn are_alike(&self) -> bool {
        self.alike
    }

    /// Takes the observed shares, leaving none.
    pub(crate) fn take_shares(&mut self) -> Vec<f64> {
        core::mem::take(&mut self.shares)
    }

    /// All axes.
    pub(crate) fn axes(&self) -> Vec<usize> {
        (0..self.sizes.len()).collect()
    }

    pub(crate) fn sizes_of(&self, axes: &[usize]) -> Vec<u32> {
        axes.iter().map(|&axis| self.sizes[axis]).collect()
    }

    /// The number of cells of the table over some axes.
    pub(crate) fn cells_of(&self, axes: &[usize]) -> usize {
        axes.iter().map(|&axis| to_index(self.sizes[axis])).product()
    }

    /// The observed shares of the table over some axes, in their order. O(N).
    pub(crate) fn marginal(&self, axes: &[usize]) -> Vec<f64> {
        marginal(&self.shares, &self.sizes, axes)
    }

    /// The marginal over some axes of other numbers in the cells of this table.
    pub(crate) fn marginal_of(&self, cells: &[f64], axes: &[usize]) -> Vec<f64> {
        marginal(cells, &self.sizes, axes)
    }

    /// Turns true shares into those expected of reports: M·π.
    pub(crate) fn perturb(&self, shares: &mut [f64]) {
        operator::apply(&self.spectrum, &self.sizes, shares);
    }
}

/// n·Cov(λ̂) at some shares expected of reports.
pub(crate) enum ReportCovariance<'o> {
    /// That of combined views.
    Combined(CombinedCovariance<'o>),
    /// diag λ − λλᵀ.
    Multinomial(&'o [f64]),
}

impl ReportCovariance<'_> {
    /// The product with these scores.
    pub(crate) fn times(&self, scores: &[f64]) -> Vec<f64> {
        match self {
            Self::Combined(combined) => combined.times(scores),
            Self::Multinomial(expected) => spread(expected, scores),
        }
    }

    /// Between every two of these sums of observed shares: Sᵀ·n·Cov(λ̂)·S.
    pub(crate) fn between(&self, sums: &[Vec<f64>]) -> Vec<Vec<f64>> {
        if let Self::Combined(combined) = self {
            return combined.between(sums);
        }
        let row = |scores: &Vec<f64>| {
            let covered = self.times(scores);
            sums.iter().map(|other| dot(other, &covered)).collect()
        };
        sums.iter().map(row).collect()
    }
}

/// (diag p − ppᵀ)·scores.
pub(crate) fn spread(shares: &[f64], scores: &[f64]) -> Vec<f64> {
    let mean = dot(scores, shares);
    scores.iter().zip(shares).map(|(score, share)| (score - mean) * share).collect()
}

fn are_alike(shares: &[f64]) -> bool {
    shares.iter().filter(|share| **share > 0.0).nth(1).is_none()
}

/// Divides counts by their sum, in place. If the sum is below 2⁵², as it nearly always is, counts are converted by their bits: a count
/// becomes the fraction of 2⁵², which is then subtracted. That is exact and three times as fast.
fn shares_of(counts: Vec<u64>, sum: u64) -> Vec<f64> {
    const ONE: u64 = 1 << 52;
    let (one, share) = (count_to_f64(ONE), 1.0 / count_to_f64(sum));
    if sum < ONE {
        return counts
            .into_iter()
            .map(|count| (f64::from_bits(one.to_bits() | count) - one) * share)
            .collect();
    }
    counts.into_iter().map(|count| count_to_f64(count) * share).collect()
}

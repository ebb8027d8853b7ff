//! The likelihoods of labelled reports, from the subsets that they name [Mathematics, §10].
//!
//! Let a report have the shares s, the counts of the cells that it names over ∏d. A true cell x makes the report L(x) times as likely as
//! uniformly random subsets do:
//!
//! L(x) = Σ_J μ_J·∏_{u∈J} (N_u s_u(x) − 1),   s_u the shares of unit u,
//!
//! J runs over the sets of the view's units, and N_u is the number of cells that the table tells apart in u: each term is the component of
//! the units J of the table N·s, times μ_J. If the table has not all attributes of a unit, that is the likelihood of the counts.
//! Memory: a number for every cell of the view and every distinct report. Cost: as many products for an application.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::combined::Combined;
use super::shown::Shown;
use crate::count::{SubsetCounts, Views};
use crate::estimate::observed::operator::walk::{for_each_within, marginal};
use crate::exact::{count_to_f64, to_f64, to_index};
use crate::law::Law;
use crate::numeric::random::Generator;
use crate::numeric::vectors::dot;

/// All distinct reports of a table.
pub(crate) struct Subsets {
    sizes: Vec<u32>,
    views: Arc<Vec<Likelihoods>>,
    /// The share of each distinct report, view by view.
    frequencies: Vec<f64>,
}

/// The distinct reports of a view, with their likelihoods.
struct Likelihoods {
    /// The view, without reports.
    shown: Shown,
    cells: usize,
    /// The cells that each of them holds.
    held: Vec<Vec<u32>>,
    /// L, a row for each of them.
    rows: Vec<f64>,
}

impl Subsets {
    /// Computes the likelihoods from the distinct subsets of every view; `reports` is the number of all reports.
    pub(crate) fn new(
        law: &Law,
        sizes: &[u32],
        views: &Views,
        counts: Vec<SubsetCounts>,
        reports: u64,
        robust: bool,
    ) -> Self {
        let views = views.views().iter().enumerate().zip(counts).map(|((place, view), own)| {
            let cells = views.cells_of(place).len();
            (Shown::new(law, (place, view), sizes, 0, &vec![0; cells]).robust(robust), own)
        });
        Self::of_views(sizes, views, count_to_f64(reports))
    }

    /// Computes the likelihoods for views, given without their reports, from the distinct subsets of these.
    fn of_views(sizes: &[u32], views: impl Iterator<Item = (Shown, SubsetCounts)>, reports: f64) -> Self {
        let (mut frequencies, mut kept) = (Vec::new(), Vec::new());
        for (shown, own) in views {
            let cells = shown.shares.len();
            let (mut held, mut rows) = (Vec::with_capacity(own.len()), Vec::new());
            for (subset, count) in own {
                let mut row = shares_of(&subset, cells);
                row.iter_mut().for_each(|share| *share *= to_f64(cells as u128));
                shown.apply(shown.kept_by_units(), &mut row);
                rows.append(&mut row);
                held.push(subset);
                frequencies.push(count_to_f64(count) / reports);
            }
            kept.push(Likelihoods { shown, cells, held, rows });
        }
        Self { sizes: sizes.into(), views: Arc::new(kept), frequencies }
    }

    /// Draws a survey of n reports at these true shares, with as many of each view as there are, and combines its views. Cost: O(d) for
    /// every report, and an application of its view's law for every distinct one.
    pub(crate) fn drawn(&self, truth: &[f64], n: f64, generator: &mut Generator) -> (Self, Combined) {
        let mut frequencies = self.frequencies.iter();
        let views = self.views.iter().map(|view| {
            let reports = libm::round(n * frequencies.by_ref().take(view.held.len()).sum::<f64>());
            let own = marginal(truth, &self.sizes, &view.shown.axes);
            let mut subsets = SubsetCounts::new();
            view.shown.each_drawn(&own, reports, generator, &mut |held| {
                let mut subset: Vec<u32> =
                    held.iter().map(|&cell| u32::try_from(cell).unwrap_or(u32::MAX)).collect();
                subset.sort_unstable();
                *subsets.entry(subset).or_insert(0) += 1;
            });
            (view.shown.clone(), subsets)
        });
        let drawn = Self::of_views(&self.sizes, views, n);
        drawn.with_frequencies(drawn.frequencies.clone(), n)
    }

    /// How many numbers are kept.
    pub(crate) fn numbers(&self) -> usize {
        self.views.iter().map(|view| view.rows.len()).sum()
    }

    /// Gives the same distinct reports other shares of n reports, and combines their views.
    pub(crate) fn with_frequencies(&self, frequencies: Vec<f64>, n: f64) -> (Self, Combined) {
        let mut shares = frequencies.iter();
        let shown = self.views.iter().map(|view| {
            let (mut reports, mut own) = (0.0, vec![0.0; view.cells]);
            for (subset, share) in view.held.iter().zip(&mut shares) {
                reports += n * share;
                own.iter_mut()
                    .zip(shares_of(subset, view.cells))
                    .for_each(|(sum, cell)| *sum += n * share * cell);
            }
            if reports > 0.0 {
                own.iter_mut().for_each(|cell| *cell /= reports);
            }
            view.shown.with_reports(reports, own)
        });
        let combined = Combined::of_views(self.sizes.clone(), shown.collect());
        (Self { sizes: self.sizes.clone(), views: self.views.clone(), frequencies }, combined)
    }

    /// The share of each distinct report.
    pub(crate) fn frequencies(&self) -> &[f64] {
        &self.frequencies
    }

    /// Σ_x L(x)·share_x for every distinct report.
    pub(crate) fn fitted(&self, shares: &[f64]) -> Vec<f64> {
        let mut fitted = Vec::with_capacity(self.frequencies.len());
        for view in self.views.iter() {
            let own = marginal(shares, &self.sizes, &view.shown.axes);
            fitted.extend(view.rows.chunks_exact(view.cells).map(|row| dot(row, &own)));
        }
        fitted
    }

    /// Σ L(x)·weight over the distinct reports, for every cell.
    pub(crate) fn scores(&self, weights: &[f64]) -> Vec<f64> {
        self.summed(weights, |likelihood| likelihood)
    }

    /// Σ L(x)²·weight over the distinct reports, for every cell.
    pub(crate) fn squares(&self, weights: &[f64]) -> Vec<f64> {
        self.summed(weights, |likelihood| likelihood * likelihood)
    }

    fn summed(&self, weights: &[f64], of: impl Fn(f64) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.sizes.iter().map(|&size| to_index(size)).product()];
        let mut weights = weights.iter();
        for view in self.views.iter() {
            let mut own = vec![0.0; view.cells];
            for (row, weight) in view.rows.chunks_exact(view.cells).zip(&mut weights) {
                own.iter_mut().zip(row).for_each(|(sum, likelihood)| *sum += weight * of(*likelihood));
            }
            for_each_within(&self.sizes, &view.shown.axes, |cell, at| sums[cell] += own[at]);
        }
        sums
    }
}

/// For each cell of the view, the share of the named cells that lie in it.
fn shares_of(subset: &[u32], cells: usize) -> Vec<f64> {
    let (mut shares, each) = (vec![0.0; cells], 1.0 / to_f64(subset.len() as u128));
    subset.iter().for_each(|&cell| shares[to_index(cell)] += each);
    shares
}

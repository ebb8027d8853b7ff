//! The covariance of the combined shares of a labelled table, at some true shares: what many scores are multiplied by.
//!
//! Cost: that of an inverse for every view and vector of scores, times 4^m where the view shows m units that name several cells.

use alloc::vec;
use alloc::vec::Vec;

use super::combined::{Combined, WeighedView};
use super::shown::ReportMoments;
use crate::numeric::vectors::dot;

/// n·Cov(λ), conditional on the labels, at some true shares.
pub(crate) struct CombinedCovariance<'c> {
    combined: &'c Combined,
    /// The moments of the reports of each view.
    moments: Vec<ReportMoments>,
}

impl Combined {
    /// n·Cov(λ), conditional on the labels, at the true shares for which λ is `expected`.
    pub(crate) fn covariance(&self, expected: &[f64]) -> CombinedCovariance<'_> {
        let of_view = |view: &WeighedView| view.shown.at(self.truth_in(view, expected));
        CombinedCovariance { combined: self, moments: self.views.iter().map(of_view).collect() }
    }
}

impl CombinedCovariance<'_> {
    fn views(&self) -> impl Iterator<Item = (&WeighedView, &ReportMoments)> {
        self.combined.views.iter().zip(&self.moments)
    }

    /// The product with these scores.
    pub(crate) fn times(&self, scores: &[f64]) -> Vec<f64> {
        let mut covered = vec![0.0; scores.len()];
        for (view, moments) in self.views() {
            let mut own = moments.covered(&self.combined.scores_in(view, scores));
            view.shown.apply(&self.combined.written(view), &mut own);
            self.combined.add_lifted(view, &own, &mut covered);
        }
        covered
    }

    /// The covariances between every two of these sums.
    pub(crate) fn between(&self, sums: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let mut covariances = vec![vec![0.0; sums.len()]; sums.len()];
        for (view, moments) in self.views() {
            let own: Vec<Vec<f64>> =
                sums.iter().map(|scores| self.combined.scores_in(view, scores)).collect();
            let covered = own.iter().map(|scores| moments.covered(scores));
            for (covered, row) in covered.zip(&mut covariances) {
                let each = row.iter_mut().zip(&own);
                each.for_each(|(covariance, scores)| *covariance += view.part * dot(scores, &covered));
            }
        }
        covariances
    }

    /// The mean product of what a report adds to n·λ·scores for two vectors of scores.
    pub(crate) fn mean_product(&self, scores: [&[f64]; 2]) -> f64 {
        let of_view = |(view, moments): (&WeighedView, &ReportMoments)| {
            let [one, other] = scores.map(|scores| self.combined.scores_in(view, scores));
            view.part * dot(&one, &moments.second(&other))
        };
        self.views().map(of_view).sum()
    }
}

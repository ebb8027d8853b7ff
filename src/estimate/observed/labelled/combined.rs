//! Combines the views of a table, component by component, weighed by their information [Mathematics, §10].
//!
//! View v has n_v of the n reports, the share ρ_v, and each of its reports has the information I_{T,v} about component T of the true
//! shares. Its weight is ω_{v,T} = n_v·I_{T,v} / Σ n_v·I_{T,v}, and ρ_v for the constant component. Written as the shares of an unlabelled
//! law with the spectrum μ_T = √(Σ ρ_v·I_{T,v}/dim_T), component T of the observed shares is
//!
//! λ_T = μ_T·Σ_v ω_{v,T}/τ_{v,T} · (component T of the view's shares).
//!
//! The weights are taken as fixed, and variances are conditional on the labels: Σ_v 1/n_v of the variance within each view.
//!
//! A *robust* combination weighs a view by min(n_v, n·P_v) in place of n_v, P_v its probability. However many reports with this label are
//! forged, the view then contributes no more to a component than its expected share of honest reports would.
//!
//! Cost: that of an inverse for every view.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::shown::Shown;
use crate::count::Views;
use crate::estimate::observed::operator::factors::{Factors, is_shown};
use crate::estimate::observed::operator::walk::{for_each_within, marginal};
use crate::exact::{count_to_f64, to_f64, to_index};
use crate::law::Law;
use crate::numeric::vectors::dot;

/// The combined views of a table.
#[derive(Clone)]
pub(crate) struct Combined {
    sizes: Vec<u32>,
    pub(super) views: Vec<WeighedView>,
    /// μ_T for every set T of axes.
    spectrum: Vec<f64>,
    /// The probability and the number of reports of every view, including those without reports.
    pub(super) labels: Arc<[Label]>,
}

/// How often a view is drawn: its probability, and how many reports have it.
#[derive(Clone, Copy)]
pub(super) struct Label {
    pub(super) probability: f64,
    pub(super) reports: f64,
}

/// A view that has reports, with its weights.
#[derive(Clone)]
pub(super) struct WeighedView {
    pub(super) shown: Shown,
    /// ρ_v, the view's share of all reports.
    pub(super) part: f64,
    /// ω_{v,T} for every set of its axes.
    weights: Vec<f64>,
}

impl Combined {
    /// Combines the counts of all views, given one view after the other.
    pub(crate) fn new(
        law: &Law,
        sizes: &[u32],
        views: &Views,
        (reports, counts): (&[u64], &[u64]),
        robust: bool,
    ) -> Self {
        let each = views.views().iter().zip(reports).enumerate();
        let shown = each.map(|(place, (view, &reports))| {
            Shown::new(law, (place, view), sizes, reports, &counts[views.cells_of(place)]).robust(robust)
        });
        Self::of_views(sizes.into(), shown.collect())
    }

    /// Combines classes of reports, each with the weight of one of its reports, the numbers of reports of all views, and their counts.
    pub(crate) fn weighted(
        law: &Law,
        sizes: &[u32],
        views: &Views,
        classes: &[(f64, &[u64], &[u64])],
    ) -> Self {
        let shown = views.views().iter().enumerate().map(|(place, view)| {
            let cells = views.cells_of(place);
            let empty = Shown::new(law, (place, view), sizes, 0, &vec![0; cells.len()]);
            let (mut weighed, mut shares) = (0.0, vec![0.0; cells.len()]);
            for (weight, reports, counts) in classes {
                weighed += weight * count_to_f64(reports[place]);
                let own = empty.summed(&counts[cells.clone()]);
                shares.iter_mut().zip(own).for_each(|(share, own)| *share += weight * own);
            }
            if weighed > 0.0 {
                shares.iter_mut().for_each(|share| *share /= weighed);
            }
            empty.with_reports(weighed, shares)
        });
        Self::of_views(sizes.into(), shown.collect())
    }

    /// What some of the reports add to n·λ, n being the weight of all.
    pub(crate) fn summed(&self, views: &Views, counts: &[u64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.cells()];
        for view in &self.views {
            let mut own = view.shown.summed(&counts[views.cells_of(view.shown.place)]);
            view.shown.apply(&self.written(view), &mut own);
            own.iter_mut().for_each(|cell| *cell /= view.part);
            self.add_lifted(view, &own, &mut sums);
        }
        sums
    }

    /// Combines views with their reports.
    pub(super) fn of_views(sizes: Vec<u32>, mut views: Vec<Shown>) -> Self {
        let label = |view: &Shown| Label { probability: view.probability, reports: view.reports };
        let labels = views.iter().map(label).collect();
        views.retain(|view| view.reports > 0.0);
        let n: f64 = views.iter().map(|view| view.reports).sum();
        let mut told = vec![0.0; 1 << sizes.len()];
        for view in &views {
            for (own, information) in view.information().enumerate() {
                told[view.set_of(own)] += view.weighed_reports(n) * information;
            }
        }
        let weighed = |shown: Shown| {
            let part = shown.reports / n;
            let weighed = shown.weighed_reports(n);
            let weight = |(own, information): (usize, f64)| match weighed * information {
                _ if own == 0 => part,
                own_information if own_information > 0.0 => own_information / told[shown.set_of(own)],
                _ => 0.0,
            };
            let weights = shown.information().enumerate().map(weight).collect();
            WeighedView { part, weights, shown }
        };
        let views = views.into_iter().map(weighed).collect();
        let spectrum =
            told.iter().enumerate().map(|(set, told)| if set == 0 { 1.0 } else { libm::sqrt(told / n) });
        Self { spectrum: spectrum.collect(), sizes, views, labels }
    }

    /// The marginal over some axes.
    pub(crate) fn of_axes(&self, axes: &[usize]) -> Self {
        let sizes = axes.iter().map(|&axis| self.sizes[axis]).collect();
        let views = self.views.iter().map(|view| view.shown.of_axes(axes)).collect();
        // The labels are the same however much of the table is looked at.
        Self { labels: self.labels.clone(), ..Self::of_views(sizes, views) }
    }

    /// μ_T for every set T of axes.
    pub(crate) fn spectrum(&self) -> Factors {
        Factors::listed(self.spectrum.clone(), &self.sizes)
    }

    /// λ, the combined shares.
    pub(crate) fn shares(&self) -> Vec<f64> {
        self.shares_of(|view| view.shares.clone())
    }

    /// λ, from the given shares of every view.
    pub(super) fn shares_of(&self, mut of: impl FnMut(&Shown) -> Vec<f64>) -> Vec<f64> {
        let mut shares = vec![0.0; self.cells()];
        for view in &self.views {
            let mut own = of(&view.shown);
            view.shown.apply(&self.written(view), &mut own);
            self.add_lifted(view, &own, &mut shares);
        }
        shares
    }

    /// The views that have reports.
    pub(super) fn views_with_reports(&self) -> impl Iterator<Item = &Shown> {
        self.views.iter().map(|view| &view.shown)
    }

    /// The views that have reports, with their weights.
    pub(super) fn weighed(&self) -> &[WeighedView] {
        &self.views
    }

    pub(super) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The operator from the true shares of all axes to the mean products of two scores of a report: that for the cell of the inverse
    /// estimates over the axes c, and that for the cell of those over d. A score is what a report adds to n times a cell.
    pub(crate) fn products_of_scores(&self, c: &[usize], d: &[usize]) -> Factors {
        let scores: Vec<[Vec<f64>; 2]> =
            self.views.iter().map(|view| [c, d].map(|axes| self.score_of_first_cell(view, axes))).collect();
        let product = |set: usize| -> f64 {
            let of_view = |(view, [one, other]): (&WeighedView, &[Vec<f64>; 2])| {
                let mut truth = vec![0.0; one.len()];
                truth[view.shown.cell_beside(view.shown.own_of(set))] = 1.0;
                dot(one, &view.shown.at(truth).second(other)) / view.part
            };
            self.views.iter().zip(&scores).map(of_view).sum()
        };
        let entries = (0..self.spectrum.len()).map(product).collect();
        Factors::listed(entries, &self.sizes).of_entries()
    }

    /// Σ_v E_v²/ρ_v for every cell of these estimates of the whole table, E_v the mean that view v adds to them. It is subtracted from the
    /// mean squares of scores, as labels are given.
    pub(crate) fn squared_means(&self, estimates: &[f64]) -> Vec<f64> {
        let mut squares = vec![0.0; estimates.len()];
        for view in &self.views {
            let mut own = marginal(estimates, &self.sizes, &view.shown.axes);
            view.shown.apply(&view.weights, &mut own);
            let mut lifted = vec![0.0; estimates.len()];
            self.add_lifted(view, &own, &mut lifted);
            squares.iter_mut().zip(lifted).for_each(|(sum, mean)| *sum += mean * mean / view.part);
        }
        squares
    }

    /// For every view that has reports, its probability, and the least and the most that one of them can add to n times a cell of the estimates
    /// over some axes.
    pub(crate) fn ranges_of_scores(&self, axes: &[usize]) -> impl Iterator<Item = (f64, (f64, f64))> {
        self.views.iter().map(|view| {
            let (least, most) = view.shown.range(&self.score_of_first_cell(view, axes));
            (view.shown.probability, (least / view.part, most / view.part))
        })
    }

    /// The same for n·λ·scores.
    pub(crate) fn ranges_of_sum(&self, scores: &[f64]) -> impl Iterator<Item = (f64, (f64, f64))> {
        self.views
            .iter()
            .map(|view| (view.shown.probability, view.shown.range(&self.scores_in(view, scores))))
    }

    /// The coefficients of a view's shares in the first cell of the estimates over some axes.
    pub(super) fn score_of_first_cell(&self, view: &WeighedView, axes: &[usize]) -> Vec<f64> {
        let within: usize = axes.iter().map(|axis| 1 << axis).sum();
        let factor = |(own, weight): (usize, &f64)| match view.shown.set_of(own) & !within {
            0 if *weight > 0.0 => weight / view.shown.spectrum[own],
            _ => 0.0,
        };
        let factors: Vec<f64> = view.weights.iter().enumerate().map(factor).collect();
        let size = |axis: usize| f64::from(self.sizes[axis]);
        let beyond = view.shown.axes.iter().filter(|axis| !axes.contains(axis)).map(|&axis| size(axis));
        let unseen = axes.iter().filter(|axis| !view.shown.axes.contains(axis)).map(|&axis| size(axis));
        let mut score = vec![0.0; view.shown.shares.len()];
        score[0] = beyond.product::<f64>() / unseen.product::<f64>();
        view.shown.apply(&factors, &mut score);
        score
    }

    /// What a report adds to n·λ·scores, by the cell of its view.
    pub(super) fn scores_in(&self, view: &WeighedView, scores: &[f64]) -> Vec<f64> {
        let mut own = self.lowered(view, scores);
        view.shown.apply(&self.written(view), &mut own);
        own.iter_mut().for_each(|score| *score /= view.part);
        own
    }

    /// The true shares, over the axes of a view, for which λ is `expected`, in so far as the law shows them.
    pub(super) fn truth_in(&self, view: &WeighedView, expected: &[f64]) -> Vec<f64> {
        let mut truth = marginal(expected, &self.sizes, &view.shown.axes);
        let inverse = |own: usize| match self.spectrum[view.shown.set_of(own)] {
            mu if is_shown(mu) => 1.0 / mu,
            _ => 0.0,
        };
        let inverse: Vec<f64> = (0..view.weights.len()).map(inverse).collect();
        view.shown.apply(&inverse, &mut truth);
        truth
    }

    /// The factors of a view's components in λ: μ_T·ω_{v,T}/τ_{v,T}.
    pub(super) fn written(&self, view: &WeighedView) -> Vec<f64> {
        let factor = |(own, weight): (usize, &f64)| match *weight {
            weight if weight > 0.0 => {
                self.spectrum[view.shown.set_of(own)] * weight / view.shown.spectrum[own]
            }
            _ => 0.0,
        };
        view.weights.iter().enumerate().map(factor).collect()
    }

    /// Adds a table over the axes of a view, spread evenly over all others.
    pub(super) fn add_lifted(&self, view: &WeighedView, own: &[f64], cells: &mut [f64]) {
        let spread = to_f64(own.len() as u128) / to_f64(cells.len() as u128);
        for_each_within(&self.sizes, &view.shown.axes, |cell, at| cells[cell] += own[at] * spread);
    }

    /// The transpose of [`Self::add_lifted`].
    fn lowered(&self, view: &WeighedView, scores: &[f64]) -> Vec<f64> {
        let mut own = marginal(scores, &self.sizes, &view.shown.axes);
        let spread = to_f64(own.len() as u128) / to_f64(scores.len() as u128);
        own.iter_mut().for_each(|cell| *cell *= spread);
        own
    }

    fn cells(&self) -> usize {
        self.sizes.iter().map(|&size| to_index(size)).product()
    }
}

//! One view of a table: the table over the axes that a form shows, with its reports [Mathematics, §10].
//!
//! If c counts the cells that a report names, c/∏d is a table of sum 1 whose expectation is that of a law with the spectrum τ_T = ∏_{u∈J}
//! (D_u−d_u)/(d_u(D_u−1))·μ_J, J the units that T touches, μ as in §5.

use alloc::vec::Vec;

use super::moments::{Moments, SecondMoments};
use crate::estimate::observed::operator;
use crate::estimate::observed::operator::walk::marginal;
use crate::exact::{count_to_f64, to_f64, to_index};
use crate::law::{Law, Shape, View};
use crate::numeric::order::by_ascending;
use crate::numeric::vectors::dot;

/// A view, with its reports.
#[derive(Clone)]
pub(super) struct Shown {
    /// The axes of the table that the view shows, unit by unit, and their sizes.
    pub(super) axes: Vec<usize>,
    pub(super) sizes: Vec<u32>,
    /// The shape of each unit, and how many of these axes it holds.
    pub(super) units: Vec<(Shape, usize)>,
    /// For every set of units, the probability that these are the ones that hit.
    pub(super) hits: Vec<f64>,
    /// Whether the units are perturbed independently of each other.
    pub(super) apart: bool,
    /// The position among all views of the table.
    pub(super) place: usize,
    /// The probability of a label with this view.
    pub(super) probability: f64,
    /// n_v, the number of reports.
    pub(super) reports: f64,
    /// Whether reports beyond the expected number n·P_v add no weight.
    robust: bool,
    /// The mean of c/∏d; all 0 without reports.
    pub(super) shares: Vec<f64>,
    /// τ_T for every set of its axes.
    pub(super) spectrum: Vec<f64>,
    /// μ_J for every set of its axes.
    mu: Vec<f64>,
}

impl Shown {
    pub(super) fn new(
        law: &Law,
        (place, view): (usize, &View),
        sizes: &[u32],
        reports: u64,
        counts: &[u64],
    ) -> Self {
        let form = &law.forms()[view.form];
        let units: Vec<(Shape, usize)> =
            view.units.iter().map(|(unit, axes)| (form.shapes()[*unit], axes.len())).collect();
        let named: f64 = units.iter().map(|(shape, _)| f64::from(shape.subset)).product();
        let n = count_to_f64(reports);
        let share = |count: &u64| if reports == 0 { 0.0 } else { count_to_f64(*count) / (n * named) };
        let places: Vec<usize> = view.units.iter().map(|(unit, _)| *unit).collect();
        let mu = form.spectrum(&places);
        let (mut spectrum, mut by_axes) = (Vec::new(), Vec::new());
        let axes: Vec<usize> = view.axes().collect();
        for set in 0..1_usize << axes.len() {
            let touched = touched(&units, set);
            let hit =
                units.iter().enumerate().filter(|(unit, _)| touched >> unit & 1 == 1).map(|(_, unit)| unit.0);
            let kept = |shape: Shape| shape.retention() * shape.retention();
            let retained: f64 = hit.map(kept).product();
            spectrum.push(mu[touched] * retained);
            by_axes.push(mu[touched]);
        }
        Self {
            sizes: axes.iter().map(|&axis| sizes[axis]).collect(),
            axes,
            hits: hits(mu, &units),
            units,
            apart: form.perturbs_apart(&places),
            place,
            probability: view.probability,
            reports: n,
            robust: false,
            shares: counts.iter().map(share).collect(),
            spectrum,
            mu: by_axes,
        }
    }

    /// The same view, in which reports beyond the expected number add no weight if it is `robust`.
    pub(super) fn robust(self, robust: bool) -> Self {
        Self { robust, ..self }
    }

    /// How many of its reports count when views are weighed against each other, of n reports in all.
    pub(super) fn weighed_reports(&self, n: f64) -> f64 {
        if self.robust { libm::fmin(self.reports, n * self.probability) } else { self.reports }
    }

    /// Σ c/∏d over reports with these counts of cells.
    pub(super) fn summed(&self, counts: &[u64]) -> Vec<f64> {
        let named: f64 = self.units.iter().map(|(shape, _)| f64::from(shape.subset)).product();
        counts.iter().map(|&count| count_to_f64(count) / named).collect()
    }

    /// The same view with other reports.
    pub(super) fn with_reports(&self, reports: f64, shares: Vec<f64>) -> Self {
        Self { reports, shares, ..self.clone() }
    }

    /// The view of the marginal over some axes of the table; these are renumbered by their positions in `axes`.
    pub(super) fn of_axes(&self, axes: &[usize]) -> Self {
        let (mut kept, mut units, mut unseen) = (Vec::new(), Vec::new(), Vec::new());
        let mut first = 0;
        for (unit, (shape, held)) in self.units.iter().enumerate() {
            let own = (first..first + held).filter(|&place| axes.contains(&self.axes[place]));
            let before = kept.len();
            kept.extend(own);
            first += held;
            if kept.len() > before {
                units.push((*shape, kept.len() - before));
            } else {
                unseen.push(unit);
            }
        }
        let all = |set: usize| {
            kept.iter().enumerate().map(|(bit, &place)| (set >> bit & 1) << place).sum::<usize>()
        };
        let sets = || (0..1_usize << kept.len()).map(all);
        let place_of = |axis: &usize| axes.iter().position(|own| own == axis).unwrap_or(0);
        Self {
            axes: kept.iter().map(|&place| place_of(&self.axes[place])).collect(),
            sizes: kept.iter().map(|&place| self.sizes[place]).collect(),
            hits: unseen.iter().rev().fold(self.hits.clone(), |hits, &unit| without(&hits, unit)),
            units,
            apart: self.apart,
            place: self.place,
            probability: self.probability,
            reports: self.reports,
            robust: self.robust,
            shares: marginal(&self.shares, &self.sizes, &kept),
            spectrum: sets().map(|set| self.spectrum[set]).collect(),
            mu: sets().map(|set| self.mu[set]).collect(),
        }
    }

    /// I_T/dim_T for every set of its axes: τ_T·μ_J.
    pub(super) fn information(&self) -> impl Iterator<Item = f64> {
        self.spectrum.iter().zip(&self.mu).map(|(tau, mu)| tau * mu)
    }

    /// μ_J for every set of its axes, J the units that the set touches.
    pub(super) fn kept_by_units(&self) -> &[f64] {
        &self.mu
    }

    /// Translates a set of the view's axes into one of the table's.
    pub(super) fn set_of(&self, own: usize) -> usize {
        self.axes.iter().enumerate().map(|(bit, axis)| (own >> bit & 1) << axis).sum()
    }

    /// Translates a set of the table's axes into one of the view's, leaving out axes that the view does not show.
    pub(super) fn own_of(&self, set: usize) -> usize {
        self.axes.iter().enumerate().map(|(bit, axis)| (set >> axis & 1) << bit).sum()
    }

    /// The cell one step from the first along the axes in a set of the view's.
    pub(super) fn cell_beside(&self, own: usize) -> usize {
        let axes = self.sizes.iter().enumerate();
        axes.fold(0, |cell, (bit, &size)| cell * to_index(size) + (own >> bit & 1))
    }

    /// Multiplies the component of every set of the view's axes by its factor.
    pub(super) fn apply(&self, factors: &[f64], cells: &mut [f64]) {
        if self.axes.is_empty() {
            cells[0] *= factors[0];
            return;
        }
        operator::apply_listed(factors, &self.sizes, cells);
    }

    /// The moments of the shares s of one report at these true shares.
    pub(super) fn at(&self, truth: Vec<f64>) -> ReportMoments {
        let squares = (!self.names_single_cells()).then(|| {
            let units = self.cells_of_units().map(|(shape, cells)| Moments::new(shape, cells)).collect();
            SecondMoments::new(units, &self.hits)
        });
        ReportMoments { means: self.expected(&truth), truth, squares }
    }

    /// Whether a report names one cell of every unit.
    pub(super) fn names_single_cells(&self) -> bool {
        self.units.iter().all(|(shape, _)| shape.subset == 1)
    }

    /// The expected shares of reports at these true shares.
    pub(super) fn expected(&self, truth: &[f64]) -> Vec<f64> {
        let mut expected = truth.to_vec();
        self.apply(&self.spectrum, &mut expected);
        expected
    }

    /// The shape of each unit, and how many cells the table tells apart in it.
    pub(super) fn cells_of_units(&self) -> impl Iterator<Item = (Shape, usize)> {
        let mut first = 0;
        self.units.iter().map(move |&(shape, held)| {
            let sizes = &self.sizes[first..first + held];
            first += held;
            (shape, sizes.iter().map(|&size| to_index(size)).product())
        })
    }

    /// A lower and an upper bound of Σ scores·s over all reports; they are reached where one unit is shown.
    pub(super) fn range(&self, scores: &[f64]) -> (f64, f64) {
        let each = |(shape, cells): (Shape, usize)| {
            libm::fmin(f64::from(shape.cells) / (f64::from(shape.subset) * to_f64(cells as u128)), 1.0)
        };
        let most: f64 = self.cells_of_units().map(each).product();
        let sorted = by_ascending(scores.to_vec(), |score| *score);
        let filled = |scores: &mut dyn Iterator<Item = &f64>| {
            let mut left = 1.0;
            scores.fold(0.0, |sum, score| {
                let share = libm::fmin(left, most);
                left -= share;
                sum + share * score
            })
        };
        (filled(&mut sorted.iter()), filled(&mut sorted.iter().rev()))
    }
}

/// The moments of the shares s of one report of a view, at some true shares.
pub(super) struct ReportMoments {
    pub(super) truth: Vec<f64>,
    /// E s.
    pub(super) means: Vec<f64>,
    /// `None` where a report names one cell of every unit: E ssᵀ is diag(E s) then.
    squares: Option<SecondMoments>,
}

impl ReportMoments {
    /// E ssᵀ·scores.
    pub(super) fn second(&self, scores: &[f64]) -> Vec<f64> {
        match &self.squares {
            Some(squares) => squares.times(scores, &self.truth),
            None => self.means.iter().zip(scores).map(|(share, score)| share * score).collect(),
        }
    }

    /// Cov(s)·scores.
    pub(super) fn covered(&self, scores: &[f64]) -> Vec<f64> {
        let mean = dot(&self.means, scores);
        let mut covered = self.second(scores);
        covered.iter_mut().zip(&self.means).for_each(|(cell, own)| *cell -= own * mean);
        covered
    }
}

/// The set of the units that a set of axes touches. The axes follow each other unit by unit.
fn touched(units: &[(Shape, usize)], set: usize) -> usize {
    let (mut touched, mut first) = (0, 0);
    for (unit, (_, held)) in units.iter().enumerate() {
        touched |= usize::from(set >> first & ((1 << held) - 1) != 0) << unit;
        first += held;
    }
    touched
}

/// For every set of units, the probability that these are the ones that hit, from μ_J: a unit that hits counts 1 there, one that misses −d/(D−d).
fn hits(mut mu: Vec<f64>, units: &[(Shape, usize)]) -> Vec<f64> {
    for (unit, (shape, _)) in units.iter().enumerate() {
        let missing = f64::from(shape.others()) / f64::from(shape.cells);
        for set in (0..mu.len()).filter(|set| set >> unit & 1 == 0) {
            let (all, kept) = (mu[set], mu[set | 1 << unit]);
            mu[set] = (all - kept) * missing;
            mu[set | 1 << unit] = all - mu[set];
        }
    }
    mu
}

/// The probabilities of the sets of the other units, whatever one of the units does.
fn without(hits: &[f64], unit: usize) -> Vec<f64> {
    let sets = (0..hits.len()).filter(|set| set >> unit & 1 == 0);
    sets.map(|set| hits[set] + hits[set | 1 << unit]).collect()
}

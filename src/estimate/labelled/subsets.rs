//! The subsets of labelled reports themselves, for their likelihood [Mathematics, §10].
//!
//! Of a report with shares s, the counts of the cells that it names over ∏d, a true cell x makes it as many times as likely as uniform
//! subsets do as
//!
//! L(x) = Σ_J μ_J·∏_{u∈J} (N_u s_u(x) − 1),   s_u the shares of unit u,
//!
//! J over the sets of the view's units, N_u the cells that the table tells apart in u: the component of the units J of the table
//! N·s, times μ_J. Where the table has not all attributes of a unit, that is the likelihood of the counts.
//!
//! Memory: a number for every cell of the view, and every different report. Cost: as many products for an application.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::shown::Shown;
use crate::count::{SubsetCounts, Views};
use crate::error::{Code, Error};
use crate::estimate::operator::walk::{Walk, marginal};
use crate::exact::{count_to_f64, to_f64, to_index};
use crate::law::Law;
use crate::numeric::vectors::dot;

/// The most numbers that are kept: a gigabyte.
const MOST_NUMBERS: usize = 1 << 27;

/// All different reports of a table.
pub(crate) struct Subsets {
    sizes: Vec<u32>,
    views: Vec<Likelihoods>,
    /// The share of the reports that each is, view by view.
    seen: Vec<f64>,
}

/// The different reports of a view.
struct Likelihoods {
    axes: Vec<usize>,
    cells: usize,
    /// L, a row for each.
    rows: Vec<f64>,
}

impl Subsets {
    /// Of as many reports in all.
    ///
    /// # Errors
    /// `too-large` where they need more memory than is allowed.
    pub(crate) fn new(
        law: &Law,
        sizes: &[u32],
        views: &Views,
        counts: &SubsetCounts,
        reports: u64,
    ) -> Result<Self, Error> {
        let cells = |view: usize| views.cells_of(view).len();
        let numbers: usize = counts.keys().map(|(view, _)| cells(*view)).sum();
        if numbers > MOST_NUMBERS {
            let message = format!(
                "the likelihood of {} different reports takes {numbers} numbers; at most {MOST_NUMBERS} are kept",
                counts.len()
            );
            return Err(Error::new(Code::TooLarge, message));
        }
        let mut kept = Self { sizes: sizes.into(), views: Vec::new(), seen: Vec::new() };
        for (place, view) in views.views().iter().enumerate() {
            let own = || counts.iter().filter(|((of, _), _)| *of == place);
            let shown = Shown::new(law, view, sizes, 0, &vec![0; cells(place)]);
            let mut rows = Vec::new();
            for ((_, held), count) in own() {
                let mut row = vec![0.0; cells(place)];
                let each = to_f64(row.len() as u128) / to_f64(held.len() as u128);
                held.iter().for_each(|&cell| row[to_index(cell)] += each);
                shown.apply(shown.kept_by_units().into(), &mut row);
                rows.append(&mut row);
                kept.seen.push(count_to_f64(*count) / count_to_f64(reports));
            }
            kept.views.push(Likelihoods { axes: shown.axes, cells: cells(place), rows });
        }
        Ok(kept)
    }

    /// The share of the reports that each different one is.
    pub(crate) fn seen(&self) -> &[f64] {
        &self.seen
    }

    /// Σ_x L(x)·share_x of every report.
    pub(crate) fn fitted(&self, shares: &[f64]) -> Vec<f64> {
        let mut fitted = Vec::with_capacity(self.seen.len());
        for view in &self.views {
            let own = marginal(shares, &self.sizes, &view.axes);
            fitted.extend(view.rows.chunks_exact(view.cells).map(|row| dot(row, &own)));
        }
        fitted
    }

    /// Σ L(x)·weight over the reports, for every cell.
    pub(crate) fn scores(&self, weights: &[f64]) -> Vec<f64> {
        self.summed(weights, |likelihood| likelihood)
    }

    /// Σ L(x)²·weight over the reports, for every cell.
    pub(crate) fn squares(&self, weights: &[f64]) -> Vec<f64> {
        self.summed(weights, |likelihood| likelihood * likelihood)
    }

    fn summed(&self, weights: &[f64], of: impl Fn(f64) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.sizes.iter().map(|&size| to_index(size)).product()];
        let mut weights = weights.iter();
        for view in &self.views {
            let mut own = vec![0.0; view.cells];
            for (row, weight) in view.rows.chunks_exact(view.cells).zip(&mut weights) {
                own.iter_mut().zip(row).for_each(|(sum, likelihood)| *sum += weight * of(*likelihood));
            }
            let mut walk = Walk::new(&self.sizes, core::slice::from_ref(&view.axes));
            for sum in &mut sums {
                *sum += own[walk.at()[0]];
                walk.step();
            }
        }
        sums
    }
}

//! The master problem of the cutting planes as a small dense linear program, min Σ y_j with Σ_j y_j G_c(A_j) = 1 for
//! every class, y ≥ 0, solved by the revised simplex method with one column per set A_j.
//!
//! Its multipliers μ are the next point, F(μ) ≤ 1 on every set seen; β_j = y_j/Σ y is the law, θ = 1/Σ y. Rows are in
//! units of the starting point, columns in units of their largest entry, and every solution of the basis is refined
//! with residuals in twice the precision, so that levels of different magnitude do not spoil the law. An artificial
//! column per class, at a cost that grows until none is used, gives the first basis. Cost: classes³ per pivot.
//!
//! The library that solves the published program, `minilp`, is not suitable here: of 500 random surveys with ε in [0.01, 16]
//! it finds no optimum for 65, taking their master problems for unbounded; this method finds all, and every
//! optimum is certified to 1e-6. Where both succeed the library takes three times as long (`scripts/bench design`).

use alloc::vec;
use alloc::vec::Vec;

use crate::numeric::lu::{Lu, dot};

/// A column enters where its reduced cost is below minus this share of its terms.
const REDUCED: f64 = 1e-14;
/// Pivots smaller than this are skipped; the largest entry of a column is 1.
const LEAST_PIVOT: f64 = 1e-11;
const MAX_PIVOTS: usize = 2_000;
/// The initial cost of an artificial column, its growth factor while one is in use, and its maximum.
const ARTIFICIAL: f64 = 16.0;
const GROWTH: f64 = 4.0;
const DEAREST: f64 = 1e30;
/// The share of a row that an artificial column may carry and still count as unused.
const NEGLIGIBLE: f64 = 1e-9;

struct MasterColumn {
    /// G_c in units of the row and of `unit`.
    entries: Vec<f64>,
    unit: f64,
    /// The cost: 1 for a set, more for an artificial column.
    cost: f64,
}

impl MasterColumn {
    fn price(&self) -> f64 {
        self.cost / self.unit
    }
}

/// The columns, and the basis of the last solution.
pub(super) struct Master {
    units: Vec<f64>,
    columns: Vec<MasterColumn>,
    basis: Vec<usize>,
    amounts: Vec<f64>,
    multipliers: Vec<f64>,
}

impl Master {
    /// A master problem without sets; μ is measured in `units`.
    pub(super) fn new(units: Vec<f64>) -> Self {
        let d = units.len();
        let artificial = |c: usize| {
            let mut entries = vec![0.0; d];
            entries[c] = 1.0;
            MasterColumn { entries, unit: 1.0, cost: ARTIFICIAL }
        };
        let columns = (0..d).map(artificial).collect();
        Self {
            columns,
            basis: (0..d).collect(),
            amounts: units.clone(),
            multipliers: vec![ARTIFICIAL; d],
            units,
        }
    }

    /// Adds the set with these G_c.
    pub(super) fn add(&mut self, gradient: &[f64]) {
        let scaled: Vec<f64> = gradient.iter().zip(&self.units).map(|(g, unit)| g * unit).collect();
        let unit = scaled.iter().copied().map(libm::fabs).fold(f64::MIN_POSITIVE, f64::max);
        self.columns.push(MasterColumn {
            entries: scaled.iter().map(|g| g / unit).collect(),
            unit,
            cost: 1.0,
        });
    }

    /// Divides every G_c by `unit`.
    pub(super) fn rescale(&mut self, unit: f64) {
        let sets = self.units.len()..;
        self.columns[sets].iter_mut().for_each(|column| column.unit /= unit);
    }

    /// Returns μ with sum 1, and θ; `None` where the basis became singular. While artificial columns are in use, θ is 0, since
    /// it would bound nothing, and their cost grows.
    pub(super) fn solve(&mut self) -> Option<(Vec<f64>, f64)> {
        for _ in 0..MAX_PIVOTS {
            let factors = Lu::of(self.basis.iter().map(|&j| self.columns[j].entries.as_slice()))?;
            self.amounts = factors.solve(&self.units);
            let prices: Vec<f64> = self.basis.iter().map(|&j| self.columns[j].price()).collect();
            self.multipliers = factors.solve_transposed(&prices);
            let Some(entering) = self.entering() else { break };
            self.pivot(entering, &factors.solve(&self.columns[entering].entries))?;
        }
        let mu = self.multipliers.iter().zip(&self.units).map(|(nu, unit)| nu * unit);
        let total: f64 = mu.clone().sum();
        let mu = mu.map(|mu| mu / total).collect();
        let theta = if self.grow_artificial() { 0.0 } else { 1.0 / total };
        (total > 0.0 && total.is_finite()).then_some((mu, theta))
    }

    /// Raises the cost of artificial columns where any is in use; returns whether one is.
    fn grow_artificial(&mut self) -> bool {
        let d = self.units.len();
        let used = self.basis.iter().zip(&self.amounts);
        let used = used.filter(|&(&j, amount)| j < d && *amount > NEGLIGIBLE * self.units[j]).count() > 0;
        if used {
            let grow = |column: &mut MasterColumn| column.cost = libm::fmin(column.cost * GROWTH, DEAREST);
            self.columns[..d].iter_mut().for_each(grow);
        }
        used
    }

    /// The column with the most negative reduced cost, relative to its terms.
    fn entering(&self) -> Option<usize> {
        let relative = |column: &MasterColumn| {
            let terms = column.entries.iter().zip(&self.multipliers).map(|(g, nu)| g * nu);
            let size: f64 = terms.clone().map(libm::fabs).sum::<f64>() + column.price();
            (column.price() - dot(&column.entries, &self.multipliers)) / size
        };
        let costs = self.columns.iter().enumerate().filter(|(j, _)| !self.basis.contains(j));
        let costs = costs.map(|(j, column)| (j, relative(column)));
        costs.filter(|(_, cost)| *cost < -REDUCED).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(j, _)| j)
    }

    /// Lets a column enter the basis; the first to reach 0 leaves, among ties the one with the largest pivot.
    fn pivot(&mut self, entering: usize, direction: &[f64]) -> Option<()> {
        let ratio = |i: usize| libm::fmax(self.amounts[i], 0.0) / direction[i];
        let eligible = || (0..direction.len()).filter(|&i| direction[i] > LEAST_PIVOT);
        let least = eligible().map(ratio).fold(f64::INFINITY, f64::min);
        let ties = eligible().filter(|&i| ratio(i) <= least * (1.0 + 1e-12));
        let leaving = ties.max_by(|&i, &j| direction[i].total_cmp(&direction[j]))?;
        self.basis[leaving] = entering;
        Some(())
    }

    /// y_j of every set in use, with the position of the set in the order of adding.
    pub(super) fn amounts(&self) -> Vec<(usize, f64)> {
        let d = self.units.len();
        let used = self.basis.iter().zip(&self.amounts).filter(|(j, amount)| **j >= d && **amount > 0.0);
        used.map(|(&j, amount)| (j - d, amount / self.columns[j].unit)).collect()
    }
}

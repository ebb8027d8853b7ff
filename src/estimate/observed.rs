//! What was observed: the shares of perturbed records in the cells of a table, and the law that perturbed
//! them. Every reconstruction starts here.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::operator;
use super::walk::Walk;
use crate::count::Table;
use crate::error::Error;
use crate::exact::{to_f64, to_index};
use crate::law::{Law, MAX_CONDITION};

/// A table of at least one report, over attributes the law has.
#[derive(Clone)]
pub(super) struct Observed<'l> {
    law: &'l Law,
    attributes: Vec<usize>,
    sizes: Vec<u32>,
    spectrum: Vec<f64>,
    reports: u64,
    shares: Vec<f64>,
}

impl<'l> Observed<'l> {
    /// Turns counts into shares where they lie.
    pub(super) fn new(law: &'l Law, table: Table) -> Result<Self, Error> {
        let reports = table.total();
        if reports == 0 {
            return Err(Error::new("empty-sample", "there are 0 reports to estimate from"));
        }
        check_attributes(law, &table)?;
        let (attributes, sizes, counts) = table.into_parts();
        let share = 1.0 / to_f64(reports.into());
        let shares = counts.into_iter().map(|count| nearest(count) * share).collect();
        Ok(Self { law, spectrum: law.spectrum(&attributes), attributes, sizes, reports, shares })
    }

    /// The same survey with other shares.
    pub(super) fn with_shares(&self, shares: Vec<f64>) -> Self {
        Self {
            law: self.law,
            attributes: self.attributes.clone(),
            sizes: self.sizes.clone(),
            spectrum: self.spectrum.clone(),
            reports: self.reports,
            shares,
        }
    }

    pub(super) fn law(&self) -> &'l Law {
        self.law
    }

    pub(super) fn attributes(&self) -> &[usize] {
        &self.attributes
    }

    pub(super) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// μ_T for every set T of axes.
    pub(super) fn spectrum(&self) -> &[f64] {
        &self.spectrum
    }

    pub(super) fn reports(&self) -> u64 {
        self.reports
    }

    /// n as a double.
    pub(super) fn n(&self) -> f64 {
        to_f64(self.reports.into())
    }

    pub(super) fn shares(&self) -> &[f64] {
        &self.shares
    }

    pub(super) fn into_shares(self) -> Vec<f64> {
        self.shares
    }

    /// All axes.
    pub(super) fn axes(&self) -> Vec<usize> {
        (0..self.sizes.len()).collect()
    }

    pub(super) fn sizes_of(&self, axes: &[usize]) -> Vec<u32> {
        axes.iter().map(|&axis| self.sizes[axis]).collect()
    }

    /// The shares of the table over some axes, in their order. O(N).
    pub(super) fn marginal(&self, axes: &[usize]) -> Vec<f64> {
        marginal(&self.shares, &self.sizes, axes)
    }

    /// max 1/|μ_T| over sets of these axes.
    pub(super) fn condition(&self, axes: &[usize]) -> f64 {
        1.0 / self.spectrum_of(axes).iter().copied().map(libm::fabs).fold(1.0, f64::min)
    }

    /// 1/μ_T for every set T of these axes.
    pub(super) fn inverse_factors(&self, axes: &[usize]) -> Result<Vec<f64>, Error> {
        let factors: Vec<f64> = self.spectrum_of(axes).into_iter().map(|mu| 1.0 / mu).collect();
        let condition = largest(&factors);
        if condition <= MAX_CONDITION {
            return Ok(factors);
        }
        let attributes: Vec<usize> = axes.iter().map(|&axis| self.attributes[axis]).collect();
        let message = format!(
            "the table over attributes {attributes:?} cannot be estimated: its condition is {condition:.3e}, above {MAX_CONDITION:e}"
        );
        Err(Error::new("unidentifiable-table", message))
    }

    /// The most that one forged report can move a cell of the inverse estimate over these axes: the range
    /// of the operator's entries, divided by n.
    pub(super) fn influence(&self, axes: &[usize], factors: &[f64]) -> f64 {
        let entries = operator::entries_of(factors.into(), &self.sizes_of(axes));
        let highest = entries.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (highest - entries.iter().copied().fold(f64::INFINITY, f64::min)) / self.n()
    }

    fn spectrum_of(&self, axes: &[usize]) -> Vec<f64> {
        if axes.len() == self.sizes.len() && axes.is_sorted() {
            return self.spectrum.clone();
        }
        (0..1_usize << axes.len()).map(|set| self.spectrum[spread(set, axes)]).collect()
    }
}

/// The nearest double, by the processor's own conversion: one of 128 bits would take most of an estimate's time.
#[allow(clippy::cast_precision_loss, reason = "counts above 2⁵³ tolerate one rounding")]
fn nearest(count: u64) -> f64 {
    count as f64
}

fn largest(factors: &[f64]) -> f64 {
    factors.iter().copied().map(libm::fabs).fold(1.0, f64::max)
}

/// The set of axes that `set`, a set of places in `axes`, stands for.
fn spread(set: usize, axes: &[usize]) -> usize {
    axes.iter().enumerate().map(|(place, axis)| (set >> place & 1) << axis).sum()
}

/// The marginal of a table over some axes, in their order.
pub(super) fn marginal(cells: &[f64], sizes: &[u32], axes: &[usize]) -> Vec<f64> {
    let kept = axes.iter().map(|&axis| to_index(sizes[axis])).product();
    let mut sums = vec![0.0; kept];
    let mut walk = Walk::new(sizes, &[axes.into()]);
    for cell in cells {
        sums[walk.at()[0]] += cell;
        walk.step();
    }
    sums
}

fn check_attributes(law: &Law, table: &Table) -> Result<(), Error> {
    let mut axes = table.attributes().iter().zip(table.sizes());
    if axes.all(|(&attribute, a)| law.sizes().get(attribute) == Some(a)) {
        return Ok(());
    }
    let message = format!("the law has no attributes {:?} of sizes {:?}", table.attributes(), table.sizes());
    Err(Error::new("plan-mismatch", message))
}

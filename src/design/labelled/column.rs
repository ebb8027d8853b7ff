//! A family of forms as a column of the design problem: its layout, subset sizes, the probabilities of its patterns of hits, and the
//! information of one report on a component of every kind, averaged over the ways to choose its attributes.

use alloc::vec;
use alloc::vec::Vec;

use super::hits::Hits;
use super::kinds::Kinds;
use super::layout::{Layout, UnitsAlike, pools_of};
use super::likelier_patterns::{LikelierPatterns, Privacy};

/// The relative difference up to which information counts as equal.
const ROUNDING: f64 = 1e-9;

/// A family of forms, with the information of a report.
#[derive(Debug, Clone)]
pub(super) struct FormColumn {
    pub(super) units: Vec<UnitsAlike>,
    pub(super) subset_sizes: Vec<usize>,
    /// The probability that hits occur by chance, the probability of every pattern by chance, and its excess probability.
    pub(super) uniform: f64,
    pub(super) chances: Vec<f64>,
    pub(super) excess: Vec<f64>,
    /// The information on a component of each kind, by number of the kind.
    pub(super) information: Vec<f64>,
}

impl FormColumn {
    /// The column in which the favoured patterns are e^ε times likelier.
    pub(super) fn favouring(
        (layout, kinds): (&Layout, usize),
        subset_sizes: Vec<usize>,
        hits: &Hits,
        favoured: &LikelierPatterns,
        privacy: Privacy,
    ) -> Self {
        let chances = || hits.chances().iter().zip(&favoured.set);
        let chance = chances().filter(|(_, favoured)| **favoured).map(|(chance, _)| chance).sum();
        let (uniform, scale) = privacy.shares(chance);
        let excess =
            chances().map(|(chance, favoured)| if *favoured { scale * chance } else { 0.0 }).collect();
        let information = information((layout, kinds), &favoured.mu);
        let (units, chances) = (layout.units().to_vec(), hits.chances().to_vec());
        Self { units, subset_sizes, uniform, chances, excess, information }
    }

    /// The column with given excess probabilities of patterns.
    pub(super) fn mixed(
        (layout, kinds): (&Layout, usize),
        subset_sizes: Vec<usize>,
        hits: &Hits,
        uniform: f64,
        excess: Vec<f64>,
    ) -> Self {
        let information = information((layout, kinds), &spectrum(layout, hits, &excess));
        let (units, chances) = (layout.units().to_vec(), hits.chances().to_vec());
        Self { units, subset_sizes, uniform, chances, excess, information }
    }

    /// The family with its information on other kinds of components of the same pools.
    pub(super) fn among(&self, kinds: &Kinds) -> Option<Self> {
        let layout = Layout::new(kinds, self.units.clone())?;
        let hits = Hits::new(&layout, &self.subset_sizes);
        let (subset_sizes, excess) = (self.subset_sizes.clone(), self.excess.clone());
        Some(Self::mixed((&layout, kinds.len()), subset_sizes, &hits, self.uniform, excess))
    }

    /// Σ price · information, what the family is worth at these prices.
    pub(super) fn worth(&self, prices: &[f64]) -> f64 {
        self.information.iter().zip(prices).map(|(information, price)| information * price).sum()
    }

    /// Whether both have the same information on every kind of component.
    pub(super) fn has_same_information(&self, other: &Self) -> bool {
        let near = |(a, b): (&f64, &f64)| libm::fabs(a - b) <= ROUNDING * libm::fmax(*a, *b);
        self.information.iter().zip(&other.information).all(near)
    }

    /// The numbers of attributes asked and of units: of two forms with the same information, the smaller is simpler.
    pub(super) fn simplicity(&self) -> (usize, usize) {
        (pools_of(&self.units).len(), self.units.iter().map(|unit| unit.multiplicity).sum())
    }
}

/// μ of every overlap.
fn spectrum(layout: &Layout, hits: &Hits, excess: &[f64]) -> Vec<f64> {
    let mut mu = vec![0.0; layout.overlaps().len()];
    for (signals, p) in hits.signals().zip(excess).filter(|(_, p)| **p > 0.0) {
        mu.iter_mut().zip(signals).for_each(|(mu, h)| *mu += p * h);
    }
    mu
}

fn information((layout, kinds): (&Layout, usize), mu: &[f64]) -> Vec<f64> {
    let mut information = vec![0.0; kinds];
    for (overlap, mu) in layout.overlaps().iter().zip(mu) {
        overlap.factors.iter().for_each(|(kind, factor)| information[*kind] += mu * mu * factor);
    }
    information
}

//! The shelves: all layouts that are searched, each with the best form last found for it.
//!
//! Cost: per round, one search for every layout whose bound Σ_J q_J μ_J² ≤ max q · sinh²(ε/2) exceeds what is needed.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::column::FormColumn;
use super::kinds::Kinds;
use super::layout::{Layout, UnitsAlike};
use super::likelier_patterns::Privacy;
use super::pricing::{self, Found};
use crate::numeric::order::by_descending;

/// The largest product of patterns and contacts that is tabulated, for layouts that are always searched and for neighbours.
pub(super) const MAX_TABULATED: usize = 1 << 15;
pub(super) const MAX_BESIDE: usize = 1 << 11;

/// How thorough a search is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// Starts from the last result, where there is one.
    Renewed,
    /// Uses every start.
    Thorough,
}

struct Shelf {
    layout: Layout,
    found: Option<Found>,
}

/// The layouts, without repeats.
pub(super) struct Shelves<'a> {
    kinds: &'a Kinds,
    privacy: Privacy,
    known: BTreeSet<Vec<UnitsAlike>>,
    shelves: Vec<Shelf>,
}

impl<'a> Shelves<'a> {
    pub(super) fn new(kinds: &'a Kinds, privacy: Privacy) -> Self {
        Self { kinds, privacy, known: BTreeSet::new(), shelves: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.shelves.len()
    }

    /// Adds a layout unless it is known, impossible, or has more than `most` patterns times contacts.
    pub(super) fn add(&mut self, units: Vec<UnitsAlike>, most: usize) {
        if self.known.contains(&units) {
            return;
        }
        let layout = Layout::new(self.kinds, units.clone());
        self.known.insert(units);
        let affordable = |layout: &Layout| layout.patterns().saturating_mul(layout.contacts().len()) <= most;
        if let Some(layout) = layout.filter(|layout| !layout.contacts().is_empty() && affordable(layout)) {
            self.shelves.push(Shelf { layout, found: None });
        }
    }

    /// Computes what the best form of every layout is worth at these prices, or an upper bound on it; lists the layouts whose form is worth
    /// more than `enough`.
    pub(super) fn price(&mut self, prices: &[f64], enough: f64, care: Care) -> Priced {
        let mut priced = Priced { most: 0.0, above: Vec::new() };
        for (place, shelf) in self.shelves.iter_mut().enumerate() {
            let gains = shelf.layout.gains(prices);
            let bound = pricing::at_most(&gains, self.privacy);
            if bound <= enough {
                priced.most = libm::fmax(priced.most, bound);
                shelf.found = None;
                continue;
            }
            let found = match &shelf.found {
                Some(found) if care == Care::Renewed => {
                    Some(pricing::renewed(&shelf.layout, found, &gains, self.privacy))
                }
                _ => pricing::thorough(&shelf.layout, &gains, self.privacy),
            };
            let worth = found.as_ref().map_or(0.0, |found| found.favoured.worth);
            priced.most = libm::fmax(priced.most, worth);
            if worth > enough {
                priced.above.push((worth, place));
            }
            shelf.found = found;
        }
        priced.above = by_descending(priced.above, |(worth, ..)| *worth);
        priced
    }

    /// The layouts whose last form was worth at least this much, best first.
    pub(super) fn near(&self, worth: f64) -> Vec<Vec<UnitsAlike>> {
        let of = |shelf: &Shelf| shelf.found.as_ref().map(|found| found.favoured.worth);
        let near = self.shelves.iter().filter_map(|shelf| Some((of(shelf)?, shelf.layout.units())));
        let near = near.filter(|(own, _)| *own >= worth).collect();
        by_descending(near, |(own, _)| *own).into_iter().map(|(_, units)| units.to_vec()).collect()
    }

    /// The last form found for a layout.
    pub(super) fn column(&self, place: usize) -> Option<FormColumn> {
        let shelf = &self.shelves[place];
        let found = shelf.found.as_ref()?;
        Some(pricing::column(&shelf.layout, self.kinds.len(), found, self.privacy))
    }
}

/// The result of pricing all layouts.
pub(super) struct Priced {
    /// An upper bound on what any form searched is worth.
    pub(super) most: f64,
    /// The worth and the index of each layout worth more than was needed, best first.
    pub(super) above: Vec<(f64, usize)>,
}

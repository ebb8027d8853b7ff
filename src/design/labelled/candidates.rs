//! The candidate layouts of the column generation, each with the best form last found for it.
//!
//! Cost: per round, one search for every layout whose bound Σ_J q_J μ_J² ≤ max q · sinh²(ε/2) exceeds what is needed.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::column::FormColumn;
use super::kinds::Kinds;
use super::layout::{Layout, UnitsAlike};
use super::likelier_patterns::Privacy;
use super::pricing::{self, BestForm};
use super::starting_layouts;
use crate::numeric::order::by_descending;

/// The largest product of patterns and overlaps that is tabulated, for layouts that are always searched and for neighbours of these.
const MAX_TABULATED: usize = 1 << 15;
pub(super) const MAX_TABULATED_NEIGHBOUR: usize = 1 << 11;

/// Where the search for the best form of a layout starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Starts {
    /// From the last result, if there is one.
    Last,
    /// From every start.
    All,
}

struct CandidateLayout {
    layout: Layout,
    found: Option<BestForm>,
}

/// The candidates, without repeats.
pub(super) struct CandidateLayouts<'a> {
    kinds: &'a Kinds,
    privacy: Privacy,
    known: BTreeSet<Vec<UnitsAlike>>,
    candidates: Vec<CandidateLayout>,
}

impl<'a> CandidateLayouts<'a> {
    pub(super) fn new(kinds: &'a Kinds, privacy: Privacy) -> Self {
        Self { kinds, privacy, known: BTreeSet::new(), candidates: Vec::new() }
    }

    /// The layouts that are always searched.
    pub(super) fn listed(kinds: &'a Kinds, tables: &[Vec<usize>], privacy: Privacy) -> Self {
        let mut candidates = Self::new(kinds, privacy);
        starting_layouts::listed(kinds, tables)
            .into_iter()
            .for_each(|units| candidates.add(units, MAX_TABULATED));
        candidates
    }

    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Adds a layout unless it is known, impossible, or has more than `most` patterns times overlaps.
    pub(super) fn add(&mut self, units: Vec<UnitsAlike>, most: usize) {
        if self.known.contains(&units) {
            return;
        }
        let layout = Layout::new(self.kinds, units.clone());
        self.known.insert(units);
        let affordable = |layout: &Layout| layout.patterns().saturating_mul(layout.overlaps().len()) <= most;
        if let Some(layout) = layout.filter(|layout| !layout.overlaps().is_empty() && affordable(layout)) {
            self.candidates.push(CandidateLayout { layout, found: None });
        }
    }

    /// Computes what the best form of every layout is worth at these prices, or an upper bound on it; lists the layouts whose form is worth
    /// more than `enough`.
    pub(super) fn price(&mut self, prices: &[f64], enough: f64, starts: Starts) -> PricingResult {
        let mut priced = PricingResult { most: 0.0, above: Vec::new() };
        for (place, candidate) in self.candidates.iter_mut().enumerate() {
            let gains = candidate.layout.gains(prices);
            let bound = pricing::upper_bound(&gains, self.privacy);
            if bound <= enough {
                priced.most = libm::fmax(priced.most, bound);
                candidate.found = None;
                continue;
            }
            let found = match &candidate.found {
                Some(found) if starts == Starts::Last => {
                    Some(pricing::from_last(&candidate.layout, found, &gains, self.privacy))
                }
                _ => pricing::from_all_starts(&candidate.layout, &gains, self.privacy),
            };
            let worth = found.as_ref().map_or(0.0, |found| found.favoured.worth);
            priced.most = libm::fmax(priced.most, worth);
            if worth > enough {
                priced.above.push((worth, place));
            }
            candidate.found = found;
        }
        priced.above = by_descending(priced.above, |(worth, ..)| *worth);
        priced
    }

    /// The layouts whose last form was worth at least this much, best first.
    pub(super) fn near(&self, worth: f64) -> Vec<Vec<UnitsAlike>> {
        let of = |candidate: &CandidateLayout| candidate.found.as_ref().map(|found| found.favoured.worth);
        let near =
            self.candidates.iter().filter_map(|candidate| Some((of(candidate)?, candidate.layout.units())));
        let near = near.filter(|(own, _)| *own >= worth).collect();
        by_descending(near, |(own, _)| *own).into_iter().map(|(_, units)| units.to_vec()).collect()
    }

    /// The last form found for a layout.
    pub(super) fn column(&self, place: usize) -> Option<FormColumn> {
        let candidate = &self.candidates[place];
        let found = candidate.found.as_ref()?;
        Some(pricing::column(&candidate.layout, self.kinds.len(), found, self.privacy))
    }
}

/// The result of pricing all layouts.
pub(super) struct PricingResult {
    /// An upper bound on what any form searched is worth.
    pub(super) most: f64,
    /// The worth and the index of each layout worth more than was needed, best first.
    pub(super) above: Vec<(f64, usize)>,
}

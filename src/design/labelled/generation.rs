//! The search for the best design by column generation: the probabilities of families are optimised, layouts are priced, and forms
//! that are worth more than the design are added, until there are none \[KieferWolfowitz60\].
//!
//! V is convex in the probabilities. With w the most that any form is worth at the prices c_T/I_T², no mixture of such forms
//! has a V below V²/w, by the Cauchy–Schwarz inequality; a design is worth V. What holds in place of this for the best guess is in
//! `limited_risk`. Searches start from earlier results; only where that finds nothing do they use every start, and then add layouts that
//! neighbour those in use.
//! Cost: rounds × layouts × searches; some ten rounds.

use alloc::vec::Vec;

use super::candidates::{CandidateLayouts, MAX_TABULATED_NEIGHBOUR, PricingResult, Starts};
use super::column::FormColumn;
use super::criterion::Criterion;
use super::families::Families;
use super::kinds::Kinds;
use super::layout::UnitsAlike;
use super::likelier_patterns::Privacy;
use super::measure::DesignMeasure;
use super::neighbours;
use super::reserved::ReservedShare;
use super::starting_layouts;

/// The best design so far.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SearchProgress {
    /// V of the design; R where it is for the best guess.
    pub objective: f64,
    /// The relative excess over the design of what the best form found is worth.
    pub gap: f64,
    /// The number of families of forms in the design.
    pub families: usize,
}

/// The gap at which the search ends, and the precision of the probabilities before that, relative to the remaining gap.
const GAP: f64 = 2e-5;
const SHARE_OF_GAP: f64 = 0.05;
const SHARE_OF_END: f64 = 0.25;
/// The largest relative increase of the objective that is accepted for fewer families.
const RISE: f64 = 1e-4;
const MAX_ROUNDS: usize = 400;
/// The precision of the first probabilities, and the largest number of multiplications of all optimisations of probabilities together.
const FIRST: f64 = 1e-3;
const MAX_WORK: f64 = 4e9;
/// The largest product of patterns and overlaps of the layouts of declared tables.
const MAX_FIRST: usize = 1 << 18;
/// Neighbours are added for families at least this likely, and for a few others whose worth falls short of what is
/// needed by at most this share.
const LIKELY: f64 = 1e-3;
const NEAR: f64 = 0.005;
const BASES: usize = 8;
/// The product of layouts and kinds of components above which no more layouts are added.
const MAX_EXTENDED: usize = 1 << 14;
/// The number of families that are added per round: this many, or this fraction of the current ones.
const ADDED: usize = 24;
const PART: usize = 8;

/// The input of the search.
pub(super) struct Generation<'a> {
    pub(super) kinds: &'a Kinds,
    pub(super) tables: &'a [Vec<usize>],
    pub(super) privacy: Privacy,
    pub(super) reserved: &'a ReservedShare,
    pub(super) criterion: Criterion<'a>,
    pub(super) effort: Effort,
}

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// Until no start and no neighbour of the layouts in use gives a better form.
    Full,
    /// Until no form near those last found for the candidates is better.
    NearLast,
}

/// The result of the search.
pub(super) struct Generated {
    pub(super) columns: Vec<FormColumn>,
    pub(super) measure: DesignMeasure,
    /// The relative excess of the objective over a lower bound on it for the forms searched.
    pub(super) gap: f64,
    /// The number of layouts searched.
    pub(super) layouts: usize,
}

impl<'a> Generation<'a> {
    /// Finds the best design among these candidates, which are added to; `given` families, combined with the reserved share already, are
    /// included from the start.
    pub(super) fn run(
        &self,
        candidates: &mut CandidateLayouts<'_>,
        given: Vec<FormColumn>,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Generated {
        let mut families = self.first(given);
        let (mut starts, mut gap, mut work) = (Starts::Last, f64::INFINITY, 0.0);
        for _ in 0..MAX_ROUNDS {
            work += families.work();
            let measure = families.measure();
            let (prices, worth) = (&measure.prices, measure.worth);
            let enough = self.reserved.needed(prices, worth * (1.0 + GAP));
            let priced = candidates.price(prices, enough, starts);
            gap = libm::fmax(self.reserved.whole(prices, priced.most) / worth - 1.0, families.gap());
            progress(SearchProgress { objective: measure.objective, gap, families: families.len() });
            if work > MAX_WORK {
                break;
            }
            if !priced.above.is_empty() {
                self.add_families(&mut families, candidates, &priced, gap);
                starts = Starts::Last;
            } else if families.distance() > GAP {
                families.optimise(SHARE_OF_END * GAP);
            } else if self.effort == Effort::NearLast {
                break;
            } else if starts == Starts::Last {
                starts = Starts::All;
            } else if self.add_neighbours(&families, candidates, enough) {
                starts = Starts::Last;
            } else {
                break;
            }
        }
        let (found, excess) = (families.measure().objective, self.criterion.excess(families.measure(), gap));
        let families = families.with_fewest(RISE, SHARE_OF_END * GAP);
        let gap = (1.0 + excess) * families.measure().objective / found - 1.0;
        let (columns, measure) = families.into_parts();
        Generated { columns, measure, gap, layouts: candidates.len() }
    }

    /// The first families: those given, and every table as one unit.
    fn first(&self, given: Vec<FormColumn>) -> Families<'a> {
        let mut candidates = CandidateLayouts::new(self.kinds, self.privacy);
        starting_layouts::joined(self.kinds, self.tables)
            .into_iter()
            .for_each(|units| candidates.add(units, MAX_FIRST));
        let even: Vec<f64> = (0..self.kinds.len()).map(|kind| self.kinds.number(kind)).collect();
        candidates.price(&even, 0.0, Starts::All);
        let listed = (0..candidates.len()).filter_map(|place| candidates.column(place));
        let columns = given.into_iter().chain(listed.map(|column| self.reserved.combined_with(column)));
        Families::new(self.criterion, columns.collect(), FIRST)
    }

    fn add_families(
        &self,
        families: &mut Families<'_>,
        candidates: &CandidateLayouts<'_>,
        priced: &PricingResult,
        gap: f64,
    ) {
        let (mut new, most) = (0, ADDED.max(families.len() / PART));
        for (_, place) in &priced.above {
            let column = candidates.column(*place).map(|column| self.reserved.combined_with(column));
            if new < most && column.is_some_and(|column| families.add(column)) {
                new += 1;
            }
        }
        let end = SHARE_OF_END * GAP;
        families.optimise(if new > 0 { libm::fmax(SHARE_OF_GAP * gap, end) } else { end });
    }

    /// Adds the neighbours of layouts in use, or nearly so; returns whether any were new.
    fn add_neighbours(
        &self,
        families: &Families<'_>,
        candidates: &mut CandidateLayouts<'_>,
        enough: f64,
    ) -> bool {
        let before = candidates.len();
        if before * self.kinds.len() > MAX_EXTENDED {
            return false;
        }
        let likely =
            families.columns().iter().zip(&families.measure().probabilities).filter(|(_, p)| **p > LIKELY);
        for units in likely.map(|(column, _)| &column.units) {
            let neighbours: Vec<Vec<UnitsAlike>> = neighbours::of(self.kinds, units);
            neighbours.into_iter().for_each(|units| candidates.add(units, MAX_TABULATED_NEIGHBOUR));
        }
        for units in candidates.near(enough * (1.0 - NEAR)).into_iter().take(BASES) {
            neighbours::of(self.kinds, &units)
                .into_iter()
                .for_each(|units| candidates.add(units, MAX_TABULATED_NEIGHBOUR));
        }
        candidates.len() > before
    }
}

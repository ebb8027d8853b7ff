//! The search for the best design by column generation: families are weighed, layouts are priced, and forms that are worth more than V
//! join, until there are none \[KieferWolfowitz60\].
//!
//! V is convex in the probabilities. With w the most that any form is worth at the prices c_T/I_T², no mixture of such forms
//! has a V below V²/w, by the Cauchy–Schwarz inequality. Searches start from earlier results; only where that
//! finds nothing do they use every start, and then add layouts that neighbour those in use.
//! Cost: rounds × layouts × searches; some ten rounds.

use alloc::vec::Vec;

use super::catalogue;
use super::column::FormColumn;
use super::families::Families;
use super::floor::Floor;
use super::growth;
use super::kinds::Kinds;
use super::layout::UnitsAlike;
use super::likelier_patterns::Privacy;
use super::shelves::{Care, MAX_BESIDE, MAX_TABULATED, Priced, Shelves};

/// The best design so far.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SearchProgress {
    /// V of the design.
    pub objective: f64,
    /// The relative excess over V of what the best form found is worth.
    pub gap: f64,
    /// The number of families of forms in the design.
    pub families: usize,
}

/// The gap at which the search ends, and the precision of the weighing before that, relative to the remaining gap.
const GAP: f64 = 2e-5;
const SHARE_OF_GAP: f64 = 0.05;
const SHARE_OF_END: f64 = 0.25;
/// The largest relative increase of V that is accepted for fewer families.
const RISE: f64 = 1e-4;
const MAX_ROUNDS: usize = 400;
/// The precision of the first weighing, and the largest number of multiplications of the weighing steps of all rounds together.
const FIRST: f64 = 1e-3;
const MAX_WORK: f64 = 4e9;
/// The largest product of patterns and contacts of the layouts of declared tables.
const MAX_FIRST: usize = 1 << 18;
/// Neighbours are added for families at least this likely, and for a few others whose worth falls short of what is
/// needed by at most this share.
const LIKELY: f64 = 1e-3;
const NEAR: f64 = 0.005;
const BASES: usize = 8;
/// The product of layouts and kinds of components above which no more layouts are added.
const MAX_GROWN: usize = 1 << 14;
/// The number of families that join per round: this many, or this fraction of the current ones.
const JOINING: usize = 24;
const PART: usize = 8;

/// The input of the search.
pub(super) struct Generation<'a> {
    pub(super) kinds: &'a Kinds,
    pub(super) tables: &'a [Vec<usize>],
    pub(super) privacy: Privacy,
    pub(super) floor: Floor,
}

/// The result of the search.
pub(super) struct Generated<'a> {
    pub(super) families: Families<'a>,
    /// The relative excess over V of what the best form is worth.
    pub(super) gap: f64,
    /// The number of layouts searched.
    pub(super) layouts: usize,
}

impl<'a> Generation<'a> {
    /// Finds the best design; `given` families are included from the start.
    pub(super) fn run(
        &'a self,
        given: Vec<FormColumn>,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Generated<'a> {
        let mut shelves = Shelves::new(self.kinds, self.privacy);
        catalogue::listed(self.kinds, self.tables)
            .into_iter()
            .for_each(|units| shelves.add(units, MAX_TABULATED));
        let mut families = self.first(given);
        let (mut care, mut gap, mut work) = (Care::Renewed, f64::INFINITY, 0.0);
        for _ in 0..MAX_ROUNDS {
            work += families.work();
            let weighing = families.weighing();
            let (prices, objective) = (&weighing.prices, weighing.objective);
            let enough = self.floor.needed(prices, objective * (1.0 + GAP));
            let priced = shelves.price(prices, enough, care);
            gap = libm::fmax(self.floor.whole(prices, priced.most) / objective - 1.0, families.gap());
            progress(SearchProgress { objective, gap, families: families.len() });
            if work > MAX_WORK {
                break;
            }
            if !priced.above.is_empty() {
                self.joined(&mut families, &shelves, &priced, gap);
                care = Care::Renewed;
            } else if families.gap() > GAP {
                families.weigh(SHARE_OF_END * GAP);
            } else if care == Care::Renewed {
                care = Care::Thorough;
            } else if self.grown(&families, &mut shelves, enough) {
                care = Care::Renewed;
            } else {
                break;
            }
        }
        let found = families.weighing().objective;
        let families = families.fewest(RISE, SHARE_OF_END * GAP);
        gap = (1.0 + gap) * families.weighing().objective / found - 1.0;
        Generated { families, gap, layouts: shelves.len() }
    }

    /// The first families: those given, and every table as one unit.
    fn first(&self, given: Vec<FormColumn>) -> Families<'a> {
        let mut shelves = Shelves::new(self.kinds, self.privacy);
        catalogue::joined(self.kinds, self.tables)
            .into_iter()
            .for_each(|units| shelves.add(units, MAX_FIRST));
        let even: Vec<f64> = (0..self.kinds.len()).map(|kind| self.kinds.number(kind)).collect();
        shelves.price(&even, 0.0, Care::Thorough);
        let listed = (0..shelves.len()).filter_map(|place| shelves.column(place));
        let columns = given.into_iter().chain(listed).map(|column| self.floor.under(column));
        Families::new(self.kinds.costs(), columns.collect(), FIRST)
    }

    fn joined(&self, families: &mut Families<'_>, shelves: &Shelves<'_>, priced: &Priced, gap: f64) {
        let (mut new, most) = (0, JOINING.max(families.len() / PART));
        for (_, place) in &priced.above {
            let column = shelves.column(*place).map(|column| self.floor.under(column));
            if new < most && column.is_some_and(|column| families.join(column)) {
                new += 1;
            }
        }
        let end = SHARE_OF_END * GAP;
        families.weigh(if new > 0 { libm::fmax(SHARE_OF_GAP * gap, end) } else { end });
    }

    /// Adds the neighbours of layouts in use, or nearly so; returns whether any were new.
    fn grown(&self, families: &Families<'_>, shelves: &mut Shelves<'_>, enough: f64) -> bool {
        let before = shelves.len();
        if before * self.kinds.len() > MAX_GROWN {
            return false;
        }
        let likely =
            families.columns().iter().zip(&families.weighing().probabilities).filter(|(_, p)| **p > LIKELY);
        for units in likely.map(|(column, _)| &column.units) {
            let beside: Vec<Vec<UnitsAlike>> = growth::neighbours(self.kinds, units);
            beside.into_iter().for_each(|units| shelves.add(units, MAX_BESIDE));
        }
        for units in shelves.near(enough * (1.0 - NEAR)).into_iter().take(BASES) {
            growth::neighbours(self.kinds, &units)
                .into_iter()
                .for_each(|units| shelves.add(units, MAX_BESIDE));
        }
        shelves.len() > before
    }
}

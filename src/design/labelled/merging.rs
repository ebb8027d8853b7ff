//! Merges entries of a form into one where their units are exchangeable: where the ratio of excess to chance of a pattern
//! depends only on the total number of units of both that miss.
//!
//! Cost: entries² × patterns.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::column::FormColumn;
use super::hits::missed;
use super::layout::UnitsAlike;

/// The relative difference up to which ratios count as equal.
const ROUNDING: f64 = 1e-9;

/// Units with their subset sizes, and patterns by the number of units of each entry that miss.
pub(super) struct MergedForm {
    pub(super) units: Vec<UnitsAlike>,
    pub(super) subset_sizes: Vec<usize>,
    patterns: BTreeMap<Vec<usize>, Chance>,
}

/// The probability of a pattern by chance, and its excess.
#[derive(Clone, Copy, Default)]
struct Chance {
    chance: f64,
    excess: f64,
}

impl MergedForm {
    /// Merges until there are as few entries as possible.
    pub(super) fn new(column: &FormColumn) -> Self {
        let chances = column.chances.iter().zip(&column.excess).enumerate();
        let listed = chances
            .map(|(pattern, (&chance, &excess))| (missed(&column.units, pattern), Chance { chance, excess }));
        let mut patterns = BTreeMap::new();
        patterns.extend(listed);
        let mut form =
            Self { units: column.units.clone(), subset_sizes: column.subset_sizes.clone(), patterns };
        while let Some(joined) = form.joined() {
            form = joined;
        }
        form
    }

    /// The patterns with excess probability.
    pub(super) fn excess(&self) -> impl Iterator<Item = (&[usize], f64)> {
        let listed = self.patterns.iter().map(|(missed, of)| (missed.as_slice(), of.excess));
        listed.filter(|(_, excess)| *excess > 0.0)
    }

    /// Merges two entries, where that is possible.
    fn joined(&self) -> Option<Self> {
        let pairs = (0..self.units.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
        pairs.filter(|pair| self.alike(*pair)).find_map(|pair| self.join(pair))
    }

    fn alike(&self, (first, second): (usize, usize)) -> bool {
        self.units[first].pools == self.units[second].pools
            && self.subset_sizes[first] == self.subset_sizes[second]
    }

    fn join(&self, (first, second): (usize, usize)) -> Option<Self> {
        let mut patterns: BTreeMap<Vec<usize>, Chance> = BTreeMap::new();
        for (missed, of) in &self.patterns {
            let sum = patterns.entry(together(missed, (first, second))).or_default();
            let (own, other) = (of.excess * sum.chance, sum.excess * of.chance);
            if libm::fabs(own - other) > ROUNDING * libm::fmax(own, other) {
                return None;
            }
            sum.chance += of.chance;
            sum.excess += of.excess;
        }
        let (mut units, mut subset_sizes) = (self.units.clone(), self.subset_sizes.clone());
        units[first].multiplicity += units[second].multiplicity;
        units.remove(second);
        subset_sizes.remove(second);
        Some(Self { units, subset_sizes, patterns })
    }
}

/// The numbers of misses with two entries merged.
fn together(missed: &[usize], (first, second): (usize, usize)) -> Vec<usize> {
    let mut missed = missed.to_vec();
    missed[first] += missed[second];
    missed.remove(second);
    missed
}

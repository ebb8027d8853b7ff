//! The kinds of components that the estimands need: components that only differ by exchange of equal attributes are one kind (an orbit).
//!
//! V = Σ_T c_T/I_T. Components of a kind have the same information, so V is a sum over kinds, of Σ c_T divided by the information on one
//! of them.
//! Cost: tables × 2^w.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::pools::Pools;
use crate::design::estimands::Estimands;

/// The kinds of components, which are numbered.
pub(super) struct Kinds {
    pools: Pools,
    /// The pools of the attributes of each kind; ascending.
    kinds: Vec<Vec<usize>>,
    costs: Vec<f64>,
    numbers: Vec<f64>,
    order: usize,
}

impl Kinds {
    /// The kinds that the estimands need, and at no cost those that `known` need.
    pub(super) fn new(sizes: &[u32], pools: Pools, estimands: &Estimands, known: &Estimands) -> Self {
        let mut found: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
        for (of, price) in [(estimands, 1.0), (known, 0.0)] {
            for (component, cells) in of.components(sizes) {
                let kind = pools.kind(&component);
                let freedom = pools.freedom(&kind);
                *found.entry(kind).or_insert(0.0) += price * freedom * freedom / cells;
            }
        }
        let order = found.keys().map(Vec::len).max().unwrap_or(0);
        let numbers = found.keys().map(|kind| pools.number(kind)).collect();
        let costs = found.values().copied().collect();
        let kinds = found.into_keys().collect();
        Self { pools, kinds, costs, numbers, order }
    }

    pub(super) fn pools(&self) -> &Pools {
        &self.pools
    }

    pub(super) fn len(&self) -> usize {
        self.costs.len()
    }

    /// The number of a kind; `None` where no table has it.
    pub(super) fn find(&self, kind: &[usize]) -> Option<usize> {
        self.kinds.binary_search_by(|own| own.as_slice().cmp(kind)).ok()
    }

    /// All kinds, ascending by number.
    pub(super) fn all(&self) -> impl Iterator<Item = &[usize]> {
        self.kinds.iter().map(Vec::as_slice)
    }

    /// Σ c_T over the components of each kind.
    pub(super) fn costs(&self) -> &[f64] {
        &self.costs
    }

    /// How many components a kind has.
    pub(super) fn number(&self, kind: usize) -> f64 {
        self.numbers[kind]
    }

    /// The largest number of attributes of a component.
    pub(super) fn order(&self) -> usize {
        self.order
    }
}

//! The kinds of components that the tables need: components that only differ by exchange of equal attributes are one kind (an orbit).
//!
//! V = Σ_T c_T/I_T with c_T = Σ_{W⊇T} dim_T²/∏_{i∈W} aᵢ. Components of a kind have the same information, so V is
//! a sum over kinds, of Σ c_T divided by the information on one of them.
//! Cost: tables × 2^w.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::pools::Pools;

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
    /// The kinds of `tables`, and at no cost those of the tables `known`.
    pub(super) fn new(sizes: &[u32], pools: Pools, tables: &[Vec<usize>], known: &[Vec<usize>]) -> Self {
        let mut found: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
        for (table, price) in tables.iter().map(|table| (table, 1.0)).chain(known.iter().map(|t| (t, 0.0))) {
            let cells: f64 = table.iter().map(|&i| f64::from(sizes[i])).product();
            for component in components(table) {
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

/// The components ∅≠T⊆W of a table W, as sets of attributes.
pub(super) fn components(table: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    (1..1_usize << table.len()).map(|set| {
        table
            .iter()
            .enumerate()
            .filter(|(bit, _)| set >> bit & 1 == 1)
            .map(|(_, attribute)| *attribute)
            .collect()
    })
}

//! The kinds of components that the estimands need: components that only differ by exchange of equal attributes are one kind (an orbit).
//!
//! V = Σ_T c_T/I_T. Components of a kind have the same information, so V is a sum over kinds, of Σ c_T divided by the information on one
//! of them.
//! Cost: tables × 2^w.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::pools::Pools;
use crate::design::estimands::{Estimands, subsets};

/// The kinds of components, which are numbered.
pub(super) struct Kinds {
    pools: Pools,
    /// The pools of the attributes of each kind; ascending.
    kinds: Vec<Vec<usize>>,
    /// The pools that some kind has.
    read: Vec<usize>,
    costs: Vec<f64>,
    numbers: Vec<f64>,
    order: usize,
}

impl Kinds {
    /// The kinds that the estimands need, and at no cost those that `known` need and those of questions linked with tables.
    pub(super) fn new(sizes: &[u32], pools: Pools, estimands: &Estimands, known: &Estimands) -> Self {
        let mut found: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
        add_costs(&mut found, estimands.components(sizes), &pools);
        let linked = estimands.linked_tables().flat_map(|table| subsets(table.attributes()));
        let known = known.components(sizes).map(|(component, _)| component);
        for component in known.chain(linked) {
            found.entry(pools.kind(&component)).or_insert(0.0);
        }
        let order = found.keys().map(Vec::len).max().unwrap_or(0);
        let numbers = found.keys().map(|kind| pools.number(kind)).collect();
        let costs = found.values().copied().collect();
        let kinds: Vec<Vec<usize>> = found.into_keys().collect();
        let read = (0..pools.len()).filter(|pool| kinds.iter().any(|kind| kind.contains(pool))).collect();
        Self { pools, kinds, read, costs, numbers, order }
    }

    pub(super) fn pools(&self) -> &Pools {
        &self.pools
    }

    /// The pools that some kind has attributes of, ascending; nothing is to be learned of the others.
    pub(super) fn read(&self) -> &[usize] {
        &self.read
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

    /// Σ c_T over the components of each kind that these estimands need, which are among those of the kinds.
    pub(super) fn costs_of(&self, sizes: &[u32], estimands: &Estimands) -> Vec<f64> {
        let mut found: BTreeMap<Vec<usize>, f64> =
            self.kinds.iter().cloned().map(|kind| (kind, 0.0)).collect();
        add_costs(&mut found, estimands.components(sizes), &self.pools);
        found.into_values().collect()
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

/// Adds c_T to the cost of the kind of every component.
fn add_costs(
    costs: &mut BTreeMap<Vec<usize>, f64>,
    components: impl Iterator<Item = (Vec<usize>, f64)>,
    pools: &Pools,
) {
    for (component, cells) in components {
        let kind = pools.kind(&component);
        let freedom = pools.freedom(&kind);
        *costs.entry(kind).or_insert(0.0) += freedom * freedom / cells;
    }
}

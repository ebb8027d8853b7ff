//! Pools of exchangeable attributes, which have equal sizes and are not distinguished by the tables.
//!
//! Forms that differ only in which attributes of a pool they ask are equally good, and by convexity equally likely in some best
//! design. They therefore have one probability, as a family. Components of tables are grouped into kinds: the kind of a component is the
//! ascending list of the pools of its attributes.

use alloc::vec;
use alloc::vec::Vec;

use crate::exact::to_f64;

/// The pools of a survey.
#[derive(Debug, Clone)]
pub(super) struct Pools {
    members: Vec<Vec<usize>>,
    of_attribute: Vec<usize>,
    sizes: Vec<u32>,
}

impl Pools {
    /// The pools `members`, which partition the attributes into lists of equal sizes.
    pub(super) fn new(sizes: &[u32], members: Vec<Vec<usize>>) -> Self {
        let mut of_attribute = vec![0; sizes.len()];
        for (pool, attributes) in members.iter().enumerate() {
            attributes.iter().for_each(|&attribute| of_attribute[attribute] = pool);
        }
        let sizes = members.iter().map(|attributes| sizes[attributes[0]]).collect();
        Self { members, of_attribute, sizes }
    }

    /// The number of pools.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    pub(super) fn members(&self, pool: usize) -> &[usize] {
        &self.members[pool]
    }

    /// The kind of a set of attributes.
    pub(super) fn kind(&self, attributes: &[usize]) -> Vec<usize> {
        let mut kind: Vec<usize> = attributes.iter().map(|&attribute| self.of_attribute[attribute]).collect();
        kind.sort_unstable();
        kind
    }

    /// A representative of a kind: the first attributes of its pools.
    pub(super) fn first(&self, kind: &[usize]) -> Vec<usize> {
        let place = |(at, pool): (usize, &usize)| {
            self.members[*pool][kind[..at].iter().filter(|other| *other == pool).count()]
        };
        kind.iter().enumerate().map(place).collect()
    }

    /// The number of sets of attributes of a kind, a product of binomial coefficients.
    pub(super) fn number(&self, kind: &[usize]) -> f64 {
        let mut number = 1.0;
        for (place, &pool) in kind.iter().enumerate() {
            let before = kind[..place].iter().rev().take_while(|other| **other == pool).count();
            let all = self.members[pool].len();
            number *= to_f64(all.saturating_sub(before) as u128) / to_f64(before as u128 + 1);
        }
        number
    }

    /// The sizes of the attributes of a kind.
    pub(super) fn sizes(&self, kind: &[usize]) -> Vec<f64> {
        kind.iter().map(|&pool| f64::from(self.sizes[pool])).collect()
    }

    /// dim of a component of a kind, ∏(aᵢ−1).
    pub(super) fn freedom(&self, kind: &[usize]) -> f64 {
        kind.iter().map(|&pool| f64::from(self.sizes[pool]) - 1.0).product()
    }

    /// ∏ aᵢ over a kind; `None` above `most`.
    pub(super) fn cells(&self, kind: &[usize], most: usize) -> Option<usize> {
        let product = kind
            .iter()
            .try_fold(1_usize, |cells, &pool| cells.checked_mul(usize::try_from(self.sizes[pool]).ok()?));
        product.filter(|cells| *cells <= most)
    }

    /// Whether every pool has as many attributes as a list of pools uses.
    pub(super) fn hold(&self, used: &[usize]) -> bool {
        let asked = |pool: usize| used.iter().filter(|other| **other == pool).count();
        used.iter().all(|&pool| asked(pool) <= self.members[pool].len())
    }
}

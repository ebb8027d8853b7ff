//! The layouts that are always searched: up to three attributes in every partition into units, up to exchange; all attributes of a
//! declared table as one unit, and as separate units; and all attributes that are read as separate units.
//!
//! Cost: pools³.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use super::kinds::Kinds;
use super::layout::UnitsAlike;
use crate::numeric::order::sorted;

/// The largest number of attributes of a form that are partitioned in every way.
const MAX_ATTRIBUTES: usize = 3;
/// The number of pools above which that limit is one lower.
pub(super) const MAX_POOLS: usize = 16;

/// Lists the layouts, without repeats.
pub(super) fn listed(kinds: &Kinds, tables: &[Vec<usize>]) -> Vec<Vec<UnitsAlike>> {
    let mut all = BTreeSet::new();
    let pools = kinds.read();
    let most = if pools.len() <= MAX_POOLS { MAX_ATTRIBUTES } else { MAX_ATTRIBUTES - 1 };
    for asked in lists(pools, most) {
        all.extend(partitions(&asked));
    }
    all.extend(joined(kinds, tables));
    all.extend(tables.iter().map(|table| apart(&kinds.pools().kind(table))));
    all.insert(everything(kinds));
    all.into_iter().collect()
}

/// The attributes of every table as one unit, so that every component can be estimated.
pub(super) fn joined(kinds: &Kinds, tables: &[Vec<usize>]) -> BTreeSet<Vec<UnitsAlike>> {
    let mut joined = BTreeSet::new();
    joined.extend(tables.iter().map(|table| vec![UnitsAlike::one(kinds.pools().kind(table))]));
    joined
}

/// Every attribute of the survey as a separate unit; those of a pool form one entry.
fn everything(kinds: &Kinds) -> Vec<UnitsAlike> {
    let pool =
        |pool: usize| UnitsAlike { pools: vec![pool], multiplicity: kinds.pools().members(pool).len() };
    kinds.read().iter().copied().map(pool).collect()
}

/// Every attribute as a separate unit.
fn apart(asked: &[usize]) -> Vec<UnitsAlike> {
    asked.iter().map(|&pool| UnitsAlike::one(vec![pool])).collect()
}

/// All ascending lists of up to `most` of these pools.
fn lists(pools: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..most {
        let to = all.len();
        for place in from..to {
            let last = all[place].last().copied().unwrap_or(0);
            for &pool in pools.iter().filter(|pool| **pool >= last) {
                let longer = all[place].iter().copied().chain([pool]).collect();
                all.push(longer);
            }
        }
        from = to;
    }
    all.split_off(1)
}

/// All ways to join attributes to units; units are sorted.
fn partitions(asked: &[usize]) -> Vec<Vec<UnitsAlike>> {
    let Some((&first, rest)) = asked.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for units in partitions(rest) {
        for place in 0..=units.len() {
            let mut joined = units.clone();
            match joined.get_mut(place) {
                Some(unit) => {
                    unit.pools.push(first);
                    unit.pools.sort_unstable();
                }
                None => joined.push(UnitsAlike::one(vec![first])),
            }
            all.push(sorted(joined));
        }
    }
    all
}

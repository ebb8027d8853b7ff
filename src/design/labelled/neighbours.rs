//! Neighbours of a layout: one attribute more or less, alone or within a unit, or one more or fewer of equal units.
//!
//! There are too many forms of many attributes to list. Those that are worth something are found by such steps from forms
//! in use. Cost: entries × pools.

use alloc::vec;
use alloc::vec::Vec;

use super::kinds::Kinds;
use super::layout::UnitsAlike;
use crate::numeric::order::sorted;

/// Lists all neighbours of a layout.
pub(super) fn of(kinds: &Kinds, units: &[UnitsAlike]) -> Vec<Vec<UnitsAlike>> {
    let mut all = Vec::new();
    for &pool in kinds.read() {
        all.push(with(units, UnitsAlike::one(vec![pool])));
        for (place, unit) in units.iter().enumerate().filter(|(_, unit)| unit.multiplicity == 1) {
            let pools = unit.pools.iter().copied().chain([pool]).collect();
            all.push(replaced(units, place, &[UnitsAlike::one(ascending(pools))]));
        }
    }
    for (place, unit) in units.iter().enumerate() {
        all.extend(changed(units, place, unit));
    }
    all.retain(|units| !units.is_empty());
    all
}

/// All neighbours that change one entry.
fn changed(units: &[UnitsAlike], place: usize, unit: &UnitsAlike) -> Vec<Vec<UnitsAlike>> {
    let alike = |multiplicity| UnitsAlike { multiplicity, ..unit.clone() };
    let mut all = vec![replaced(units, place, &[alike(unit.multiplicity + 1)])];
    match unit.multiplicity {
        1 => all.push(replaced(units, place, &[])),
        2 => {
            all.push(replaced(units, place, &[alike(1)]));
            all.push(replaced(units, place, &[alike(1), alike(1)]));
        }
        more => {
            all.push(replaced(units, place, &[alike(more - 1)]));
            all.push(replaced(units, place, &[alike(more / 2)]));
        }
    }
    if unit.multiplicity == 1 && unit.pools.len() > 1 {
        for left_out in 0..unit.pools.len() {
            let mut pools = unit.pools.clone();
            let apart = pools.remove(left_out);
            all.push(replaced(units, place, &[UnitsAlike::one(pools.clone())]));
            all.push(replaced(units, place, &[UnitsAlike::one(pools), UnitsAlike::one(vec![apart])]));
        }
    }
    all
}

fn with(units: &[UnitsAlike], more: UnitsAlike) -> Vec<UnitsAlike> {
    sorted(units.iter().cloned().chain([more]).collect())
}

fn replaced(units: &[UnitsAlike], place: usize, by: &[UnitsAlike]) -> Vec<UnitsAlike> {
    let others = units.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, unit)| unit.clone());
    sorted(others.chain(by.iter().cloned()).collect())
}

fn ascending(mut pools: Vec<usize>) -> Vec<usize> {
    pools.sort_unstable();
    pools
}

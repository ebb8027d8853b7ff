//! A family of forms as it comes out of the search.

use alloc::vec;
use alloc::vec::Vec;

use super::column::FormColumn;
use super::layout::UnitsAlike;
use super::merging::MergedForm;
use super::pools::Pools;
use crate::numeric::order::sorted_by;

/// Disjoint sets of attributes, each asked as one variable, and what a report says of each: a set of cells that holds the true
/// one more or less often than by chance.
///
/// One form for every way to choose its attributes from the pools of `exchange`, all equally likely; the label of a report says which.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FormFamily {
    /// Of all forms of the family together.
    pub probability: f64,
    /// Pools of attributes: those that the units hold of a pool are its first, and stand for any others of it, in any order.
    pub exchange: Vec<Vec<usize>>,
    /// At least one.
    pub units: Vec<FamilyUnit>,
    /// Positions in `units`, in groups that nothing tells apart: equal numbers of cells and subset sizes.
    pub classes: Vec<Vec<usize>>,
    /// The probability that every unit's subset is drawn without regard to the answers.
    pub uniform: f64,
    /// What is more likely than that, ascending; with `uniform` the probabilities sum to 1.
    pub patterns: Vec<HitPattern>,
}

/// Attributes that are asked as one variable of as many cells as they have combinations of answers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FamilyUnit {
    /// Ascending.
    pub attributes: Vec<usize>,
    /// How many of the cells a report lists, from 1 to one fewer than there are.
    pub subset_size: usize,
}

/// How many units' subsets do not hold the true cell.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HitPattern {
    /// (class, how many of its units miss), ascending, for the classes that miss any.
    pub misses: Vec<(usize, usize)>,
    /// Of all ways to choose these units together, beyond what `uniform` gives them.
    pub probability: f64,
}

impl FormFamily {
    pub(super) fn new(pools: &Pools, column: &FormColumn, probability: f64) -> Self {
        let form = MergedForm::new(column);
        let mut next = vec![0; pools.len()];
        let (mut units, mut classes) = (Vec::new(), Vec::new());
        for (entry, &subset_size) in form.units.iter().zip(&form.subset_sizes) {
            let from = units.len();
            for _ in 0..entry.multiplicity {
                let attributes = next_attributes(pools, &entry.pools, &mut next);
                units.push(FamilyUnit { attributes, subset_size });
            }
            classes.push((from..units.len()).collect());
        }
        let misses =
            |missed: &[usize]| missed.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect();
        let listed =
            form.excess().map(|(missed, probability)| HitPattern { misses: misses(missed), probability });
        let patterns = sorted_by(listed.collect(), |a, b| a.misses.cmp(&b.misses));
        let exchange = exchanged(pools, &form.units);
        Self { probability, exchange, units, classes, uniform: column.uniform, patterns }
    }
}

/// The next attributes of some pools.
fn next_attributes(pools: &Pools, asked: &[usize], next: &mut [usize]) -> Vec<usize> {
    let mut take = |&pool: &usize| {
        next[pool] += 1;
        pools.members(pool)[next[pool] - 1]
    };
    let mut attributes: Vec<usize> = asked.iter().map(&mut take).collect();
    attributes.sort_unstable();
    attributes
}

/// The pools whose attributes a form tells apart.
fn exchanged(pools: &Pools, units: &[UnitsAlike]) -> Vec<Vec<usize>> {
    let told_apart = |pool: usize| {
        let all = pools.members(pool).len();
        let held = |unit: &UnitsAlike| unit.pools.iter().filter(|other| **other == pool).count();
        let whole = |unit: &UnitsAlike| {
            (unit.multiplicity == 1 && held(unit) == all)
                || (unit.pools == [pool] && unit.multiplicity == all)
        };
        all > 1 && units.iter().any(|unit| held(unit) > 0) && !units.iter().any(whole)
    };
    (0..pools.len()).filter(|&pool| told_apart(pool)).map(|pool| pools.members(pool).to_vec()).collect()
}

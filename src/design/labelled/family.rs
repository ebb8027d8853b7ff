//! A family of forms in a finished design.

use alloc::vec;
use alloc::vec::Vec;

use super::column::FormColumn;
use super::layout::UnitsAlike;
use super::merging::MergedForm;
use super::pools::Pools;
use crate::numeric::order::sorted_by;

/// Disjoint sets of attributes, each asked as one variable, of which a report names a set of cells that holds the true
/// cell more or less often than by chance.
///
/// A family has one form for every way to choose its attributes from the pools of `exchange`, all equally likely; a report's label
/// tells which one.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FormFamily {
    /// The probability of all forms of the family together.
    pub probability: f64,
    /// Pools of exchangeable attributes: the units name the first attributes of a pool, and any others may take their places, in any order.
    pub exchange: Vec<Vec<usize>>,
    /// The units, at least one.
    pub units: Vec<FamilyUnit>,
    /// Positions in `units`, grouped into exchangeable classes of equal numbers of cells and subset sizes.
    pub classes: Vec<Vec<usize>>,
    /// The probability that the subsets of all units are drawn independently of the answers.
    pub uniform: f64,
    /// The patterns with excess probability, ascending; with `uniform` the probabilities sum to 1.
    pub patterns: Vec<HitPattern>,
}

/// Attributes that are asked as one variable, which has a cell for every combination of their answers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FamilyUnit {
    /// The attributes, ascending.
    pub attributes: Vec<usize>,
    /// How many of the cells a report names, from 1 to one fewer than there are.
    pub subset_size: usize,
}

/// A pattern: how many units of each class have a subset without the true cell.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HitPattern {
    /// Pairs of a class and how many of its units miss, ascending, for the classes with misses.
    pub misses: Vec<(usize, usize)>,
    /// The probability of all ways to choose these units together, in excess of their share of `uniform`.
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

/// Takes the next unused attributes of some pools.
fn next_attributes(pools: &Pools, asked: &[usize], next: &mut [usize]) -> Vec<usize> {
    let mut take = |&pool: &usize| {
        next[pool] += 1;
        pools.members(pool)[next[pool] - 1]
    };
    let mut attributes: Vec<usize> = asked.iter().map(&mut take).collect();
    attributes.sort_unstable();
    attributes
}

/// The pools of which a form asks some attributes but not all alike, so that their choice matters.
fn exchanged(pools: &Pools, units: &[UnitsAlike]) -> Vec<Vec<usize>> {
    let choice_matters = |pool: usize| {
        let all = pools.members(pool).len();
        let held = |unit: &UnitsAlike| unit.pools.iter().filter(|other| **other == pool).count();
        let whole = |unit: &UnitsAlike| {
            (unit.multiplicity == 1 && held(unit) == all)
                || (unit.pools == [pool] && unit.multiplicity == all)
        };
        all > 1 && units.iter().any(|unit| held(unit) > 0) && !units.iter().any(whole)
    };
    (0..pools.len()).filter(|&pool| choice_matters(pool)).map(|pool| pools.members(pool).to_vec()).collect()
}

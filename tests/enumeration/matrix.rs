//! The distortion matrix of a small law in integers: the probability of every output for every input.
//!
//! All numerators have one common denominator. The sizes of orbits are counted by listing every change set,
//! not by binomials.

use candor::law::{Block, Law, Pattern};
use num_bigint::BigUint;

pub struct Matrix {
    /// Every record, row-major, last attribute fastest.
    pub records: Vec<Vec<u32>>,
    /// The sum of every row, which stands for probability 1.
    pub whole: BigUint,
    /// Numerators by change set; a change set has one bit per attribute.
    by_changes: Vec<BigUint>,
}

impl Matrix {
    pub fn of(law: &Law) -> Self {
        Self { records: records(law.sizes()), ..Self::without_records(law) }
    }

    /// Computes only the probabilities of change sets, for laws with too many records to list.
    pub fn without_records(law: &Law) -> Self {
        let k = law.sizes().len();
        let weighted: Vec<_> = law.blocks().map(|block| weigh(block, law.sizes())).collect();
        let numerator = |changes: usize| weighted.iter().map(|(of, _)| of(changes)).product();
        Self {
            records: Vec::new(),
            whole: weighted.iter().map(|(_, whole)| whole.clone()).product(),
            by_changes: (0..1 << k).map(numerator).collect(),
        }
    }

    /// The attributes in which two records differ, as a bit set.
    pub fn changes(&self, x: usize, y: usize) -> usize {
        let differs = self.records[x].iter().zip(&self.records[y]).map(|(x, y)| usize::from(x != y));
        differs.enumerate().map(|(i, differs)| differs << i).sum()
    }

    /// The numerator of the probability that input x gives output y.
    pub fn entry(&self, x: usize, y: usize) -> &BigUint {
        &self.by_changes[self.changes(x, y)]
    }

    /// All change sets, as bit sets.
    pub fn change_sets(&self) -> core::ops::Range<usize> {
        0..self.by_changes.len()
    }

    /// The numerator for a change set.
    pub fn of_changes(&self, changes: usize) -> &BigUint {
        &self.by_changes[changes]
    }
}

fn records(sizes: &[u32]) -> Vec<Vec<u32>> {
    let extend = |records: Vec<Vec<u32>>, a: &u32| {
        let longer = |record: &Vec<u32>| (0..*a).map(|v| [&record[..], &[v]].concat()).collect::<Vec<_>>();
        records.iter().flat_map(longer).collect()
    };
    sizes.iter().fold(vec![Vec::new()], extend)
}

/// The numerator of the block's X for every change set of the law, and the denominator.
fn weigh<'a>(block: &'a Block, sizes: &'a [u32]) -> (impl Fn(usize) -> BigUint + 'a, BigUint) {
    let all: BigUint = block.units().iter().map(|&i| BigUint::from(sizes[i])).product();
    let orbits: Vec<BigUint> = block.patterns().iter().map(|p| orbit_records(block, p, sizes)).collect();
    let common = orbits.iter().fold(all.clone(), |product, orbit| product * orbit);
    let denominator = &common << 64_u32;
    let numerator = move |changes: usize| {
        let uniform = BigUint::from(block.uniform()) * (&common / &all);
        let matching = block.patterns().iter().position(|pattern| is_of(block, pattern, changes));
        matching.map_or(BigUint::ZERO, |found| {
            BigUint::from(block.patterns()[found].weight()) * (&common / &orbits[found])
        }) + uniform
    };
    (numerator, denominator)
}

/// Whether the change set changes as many attributes of each of the block's classes as the pattern does.
fn is_of(block: &Block, pattern: &Pattern, changes: usize) -> bool {
    let changed =
        |members: &Vec<usize>| members.iter().filter(|&&p| changes >> block.units()[p] & 1 == 1).count();
    let wanted =
        |class: usize| pattern.changes().iter().find(|change| change.0 == class).map_or(0, |change| change.1);
    block.classes().iter().enumerate().all(|(class, members)| changed(members) == wanted(class))
}

/// The number of outputs of the block that differ from a given input in one of the pattern's change sets.
fn orbit_records(block: &Block, pattern: &Pattern, sizes: &[u32]) -> BigUint {
    let within: usize = block.units().iter().map(|&i| 1 << i).sum();
    let sets = (0..=within).filter(|s| s & !within == 0 && is_of(block, pattern, *s));
    let outputs = |s: usize| -> BigUint {
        let changed = (0..sizes.len()).filter(|i| s >> i & 1 == 1);
        changed.map(|i| BigUint::from(sizes[i] - 1)).product()
    };
    sets.map(outputs).sum()
}

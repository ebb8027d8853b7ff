//! The three ε of a law as exact rationals, from its integers alone and for any number of attributes; shares nothing
//! with the crate, whose laws it only reads.
//!
//! All records that differ from the truth in one orbit m of a block have probability X_m = (w·T_m + v_m·P) / (T_m·P·2⁶⁴),
//! with w the uniform weight, v_m the orbit's excess (0 where it is not listed), P the records of the block and T_m
//! those of the orbit. Record ε is the product over blocks of the largest ratio of two X; attribute ε the largest
//! ratio of neighbouring orbits; column ε comes from Σ v_m·m_c. Cost: patterns · (log patterns + classes) products.

use core::cmp::Ordering;
use std::collections::HashMap;

use candor::law::{Block, Law, Pattern};
use num_bigint::BigUint;

use super::exponential::{Power, log_ratio};

/// A ratio of two probabilities, at least 1.
#[derive(Clone, Debug)]
pub struct Ratio(BigUint, BigUint);

impl Ratio {
    pub fn one() -> Self {
        Self(BigUint::from(1_u8), BigUint::from(1_u8))
    }

    /// The larger over the smaller.
    pub fn between(p: &BigUint, q: &BigUint) -> Self {
        if p >= q { Self(p.clone(), q.clone()) } else { Self(q.clone(), p.clone()) }
    }

    pub fn max(self, other: Self) -> Self {
        if &self.0 * &other.1 >= &other.0 * &self.1 { self } else { other }
    }

    fn times(self, other: &Self) -> Self {
        Self(self.0 * &other.0, self.1 * &other.1)
    }

    /// Whether it is at most e^ε, never wrongly true.
    pub fn is_within(&self, epsilon: &Power) -> bool {
        epsilon.is_at_least(&self.0, &self.1)
    }

    /// ε − ln(ratio), with full relative precision near 0; negative where the ratio is above e^ε.
    pub fn below(&self, epsilon: &Power) -> f64 {
        epsilon.above(&self.0, &self.1)
    }

    /// ln(ratio), with full relative precision near 0.
    pub fn log(&self) -> f64 {
        log_ratio(&self.0, &self.1)
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        &self.0 * &other.1 == &self.1 * &other.0
    }
}

/// What a law gives away, as exact ratios: e^ε of the record, and of every column and attribute.
pub struct Exact {
    pub record: Ratio,
    pub columns: Vec<Ratio>,
    pub attributes: Vec<Ratio>,
}

impl Exact {
    pub fn of(law: &Law) -> Self {
        let blocks: Vec<Weights> = law.blocks().map(Weights::of).collect();
        Self::of_blocks(law.sizes(), &blocks)
    }

    /// Of the blocks of a law over attributes of these sizes, all of them held once.
    pub fn of_blocks(sizes: &[u32], blocks: &[Weights]) -> Self {
        let k = sizes.len();
        let mut exact =
            Self { record: Ratio::one(), columns: vec![Ratio::one(); k], attributes: vec![Ratio::one(); k] };
        for block in blocks {
            let orbits = Orbits::of(block, sizes);
            exact.record = exact.record.times(&orbits.record());
            for (class, members) in block.classes.iter().enumerate() {
                let (column, attribute) = (orbits.column(class), orbits.attribute(class));
                for &member in members {
                    exact.columns[member] = column.clone();
                    exact.attributes[member] = attribute.clone();
                }
            }
        }
        exact
    }
}

/// How many attributes of which classes change, ascending by class.
pub type Changes = Vec<(usize, usize)>;

/// The integers of a block.
pub struct Weights {
    /// The attributes of each class.
    pub classes: Vec<Vec<usize>>,
    pub uniform: BigUint,
    pub patterns: Vec<(Changes, BigUint)>,
}

impl Weights {
    fn of(block: &Block) -> Self {
        let members = |class: &Vec<usize>| class.iter().map(|&p| block.units()[p]).collect();
        let pattern = |p: &Pattern| (p.changes().to_vec(), p.weight().into());
        Self {
            classes: block.classes().iter().map(members).collect(),
            uniform: block.uniform().into(),
            patterns: block.patterns().iter().map(pattern).collect(),
        }
    }
}

/// P·2⁶⁴·X of an orbit, as a fraction.
#[derive(Clone)]
struct Density(BigUint, BigUint);

impl Density {
    fn over(&self, other: &Self) -> Ratio {
        Ratio::between(&(&self.0 * &other.1), &(&other.0 * &self.1))
    }

    fn cmp(&self, other: &Self) -> Ordering {
        (&self.0 * &other.1).cmp(&(&other.0 * &self.1))
    }
}

/// A block with the density of every listed orbit.
struct Orbits<'a> {
    block: &'a Weights,
    /// The number of categories of each class.
    sizes: Vec<u32>,
    by_changes: HashMap<&'a [(usize, usize)], usize>,
    densities: Vec<Density>,
    /// Listed orbits, the densest first.
    order: Vec<usize>,
    unlisted: Density,
}

impl<'a> Orbits<'a> {
    fn of(block: &'a Weights, sizes: &[u32]) -> Self {
        let records: BigUint = block.classes.iter().flatten().map(|&i| BigUint::from(sizes[i])).product();
        let sizes: Vec<u32> = block.classes.iter().map(|members| sizes[members[0]]).collect();
        let rows: Vec<Vec<BigUint>> =
            block.classes.iter().zip(&sizes).map(|(members, &a)| orbit_sizes(members.len(), a)).collect();
        let density = |(changes, weight): &(Changes, BigUint)| {
            let orbit: BigUint = changes.iter().map(|&(class, count)| &rows[class][count]).product();
            Density(&block.uniform * &orbit + weight * &records, orbit)
        };
        let densities: Vec<Density> = block.patterns.iter().map(density).collect();
        let mut order: Vec<usize> = (0..densities.len()).collect();
        order.sort_by(|&one, &other| densities[other].cmp(&densities[one]));
        let listed = block.patterns.iter().enumerate();
        let by_changes = listed.map(|(index, (changes, _))| (changes.as_slice(), index)).collect();
        let unlisted = Density(block.uniform.clone(), BigUint::from(1_u8));
        Self { block, sizes, by_changes, densities, order, unlisted }
    }

    /// Every density is at least that of an unlisted orbit, which is the smallest where there is one.
    fn record(&self) -> Ratio {
        let all =
            self.block.classes.iter().fold(1_u128, |all, class| all.saturating_mul(class.len() as u128 + 1));
        let densest = self.order.first().map_or(&self.unlisted, |&first| &self.densities[first]);
        let every = all == self.densities.len() as u128;
        let least = self.order.last().filter(|_| every).map_or(&self.unlisted, |&last| &self.densities[last]);
        densest.over(least)
    }

    /// With f the probability that an attribute of the class changes, (1 − f)(a − 1) to f.
    fn column(&self, class: usize) -> Ratio {
        let (n, a) = (BigUint::from(self.block.classes[class].len()), BigUint::from(self.sizes[class]));
        let changed: BigUint =
            self.block.patterns.iter().map(|(changes, weight)| weight * count_of(changes, class)).sum();
        let others = &a - 1_u8;
        let lost = &self.block.uniform * &n * &others + &a * changed;
        let kept = ((&a * n) << 64) - &lost;
        Ratio::between(&(kept * others), &lost)
    }

    /// The largest ratio between an orbit and the one with one change more in the class.
    fn attribute(&self, class: usize) -> Ratio {
        let beside = |index: usize, count: usize| {
            let changes = with_count(&self.block.patterns[index].0, class, count);
            self.by_changes.get(changes.as_slice()).copied()
        };
        let most = self.block.classes[class].len();
        let count = |index: usize| count_of(&self.block.patterns[index].0, class);
        let has_unlisted = |&index: &usize| {
            let count = count(index);
            (count < most && beside(index, count + 1).is_none())
                || (count > 0 && beside(index, count - 1).is_none())
        };
        let edge = self.order.iter().copied().find(has_unlisted);
        let edge = edge.map_or(Ratio::one(), |index| self.densities[index].over(&self.unlisted));
        let changing = (0..self.densities.len()).filter(|&index| count(index) > 0);
        let pairs = changing.filter_map(|index| Some((index, beside(index, count(index) - 1)?)));
        pairs
            .fold(edge, |largest, (one, other)| largest.max(self.densities[one].over(&self.densities[other])))
    }
}

/// C(n, m)·(a − 1)^m for every m, by Pascal's triangle.
fn orbit_sizes(n: usize, a: u32) -> Vec<BigUint> {
    let mut row = vec![BigUint::from(1_u8)];
    for _ in 0..n {
        // (1 + (a − 1)·z)^n, a factor at a time.
        row.push(BigUint::ZERO);
        for m in (1..row.len()).rev() {
            let carried = &row[m - 1] * (a - 1);
            row[m] += carried;
        }
    }
    row
}

fn count_of(changes: &[(usize, usize)], class: usize) -> usize {
    changes.iter().find(|change| change.0 == class).map_or(0, |change| change.1)
}

fn with_count(changes: &[(usize, usize)], class: usize, count: usize) -> Vec<(usize, usize)> {
    let mut changed: Vec<_> = changes.iter().copied().filter(|change| change.0 != class).collect();
    if count > 0 {
        changed.push((class, count));
        changed.sort_unstable();
    }
    changed
}

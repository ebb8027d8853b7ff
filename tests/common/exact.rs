//! The record, column and attribute ε of a law as exact rationals, computed from its integers alone for any number of
//! attributes. It shares nothing with the crate, except that it reads the crate's laws.
//!
//! For a unit with D cells whose reports name d, the true cell can be in one of d places within the subset, or in one of
//! D − d places outside it. Consider all combinations of places for which exactly the units of one orbit m of a block have
//! their true cell outside. Each has probability X_m = (w·T_m + v_m·P) / (T_m·P·2⁶⁴), where w is the uniform weight, v_m
//! the excess of the orbit (0 if it is not listed), P the number of combinations of places of the block and T_m that of the
//! orbit. If d = 1 the combinations are records, and units outside are changed answers. Record ε is the product over blocks
//! of the largest ratio of two X; attribute ε is the largest ratio of neighbouring orbits; column ε follows from Σ v_m·m_c.
//! With several forms the largest value counts; for an attribute that may stand for another, the larger value of the two.
//! Cost: patterns · (log patterns + classes) products.

use core::cmp::Ordering;
use std::collections::HashMap;

use candor::law::{Block, Form, Law, Pattern, Unit};
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

    /// Whether it is at most e^ε; never true by mistake.
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

/// The privacy loss of a law as exact ratios: e^ε of the record, and of every column and attribute.
pub struct Exact {
    pub record: Ratio,
    pub columns: Vec<Ratio>,
    pub attributes: Vec<Ratio>,
}

impl Exact {
    pub fn of(law: &Law) -> Self {
        let forms: Vec<Weights> = law.forms().iter().map(|form| Weights::of(form, law.sizes())).collect();
        Self::of_forms(law.sizes().len(), &forms)
    }

    /// For forms over k attributes; the blocks of a form contain each of its units once.
    pub fn of_forms(k: usize, forms: &[Weights]) -> Self {
        let mut exact =
            Self { record: Ratio::one(), columns: vec![Ratio::one(); k], attributes: vec![Ratio::one(); k] };
        forms.iter().for_each(|form| exact.include(form));
        exact
    }

    fn include(&mut self, form: &Weights) {
        let mut record = Ratio::one();
        for block in &form.blocks {
            let orbits = Orbits::of(block, &form.units);
            record = record.times(&orbits.record());
            for (class, members) in block.classes.iter().enumerate() {
                let (column, attribute) = (orbits.column(class), orbits.attribute(class));
                for asked in members.iter().flat_map(|&unit| &form.units[unit].asked) {
                    raise(&mut self.columns[*asked], &column);
                    raise(&mut self.attributes[*asked], &attribute);
                }
            }
        }
        raise(&mut self.record, &record);
    }
}

fn raise(ratio: &mut Ratio, other: &Ratio) {
    *ratio = ratio.clone().max(other.clone());
}

/// How many units of which classes miss, ascending by class.
pub type Changes = Vec<(usize, usize)>;

/// The integers of a form.
pub struct Weights {
    pub units: Vec<Places>,
    pub blocks: Vec<BlockWeights>,
}

/// What a unit reports.
pub struct Places {
    /// The attributes that it may ask under some label.
    pub asked: Vec<usize>,
    /// D.
    pub cells: BigUint,
    /// d.
    pub subset: BigUint,
}

impl Places {
    /// A unit of these attributes, each of which may stand for its pool.
    pub fn new(attributes: &[usize], subset: u32, exchange: &[Vec<usize>], sizes: &[u32]) -> Self {
        let pool = |i: &usize| exchange.iter().find(|pool| pool.contains(i)).cloned().unwrap_or(vec![*i]);
        let cells = attributes.iter().map(|&i| BigUint::from(sizes[i])).product();
        Self { asked: attributes.iter().flat_map(pool).collect(), cells, subset: subset.into() }
    }

    fn others(&self) -> BigUint {
        &self.cells - &self.subset
    }
}

/// The integers of a block.
pub struct BlockWeights {
    /// The units of each class.
    pub classes: Vec<Vec<usize>>,
    pub uniform: BigUint,
    pub patterns: Vec<(Changes, BigUint)>,
}

impl Weights {
    fn of(form: &Form, sizes: &[u32]) -> Self {
        let places = |unit: &Unit| Places::new(unit.attributes(), unit.subset_size(), form.exchange(), sizes);
        Self {
            units: form.units().iter().map(places).collect(),
            blocks: form.blocks().iter().map(BlockWeights::of).collect(),
        }
    }
}

impl BlockWeights {
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

/// P·2⁶⁴·X of an orbit as a fraction.
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
    block: &'a BlockWeights,
    /// What every unit of a class reports.
    places: Vec<&'a Places>,
    by_changes: HashMap<&'a [(usize, usize)], usize>,
    densities: Vec<Density>,
    /// Listed orbits, the densest first.
    order: Vec<usize>,
    unlisted: Density,
}

impl<'a> Orbits<'a> {
    fn of(block: &'a BlockWeights, units: &'a [Places]) -> Self {
        let records: BigUint = block.classes.iter().flatten().map(|&unit| &units[unit].cells).product();
        let places: Vec<&Places> = block.classes.iter().map(|members| &units[members[0]]).collect();
        let rows = block.classes.iter().zip(&places);
        let rows: Vec<Vec<BigUint>> =
            rows.map(|(members, places)| orbit_sizes(members.len(), places)).collect();
        let density = |(changes, weight): &(Changes, BigUint)| {
            let orbit: BigUint =
                rows.iter().enumerate().map(|(class, row)| &row[count_of(changes, class)]).product();
            Density(&block.uniform * &orbit + weight * &records, orbit)
        };
        let densities: Vec<Density> = block.patterns.iter().map(density).collect();
        let mut order: Vec<usize> = (0..densities.len()).collect();
        order.sort_by(|&one, &other| densities[other].cmp(&densities[one]));
        let listed = block.patterns.iter().enumerate();
        let by_changes = listed.map(|(index, (changes, _))| (changes.as_slice(), index)).collect();
        let unlisted = Density(block.uniform.clone(), BigUint::from(1_u8));
        Self { block, places, by_changes, densities, order, unlisted }
    }

    /// Every listed orbit has at least the density of an unlisted one, so an unlisted orbit has the smallest if there is
    /// one.
    fn record(&self) -> Ratio {
        let all =
            self.block.classes.iter().fold(1_u128, |all, class| all.saturating_mul(class.len() as u128 + 1));
        let densest = self.order.first().map_or(&self.unlisted, |&first| &self.densities[first]);
        let every = all == self.densities.len() as u128;
        let least = self.order.last().filter(|_| every).map_or(&self.unlisted, |&last| &self.densities[last]);
        densest.over(least)
    }

    /// With f the probability that a unit of the class misses: (1 − f)(D − d) to f·d.
    fn column(&self, class: usize) -> Ratio {
        let (n, places) = (BigUint::from(self.block.classes[class].len()), self.places[class]);
        let changed: BigUint =
            self.block.patterns.iter().map(|(changes, weight)| weight * count_of(changes, class)).sum();
        let lost = &self.block.uniform * &n * places.others() + &places.cells * changed;
        let kept = ((&places.cells * n) << 64) - &lost;
        Ratio::between(&(kept * places.others()), &(lost * &places.subset))
    }

    /// The largest ratio between an orbit and the one with one more change in the class.
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

/// C(n, m)·(D − d)^m·d^(n−m) for every m, by Pascal's triangle.
fn orbit_sizes(n: usize, places: &Places) -> Vec<BigUint> {
    let others = places.others();
    let mut row = vec![BigUint::from(1_u8)];
    for _ in 0..n {
        // (d + (D − d)·z)^n, one factor at a time.
        row.push(BigUint::ZERO);
        for m in (0..row.len()).rev() {
            let carried = if m > 0 { &row[m - 1] * &others } else { BigUint::ZERO };
            row[m] = &row[m] * &places.subset + carried;
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

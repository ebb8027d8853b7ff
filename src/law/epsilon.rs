//! Record, attribute and column ε of a block as ratios rounded up [Mathematics, §2, §10], from its integer weights alone.
//!
//! With w the uniform weight, X_m is proportional to x_m = 1 + P·v_m / (T_m·w); sets of missing units that no
//! pattern lists have x = 1. Cost: O(patterns · log patterns); memory O(patterns).

use alloc::vec;
use alloc::vec::Vec;

use super::block::{Block, Pattern};
use super::unit::Shape;
use crate::exact::{Enclosure, Scaled, Toward, WHOLE};

impl Block {
    /// Column ε of every class, upper bounds (see [`crate::law::Law::column_epsilons`]).
    pub(crate) fn column_epsilons(&self, shapes: &[Shape]) -> Vec<f64> {
        column_ratios(self, shapes).into_iter().map(|ratio| ratio.ln(Toward::Up)).collect()
    }

    /// Attribute ε of every class, upper bounds (see [`crate::law::Law::attribute_epsilons`]).
    pub(crate) fn attribute_epsilons(&self, shapes: &[Shape]) -> Vec<f64> {
        attribute_ratios(self, shapes).into_iter().map(|ratio| ratio.ln(Toward::Up)).collect()
    }

    /// Record ε of the block alone, an upper bound.
    pub(crate) fn record_epsilon(&self, shapes: &[Shape]) -> f64 {
        record_ratio(self, shapes).ln(Toward::Up)
    }
}

/// max X / min X over all sets of missing units.
pub(super) fn record_ratio(block: &Block, shapes: &[Shape]) -> Scaled {
    let densities = densities(block, shapes);
    let largest = densities.iter().map(|x| x.high()).fold(Scaled::ONE, Scaled::max);
    if lists_every_orbit(block) {
        return largest.over(least(&densities), Toward::Up);
    }
    largest
}

/// min X over all sets of missing units, as a multiple of the uniform part's own, rounded down.
pub(super) fn least_density(block: &Block, shapes: &[Shape]) -> Scaled {
    if lists_every_orbit(block) { least(&densities(block, shapes)) } else { Scaled::ONE }
}

fn least(densities: &[Enclosure]) -> Scaled {
    densities.iter().map(|x| x.low()).min().unwrap_or(Scaled::ONE)
}

/// Per class c, (1 − f)(D − d) / (f·d) or its inverse, whichever is larger, with f = P(the unit misses):
///
/// (1 − f)·D·n = w·n·d + D·Σ v_m(n − m_c),  f·D·n = w·n·(D − d) + D·Σ v_m·m_c.
pub(super) fn column_ratios(block: &Block, shapes: &[Shape]) -> Vec<Scaled> {
    let excess = WHOLE - block.uniform();
    let classes = block.classes().iter().zip(changed_weight(block)).enumerate();
    let ratio = |(class, (members, changed)): (usize, (&Vec<usize>, u128))| {
        let shape = block.class_shape(class, shapes);
        let (n, cells) = (members.len() as u128, u128::from(shape.cells));
        let [subset, others] = [shape.subset, shape.others()].map(u128::from);
        let held = block.uniform() * n * subset + cells * (excess * n - changed);
        let missed = block.uniform() * n * others + cells * changed;
        Enclosure::new(held * others).spread(Enclosure::new(missed * subset))
    };
    classes.map(ratio).collect()
}

/// Per class c, the largest ratio between X_S and X_{S∪u} for u in the class.
///
/// Where both are listed, every pattern is compared with the one that has one unit less in one of its classes.
/// Where one is listed, the ratio is x itself; only patterns above the largest ratio so far are looked up.
pub(super) fn attribute_ratios(block: &Block, shapes: &[Shape]) -> Vec<Scaled> {
    let densities = densities(block, shapes);
    let mut ratios = unlisted_neighbour_ratios(block, &densities);
    for (pattern, density) in block.patterns().iter().zip(&densities) {
        for &(class, count) in pattern.changes() {
            if let Some(fewer) = with_count(block, pattern, class, count - 1) {
                ratios[class] = ratios[class].max(density.spread(densities[fewer]));
            }
        }
    }
    ratios
}

/// The largest ratio of X between two sets of missing units that differ in at most `most[c]` units of every class c: what a change of that many
/// answers may do. Every listed pattern is compared with each within its reach, and with x = 1 where a set within reach is in no pattern. Above
/// [`MOST_COMPARED`] patterns the ratio of any two sets is returned, which bounds it. Cost: O(patterns² · classes).
pub(super) fn joint_ratio(block: &Block, shapes: &[Shape], most: &[usize]) -> Scaled {
    if most.iter().all(|most| *most == 0) {
        return Scaled::ONE;
    }
    let patterns = block.patterns();
    if patterns.len() > MOST_COMPARED {
        return record_ratio(block, shapes);
    }
    let (densities, classes) = (densities(block, shapes), block.classes());
    let mut largest = Scaled::ONE;
    for (pattern, density) in patterns.iter().zip(&densities) {
        let reach = |class: usize, count: usize| {
            (count.saturating_sub(most[class]), classes[class].len().min(count + most[class]))
        };
        let reached: Vec<(usize, usize)> =
            (0..classes.len()).map(|class| reach(class, pattern.count(class))).collect();
        let is_reached = |other: &Pattern| {
            reached
                .iter()
                .enumerate()
                .all(|(class, (low, high))| (*low..=*high).contains(&other.count(class)))
        };
        let mut listed = 0_usize;
        for (_, other) in patterns.iter().zip(&densities).filter(|(other, _)| is_reached(other)) {
            listed += 1;
            largest = largest.max(density.spread(*other));
        }
        let sets = reached.iter().try_fold(1_usize, |sets, (low, high)| sets.checked_mul(high - low + 1));
        if sets != Some(listed) {
            largest = largest.max(density.spread(Enclosure::ONE));
        }
    }
    largest
}

/// The most patterns of a block that are compared with each other.
const MOST_COMPARED: usize = 4096;

fn unlisted_neighbour_ratios(block: &Block, densities: &[Enclosure]) -> Vec<Scaled> {
    let ratio = |(class, members): (usize, &Vec<usize>)| {
        densities.iter().enumerate().fold(Scaled::ONE, |largest, (index, density)| {
            let larger =
                density.high() > largest && has_unlisted_neighbour(block, index, class, members.len());
            if larger { density.high() } else { largest }
        })
    };
    block.classes().iter().enumerate().map(ratio).collect()
}

fn has_unlisted_neighbour(block: &Block, index: usize, class: usize, members: usize) -> bool {
    let pattern = &block.patterns()[index];
    let count = pattern.count(class);
    let unlisted = |count| with_count(block, pattern, class, count).is_none();
    (count < members && unlisted(count + 1)) || (count > 0 && unlisted(count - 1))
}

/// Finds the pattern that differs from this one only in the count of `class`, if it is listed.
fn with_count(block: &Block, pattern: &Pattern, class: usize, count: usize) -> Option<usize> {
    let mut changed = pattern.changes().to_vec();
    match changed.binary_search_by_key(&class, |change| change.0) {
        Ok(place) if count == 0 => drop(changed.remove(place)),
        Ok(place) => changed[place].1 = count,
        Err(place) if count > 0 => changed.insert(place, (class, count)),
        Err(_) => {}
    }
    block.find(&changed)
}

/// x_m = 1 + P·v_m / (T_m·w) of every pattern.
fn densities(block: &Block, shapes: &[Shape]) -> Vec<Enclosure> {
    let records = records(block, shapes);
    let orbits = OrbitSizes::new(block, shapes);
    let scale = records.over(Enclosure::new(block.uniform()));
    let density = |pattern: &Pattern| {
        if pattern.weight() == 0 {
            return Enclosure::ONE;
        }
        let excess = scale.times(Enclosure::new(u128::from(pattern.weight())));
        Enclosure::ONE.plus(excess.over(orbits.records(pattern.changes())))
    };
    block.patterns().iter().map(density).collect()
}

/// P = ∏ D_u/d_u.
fn records(block: &Block, shapes: &[Shape]) -> Enclosure {
    let exact = |number: u32| Enclosure::new(u128::from(number));
    let factor = |&unit: &usize| exact(shapes[unit].cells).over(exact(shapes[unit].subset));
    block.units().iter().map(factor).fold(Enclosure::ONE, Enclosure::times)
}

/// Σ v_m·m_c of every class c.
fn changed_weight(block: &Block) -> Vec<u128> {
    let mut changed = vec![0; block.classes().len()];
    for pattern in block.patterns() {
        for &(class, count) in pattern.changes() {
            changed[class] += u128::from(pattern.weight()) * count as u128;
        }
    }
    changed
}

fn lists_every_orbit(block: &Block) -> bool {
    let orbits = block.classes().iter().try_fold(1_usize, |n, class| n.checked_mul(class.len() + 1));
    orbits == Some(block.patterns().len())
}

/// T_m = ∏ C(n_c, m_c)((D_c − d_c)/d_c)^{m_c}, tabulated per class up to the largest m_c in use.
struct OrbitSizes {
    factors: Vec<Vec<Enclosure>>,
}

impl OrbitSizes {
    fn new(block: &Block, shapes: &[Shape]) -> Self {
        let mut largest = vec![0; block.classes().len()];
        for pattern in block.patterns() {
            pattern.changes().iter().for_each(|&(class, count)| largest[class] = count.max(largest[class]));
        }
        let row = |(class, &most): (usize, &usize)| {
            class_row(block.classes()[class].len(), block.class_shape(class, shapes), most)
        };
        Self { factors: largest.iter().enumerate().map(row).collect() }
    }

    fn records(&self, changes: &[(usize, usize)]) -> Enclosure {
        changes
            .iter()
            .fold(Enclosure::ONE, |product, &(class, count)| product.times(self.factors[class][count]))
    }
}

/// C(n, m)((D − d)/d)^m for m = 0 … `most`, each computed from the previous one.
fn class_row(n: usize, shape: Shape, most: usize) -> Vec<Enclosure> {
    let mut row = vec![Enclosure::ONE];
    for m in 0..most {
        let factor = (n - m) as u128 * u128::from(shape.others());
        let divisor = (m as u128 + 1) * u128::from(shape.subset);
        row.push(row[m].times(Enclosure::new(factor)).over(Enclosure::new(divisor)));
    }
    row
}

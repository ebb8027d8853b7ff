//! Many different attributes, whose orbits are beyond reach together: independent blocks, each at its
//! optimum. Record ε adds up over blocks (mathematics §3, blocks; also RR-Clusters' randomisation).
//!
//! Attributes are put in an order and cut where the orbits of the next block would exceed
//! [`BLOCK_ORBITS`]; of a few orders the one with the smallest total is taken. Equal attributes cost few
//! orbits, so that they share large blocks. The largest block optimum is a lower bound on the record ε of
//! every law with these levels, since leaving out columns never raises it. Cost: blocks × orders optima.

use alloc::vec::Vec;

use super::levels::{Kind, Levels};
use super::{independent, optimal};
use crate::error::Error;
use crate::law::{Block, Law};

/// The most orbits of one block.
pub const BLOCK_ORBITS: usize = 1 << 11;
const CAPPED_ORBITS: usize = 1 << 6;

/// The integer law.
///
/// # Errors
/// `infeasible-request` where an ε is too small for weights of 2⁻⁶⁴.
pub fn law(levels: &Levels) -> Result<Law, Error> {
    let mut blocks = Vec::new();
    for part in best_partition(levels).parts {
        let own = levels.of(&part);
        let law = optimal::law(&own).or_else(|_| independent::law(&own))?;
        blocks.extend(law.blocks().iter().map(|block| moved(block, &part)));
    }
    Law::new(levels.sizes().into(), blocks)
}

/// A lower bound on the record ε of every law with these levels.
#[must_use]
pub fn lower_bound(levels: &Levels) -> f64 {
    best_partition(levels).lower_bound
}

struct Partition {
    parts: Vec<Vec<usize>>,
    record_epsilon: f64,
    lower_bound: f64,
}

fn best_partition(levels: &Levels) -> Partition {
    let [by_size, by_level, by_change] = orders(levels).map(|order| partition(levels, order));
    let lower_bound = by_size.lower_bound.max(by_level.lower_bound).max(by_change.lower_bound);
    let smaller = |one: Partition, other: Partition| {
        if other.record_epsilon < one.record_epsilon { other } else { one }
    };
    Partition { lower_bound, ..smaller(smaller(by_size, by_level), by_change) }
}

/// By size and level; by level; by change probability.
fn orders(levels: &Levels) -> [Vec<usize>; 3] {
    let (sizes, epsilons) = (levels.sizes(), levels.epsilons());
    let q = |i: usize| f64::from(sizes[i] - 1) / (libm::exp(epsilons[i]) + f64::from(sizes[i] - 1));
    let sorted = |compare: &dyn Fn(usize, usize) -> core::cmp::Ordering| {
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by(|&i, &j| compare(i, j));
        order
    };
    let by_level = |i: usize, j: usize| epsilons[i].total_cmp(&epsilons[j]);
    [
        sorted(&|i, j| sizes[i].cmp(&sizes[j]).then(by_level(i, j))),
        sorted(&by_level),
        sorted(&|i, j| q(i).total_cmp(&q(j))),
    ]
}

fn partition(levels: &Levels, order: Vec<usize>) -> Partition {
    let parts = cut(levels, &order);
    let (mut record_epsilon, mut lower_bound) = (0.0, 0.0);
    for part in &parts {
        let own = levels.of(part);
        match optimal::certificate(&own) {
            Ok(found) => {
                record_epsilon += found.record_epsilon;
                lower_bound = f64::max(lower_bound, found.lower_bound);
            }
            Err(_) => record_epsilon += own.epsilons().iter().sum::<f64>(),
        }
    }
    Partition { parts, record_epsilon, lower_bound }
}

/// Cuts an order into runs of at most [`BLOCK_ORBITS`] orbits, fewer where caps may ask for larger programs.
fn cut(levels: &Levels, order: &[usize]) -> Vec<Vec<usize>> {
    let most = if levels.is_capped() { CAPPED_ORBITS } else { BLOCK_ORBITS };
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut classes: Vec<(Kind, usize)> = Vec::new();
    for &attribute in order {
        let grown = with(&classes, levels.kind(attribute));
        let fits = grown.iter().map(|(_, n)| n + 1).product::<usize>() <= most;
        match parts.last_mut().filter(|_| fits) {
            Some(part) => {
                part.push(attribute);
                classes = grown;
            }
            None => {
                parts.push([attribute].into());
                classes = [(levels.kind(attribute), 1)].into();
            }
        }
    }
    parts
}

fn with(classes: &[(Kind, usize)], kind: Kind) -> Vec<(Kind, usize)> {
    let mut grown = classes.to_vec();
    match grown.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, n)) => *n += 1,
        None => grown.push((kind, 1)),
    }
    grown
}

/// The same block over other attributes: those of `part` at its positions.
fn moved(block: &Block, part: &[usize]) -> Block {
    block.clone().over(block.attributes().iter().map(|&position| part[position]).collect())
}

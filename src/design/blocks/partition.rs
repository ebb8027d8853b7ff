//! Partitions attributes into blocks: tied, ordered, and cut where the orbits of the next block would be too many.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::ties;
use crate::design::levels::{ExchangeKey, Levels};
use crate::design::optimal;
use crate::design::randomized_response::change;
use crate::numeric::order::places;

/// The largest number of orbits of one block, where there are many blocks.
pub const BLOCK_ORBITS: usize = 1 << 11;
/// The largest number of orbits of all blocks together, where there are few.
const ALL_ORBITS: usize = 1 << 15;
/// The largest number of orbits of a block under caps, whose programs are larger.
const CAPPED_ORBITS: usize = 1 << 6;

/// How far levels may be above the lowest one that they are tied to, relatively.
const WIDTHS: [f64; 3] = [0.0, 1.0 / 32.0, 1.0 / 8.0];

/// How attributes are tied, as an index into [`WIDTHS`], and ordered, as an index into [`orders`]. This decides the blocks
/// at any scale of the levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Partition {
    /// The largest number of orbits of one block.
    most: usize,
    width: usize,
    order: usize,
}

impl Partition {
    /// Finds the partition with the smallest record ε plus levels given up by tying, among blocks with at most `most` orbits.
    pub(crate) fn best(levels: &Levels, most: usize) -> Self {
        let mut best: Option<(f64, Levels, Self)> = None;
        for (width, share) in WIDTHS.into_iter().enumerate() {
            let tied = ties::tied(levels, share);
            if best.as_ref().is_some_and(|(_, known, _)| *known == tied) {
                continue;
            }
            let given_up = ties::given_up(levels, &tied);
            for (order, attributes) in orders(&tied).into_iter().enumerate() {
                let total = given_up + record_epsilon(&tied, &attributes, most);
                if best.as_ref().is_none_or(|(least, ..)| total < *least) {
                    best = Some((total, tied.clone(), Self { most, width, order }));
                }
            }
        }
        best.map_or(Self { most, width: 0, order: 0 }, |(.., partition)| partition)
    }

    /// The tied levels, and the attributes of every block.
    pub(super) fn of(self, levels: &Levels) -> (Levels, Vec<Vec<usize>>) {
        let tied = ties::tied(levels, WIDTHS[self.width]);
        let parts = cut(&tied, &orders(&tied)[self.order], self.most);
        (tied, parts)
    }
}

/// The record ε of the blocks of an order, summed.
fn record_epsilon(levels: &Levels, order: &[usize], most: usize) -> f64 {
    let own = |part: &Vec<usize>| {
        let own = levels.of(part);
        optimal::certificate(&own).map_or_else(|_| own.epsilons().iter().sum(), |found| found.record_epsilon)
    };
    cut(levels, order, most).iter().map(own).sum()
}

/// The orders tried: by size and level; by level; by change probability.
fn orders(levels: &Levels) -> [Vec<usize>; 3] {
    let (sizes, epsilons) = (levels.sizes(), levels.epsilons());
    let q = |i: usize| change(f64::from(sizes[i]), epsilons[i]);
    let sorted = |order: &dyn Fn(usize, usize) -> Ordering| places(sizes.len(), order);
    let by_level = |i: usize, j: usize| epsilons[i].total_cmp(&epsilons[j]);
    [
        sorted(&|i, j| sizes[i].cmp(&sizes[j]).then(by_level(i, j))),
        sorted(&by_level),
        sorted(&|i, j| q(i).total_cmp(&q(j))),
    ]
}

/// The largest number of orbits of one block at which all blocks together stay within their limit.
pub(crate) fn most_orbits(levels: &Levels) -> usize {
    if levels.is_capped() {
        return CAPPED_ORBITS;
    }
    let doublings = BLOCK_ORBITS.ilog2()..ALL_ORBITS.ilog2();
    let all = |bits: u32| levels.sizes().len().div_ceil(bits as usize) << bits;
    doublings.rev().find(|&bits| all(bits) <= ALL_ORBITS).map_or(BLOCK_ORBITS, |bits| 1 << bits)
}

/// Cuts an order into runs of at most `most` orbits.
fn cut(levels: &Levels, order: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut classes: Vec<(ExchangeKey, usize)> = Vec::new();
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

fn with(classes: &[(ExchangeKey, usize)], kind: ExchangeKey) -> Vec<(ExchangeKey, usize)> {
    let mut grown = classes.to_vec();
    match grown.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, n)) => *n += 1,
        None => grown.push((kind, 1)),
    }
    grown
}

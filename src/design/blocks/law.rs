//! The law of independent blocks, each at its optimum, within the size of a plan.

use alloc::vec::Vec;

use super::partition::{Partition, most_orbits};
use crate::design::closed_form::independent;
use crate::design::levels::Levels;
use crate::design::{law_size, optimal};
use crate::error::Error;
use crate::law::Law;

/// Returns the integer law; some column levels may be lowered to tie attributes.
///
/// ```
/// use candor::design::{Levels, blocks};
/// let levels = Levels::new(vec![2; 30], (1..=30).map(|i| f64::from(i) / 10.0).collect())?;
/// let law = blocks::law(&levels)?;
/// assert!(law.blocks().all(|block| block.patterns().len() <= blocks::BLOCK_ORBITS));
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `infeasible-request` where an ε is too small for weights of 2⁻⁶⁴.
pub fn law(levels: &Levels) -> Result<Law, Error> {
    law_within(levels, None)
}

/// [`law`] with blocks small enough that it takes at most this many bytes of a plan, where that is possible.
pub(crate) fn law_within(levels: &Levels, max_law_size: Option<usize>) -> Result<Law, Error> {
    within(most_orbits(levels), max_law_size, |most| {
        let law = partitioned_law(levels, Partition::best(levels, most))?;
        Ok((law_size::bytes(&law), law))
    })
}

/// Tries designs with half as many orbits per block each time, and returns the first whose law is not too large, or the last one.
/// `design` returns the size of the law with each design.
pub(crate) fn within<T>(
    mut most: usize,
    max_law_size: Option<usize>,
    design: impl Fn(usize) -> Result<(usize, T), Error>,
) -> Result<T, Error> {
    loop {
        let (size, found) = design(most)?;
        if most <= 2 || max_law_size.is_none_or(|limit| size <= limit) {
            return Ok(found);
        }
        most /= 2;
    }
}

/// The law with the blocks of a partition.
pub(crate) fn partitioned_law(levels: &Levels, partition: Partition) -> Result<Law, Error> {
    let (tied, parts) = partition.of(levels);
    let mut blocks = Vec::new();
    for part in parts {
        let own = tied.of(&part);
        let law = optimal::law(&own).or_else(|_| independent::law(&own))?;
        blocks.extend(law.blocks().map(|block| block.placed(&part)));
    }
    Law::new(levels.sizes().into(), blocks)
}

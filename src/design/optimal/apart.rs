//! Handles levels so far apart that double precision does not suffice: the attribute of the largest level becomes its own block,
//! beside the optimum of the others, from which again the largest may be separated.
//!
//! An attribute of level ε changes with probability about (a − 1)·e^{−ε}, which is lost to rounding in the rows of the others
//! from ε = 36 on. Its level is added to their record ε. A law over more attributes has no smaller record ε than
//! one over fewer, and none below a column ε, which bounds the loss.

use alloc::vec::Vec;

use super::certificate::Certificate;
use crate::design::closed_form::{independent, single_change};
use crate::design::levels::Levels;
use crate::design::lower_bound;
use crate::error::Error;
use crate::law::Law;

/// Splits off the attribute of the largest level from the others.
fn parted(levels: &Levels) -> [Vec<usize>; 2] {
    let all = 0..levels.sizes().len();
    let largest =
        all.clone().max_by(|&i, &j| levels.epsilons()[i].total_cmp(&levels.epsilons()[j])).unwrap_or(0);
    [[largest].into(), all.filter(|&i| i != largest).collect()]
}

/// A function that solves for the other attributes.
type Solve<T> = fn(&Levels) -> Result<T, Error>;

/// Returns the law with the attribute of the largest level apart from the optimum of the others, which `optimum` computes.
pub(super) fn law(levels: &Levels, optimum: Solve<Law>) -> Result<Law, Error> {
    let [largest, others] = parted(levels);
    let [own, rest] = [independent::law(&levels.of(&largest))?, optimum(&levels.of(&others))?];
    let blocks = own.blocks().map(|block| block.placed(&largest));
    let blocks = blocks.chain(rest.blocks().map(|block| block.placed(&others)));
    Law::new(levels.sizes().into(), blocks.collect())
}

/// The record ε of that law, and a lower bound.
pub(super) fn certificate(levels: &Levels, optimum: Solve<Certificate>) -> Result<Certificate, Error> {
    let [largest, others] = parted(levels);
    let (own, rest) = (levels.epsilons()[largest[0]], optimum(&levels.of(&others))?);
    let bounds = [lower_bound::lattice(levels), single_change::lower_bound(levels).unwrap_or(0.0), own];
    let lower_bound = bounds.into_iter().fold(rest.lower_bound, f64::max);
    Ok(Certificate { record_epsilon: own + rest.record_epsilon, lower_bound })
}

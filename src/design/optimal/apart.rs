//! Where levels are so far apart that doubles hold no answer: the attribute of the largest level as a block of its own,
//! beside the optimum of the others, of which again the largest may stand apart.
//!
//! An attribute of level ε changes with probability about (a − 1)·e^{−ε}, which in the rows of the others is nothing to a
//! double from ε = 36 on. Its level is added to their record ε; a law over more attributes has no smaller record ε than
//! over fewer, and none below a column ε, which bounds what is lost.

use alloc::vec::Vec;

use super::certificate::Certificate;
use crate::design::closed_form::{independent, single_change};
use crate::design::levels::Levels;
use crate::design::lower_bound;
use crate::error::Error;
use crate::law::Law;

/// The attribute of the largest level, and the others.
fn parted(levels: &Levels) -> [Vec<usize>; 2] {
    let all = 0..levels.sizes().len();
    let largest =
        all.clone().max_by(|&i, &j| levels.epsilons()[i].total_cmp(&levels.epsilons()[j])).unwrap_or(0);
    [[largest].into(), all.filter(|&i| i != largest).collect()]
}

/// What is asked of the others.
type Solve<T> = fn(&Levels) -> Result<T, Error>;

/// The law of the attribute of the largest level beside the optimum of the others, which `optimum` finds.
pub(super) fn law(levels: &Levels, optimum: Solve<Law>) -> Result<Law, Error> {
    let [largest, others] = parted(levels);
    let [own, rest] = [independent::law(&levels.of(&largest))?, optimum(&levels.of(&others))?];
    let blocks = own.blocks().map(|block| block.placed(&largest));
    let blocks = blocks.chain(rest.blocks().map(|block| block.placed(&others)));
    Law::new(levels.sizes().into(), blocks.collect())
}

/// Its record ε, and what bounds it.
pub(super) fn certificate(levels: &Levels, optimum: Solve<Certificate>) -> Result<Certificate, Error> {
    let [largest, others] = parted(levels);
    let (own, rest) = (levels.epsilons()[largest[0]], optimum(&levels.of(&others))?);
    let bounds = [lower_bound::lattice(levels), single_change::lower_bound(levels).unwrap_or(0.0), own];
    let lower_bound = bounds.into_iter().fold(rest.lower_bound, f64::max);
    Ok(Certificate { record_epsilon: own + rest.record_epsilon, lower_bound })
}

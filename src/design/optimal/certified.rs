//! The smallest record ε at given column levels and within any caps on attribute ε: law and certificate.

use alloc::vec::Vec;

use super::capped;
use super::certificate::Certificate;
use super::optimum::Optimum;
use super::solved::MAX_PATTERNS;
use crate::design::closed_form::independent;
use crate::design::levels::Levels;
use crate::design::ratio::CERTAIN;
use crate::error::Error;
use crate::law::{Block, Law};

/// A level above this share of its cap counts as equal to it.
const EQUAL: f64 = 1.0 - 1e-12;

/// Returns the smallest record ε at these levels and caps, and the lower bound that certifies it.
///
/// # Errors
/// `too-many-orbits`; `solver-failed` under caps, where double precision does not suffice.
pub fn certificate(levels: &Levels) -> Result<Certificate, Error> {
    if levels.is_capped() { Ok(certified_law(levels)?.1) } else { free_certificate(levels) }
}

/// Returns the integer law and its certificate.
///
/// # Errors
/// `too-many-orbits`, `too-many-patterns`; `solver-failed` under caps, where double precision does not suffice;
/// `infeasible-request` where ε is too small for weights of 2⁻⁶⁴.
pub fn certified_law(levels: &Levels) -> Result<(Law, Certificate), Error> {
    let optimum = Optimum::of(levels)?;
    let (law, free) = (optimum.law()?, optimum.certificate()?);
    if !levels.is_capped() || law.keeps_caps(&levels.caps()) {
        return Ok((law, free));
    }
    within_caps(levels, free)
}

/// The certificate without caps, whose lower bound also holds under caps.
pub(crate) fn free_certificate(levels: &Levels) -> Result<Certificate, Error> {
    Optimum::of(levels)?.certificate()
}

/// Returns the integer law.
///
/// # Errors
/// The errors of [`certified_law`].
pub fn law(levels: &Levels) -> Result<Law, Error> {
    law_listing(levels, MAX_PATTERNS)
}

/// The integer law; without caps an error where it would list more than `most` change sets.
pub(crate) fn law_listing(levels: &Levels, most: usize) -> Result<Law, Error> {
    if levels.is_capped() { Ok(certified_law(levels)?.0) } else { Optimum::of(levels)?.law_listing(most) }
}

/// [`Optimum::law_within`] the given bytes, or [`Optimum::law`] without a limit.
pub(crate) fn sparse_law(levels: &Levels, bytes: Option<usize>) -> Result<Law, Error> {
    let optimum = Optimum::of(levels)?;
    bytes.map_or_else(|| optimum.law(), |bytes| optimum.law_within(bytes))
}

/// The optimum under caps; `free` is the certificate without them.
///
/// An attribute whose cap equals its column level must change independently of all others: its column's ratio is a mean of
/// X_S/X_{S∪i} over S, and none of these may be larger. It becomes its own block, and its level adds to every record ε.
fn within_caps(levels: &Levels, free: Certificate) -> Result<(Law, Certificate), Error> {
    let tight = |&i: &usize| levels.epsilons()[i] >= levels.limits()[i] * EQUAL;
    let (alone, together): (Vec<usize>, Vec<usize>) = (0..levels.sizes().len()).partition(tight);
    if alone.is_empty() {
        return capped::law(levels, free);
    }
    let own = independent::law(&levels.of(&alone))?;
    let mut blocks: Vec<Block> = own.blocks().map(|block| block.placed(&alone)).collect();
    let mut found = Certificate { record_epsilon: own.record_epsilon(), lower_bound: own.record_epsilon() };
    if !together.is_empty() {
        let (law, rest) = certified_law(&levels.of(&together))?;
        blocks.extend(law.blocks().map(|block| block.placed(&together)));
        found.record_epsilon += rest.record_epsilon;
        found.lower_bound += rest.lower_bound;
    }
    found.lower_bound = libm::fmax(found.lower_bound * CERTAIN, free.lower_bound);
    Ok((Law::new(levels.sizes().into(), blocks)?, found))
}

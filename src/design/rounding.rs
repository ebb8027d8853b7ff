//! Rounds real probabilities to integers that sum to 2⁶⁴ and never exceed a request [Mathematics, §4].
//!
//! The uniform weight is rounded up, every excess weight down, and the largest excess takes the remainder,
//! so that the small weights, which decide the levels, keep their relative precision. Then the integers
//! are checked with outward rounding; while a column exceeds its request, weight moves from the excess to
//! `uniform`: mixing with a uniform record lowers every ratio and raises every change probability.

use alloc::string::String;
use alloc::vec::Vec;

use super::levels::Levels;
use crate::error::{Code, Error};
use crate::exact::{WHOLE, floor_u128, to_f64};
use crate::law::{Block, Pattern, Shape};

/// The changes of a pattern, with its probability or weight.
pub(super) type Excess = (Vec<(usize, usize)>, f64);

/// The real probabilities of a block: `uniform`, and `excess` per pattern, ascending by changes.
pub(super) struct Nominal {
    pub(super) attributes: Vec<usize>,
    pub(super) classes: Vec<Vec<usize>>,
    pub(super) uniform: f64,
    pub(super) excess: Vec<Excess>,
}

/// The levels that an integer block must not exceed.
#[derive(Clone, Copy)]
pub(super) struct Limits<'a> {
    /// Column ε per attribute of the survey.
    pub(super) columns: &'a [f64],
    /// Attribute ε per attribute of the survey, infinite for no cap; `None` where nothing is capped.
    pub(super) attributes: Option<&'a [f64]>,
    /// Record ε of the block.
    pub(super) record: f64,
}

impl<'a> Limits<'a> {
    /// Limits on column ε only.
    pub(super) fn columns(columns: &'a [f64]) -> Self {
        Self { columns, attributes: None, record: f64::INFINITY }
    }

    /// Limits on column ε and, where capped, on attribute ε.
    pub(super) fn all(levels: &'a Levels) -> Self {
        let attributes = levels.is_capped().then_some(levels.limits());
        Self { attributes, ..Self::columns(levels.epsilons()) }
    }

    fn hold(&self, block: &Block, shapes: &[Shape]) -> bool {
        let within = |epsilons: Vec<f64>, limits: &[f64]| {
            let classes = block.classes().iter().zip(epsilons);
            let mut members = classes.flat_map(|(class, epsilon)| class.iter().map(move |p| (*p, epsilon)));
            members.all(|(position, epsilon)| epsilon <= limits[block.units()[position]])
        };
        within(block.column_epsilons(shapes), self.columns)
            && (self.record == f64::INFINITY || block.record_epsilon(shapes) <= self.record)
            && self.attributes.is_none_or(|caps| within(block.attribute_epsilons(shapes), caps))
    }
}

/// Returns the block of integer weights nearest to `nominal` that keeps the limits.
///
/// Cost: O(patterns) per step, at most 65 steps, nearly always under 15.
pub(super) fn round(nominal: Nominal, sizes: &[u32], limits: Limits<'_>) -> Result<Block, Error> {
    round_units(nominal, &Shape::singles(sizes), limits)
}

/// [`round`] for units of these shapes, whose positions take the place of attributes.
pub(super) fn round_units(nominal: Nominal, shapes: &[Shape], limits: Limits<'_>) -> Result<Block, Error> {
    let weights = weights(&nominal)?;
    for shift in (0..=64).map(|step| (1_u128 << step) - 1) {
        let block = mixed(&nominal, &weights, shift)?;
        if limits.hold(&block, shapes) {
            return Ok(block);
        }
    }
    Err(infeasible("no weights out of 2^64 keep every column of a block at its request".into()))
}

/// Computes integer excess weights; the rest of 2⁶⁴ is uniform.
fn weights(nominal: &Nominal) -> Result<Vec<u128>, Error> {
    let scaled = |probability: f64| floor_u128(libm::fmax(probability, 0.0) * to_f64(WHOLE));
    let uniform = scaled(nominal.uniform) + 1;
    let mut weights: Vec<u128> = nominal.excess.iter().map(|(_, probability)| scaled(*probability)).collect();
    let largest = (0..weights.len()).max_by_key(|&index| weights[index]);
    let Some(largest) = largest else { return Err(infeasible("a design has no excess".into())) };
    let others: u128 = weights.iter().sum::<u128>() - weights[largest];
    let rest = WHOLE.checked_sub(uniform + others).filter(|&rest| rest > 0);
    weights[largest] = rest.ok_or_else(|| infeasible("ε is too small for weights of 2^-64".into()))?;
    Ok(weights)
}

/// Multiplies every excess weight by 1 − shift/2⁶⁴, rounding down; the rest is uniform.
fn mixed(nominal: &Nominal, weights: &[u128], shift: u128) -> Result<Block, Error> {
    let kept = |weight: u128| weight - (weight * shift).div_ceil(WHOLE);
    let listed = nominal.excess.iter().zip(weights).filter_map(|((changes, _), &weight)| {
        let weight = u64::try_from(kept(weight)).ok().filter(|&weight| weight > 0)?;
        Some(Pattern::new(changes.clone(), weight))
    });
    let patterns: Vec<Pattern> = listed.collect();
    let uniform = WHOLE - patterns.iter().map(|pattern| u128::from(pattern.weight())).sum::<u128>();
    if patterns.is_empty() {
        return Err(infeasible("ε is too small for weights of 2^-64".into()));
    }
    Block::new(nominal.attributes.clone(), nominal.classes.clone(), uniform, patterns)
}

fn infeasible(message: String) -> Error {
    Error::new(Code::InfeasibleRequest, message)
}

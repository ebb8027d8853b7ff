//! Independent perturbation: k-ary randomized response on every attribute, each in its own block [Warner65; DomingoFerrer22, RR-Independent].
//!
//! The true category has excess 1 − a/(e^ε + a − 1), the rest is uniform: X₀/X₁ = e^ε. Record ε = Σ εᵢ. Cost: O(k).

use alloc::vec;
use alloc::vec::Vec;

use crate::design::levels::Levels;
use crate::design::randomized_response::{denominator, factor};
use crate::design::rounding::{self, Limits, Nominal};
use crate::error::Error;
use crate::law::{Block, Law};

/// Returns the law of independent perturbation at the given column levels.
///
/// # Errors
/// `infeasible-request` where an ε is below what weights of 2⁻⁶⁴ can express.
pub fn law(levels: &Levels) -> Result<Law, Error> {
    let limits = Limits::all(levels);
    let blocks: Result<Vec<Block>, Error> =
        (0..levels.sizes().len()).map(|i| block(levels, i, limits)).collect();
    Law::new(levels.sizes().into(), blocks?)
}

fn block(levels: &Levels, attribute: usize, limits: Limits<'_>) -> Result<Block, Error> {
    let (a, epsilon) = (f64::from(levels.sizes()[attribute]), levels.epsilons()[attribute]);
    let nominal = Nominal {
        attributes: vec![attribute],
        classes: vec![vec![0]],
        uniform: a / denominator(a, epsilon),
        excess: vec![(Vec::new(), factor(a, epsilon))],
    };
    rounding::round(nominal, levels.sizes(), limits)
}

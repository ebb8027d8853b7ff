//! The exact optimum: the smallest record ε of any law with the given column levels, certified
//! (privacy-optimized randomized response, Algorithms 1 and 2; orbits and duality in mathematics §3).
//!
//! Attributes of equal size and level are exchangeable, so a law is a density over orbits: how many
//! attributes of each class change. The dual has one variable per class, F(μ) = E[(Σ_c μ_c z_c)⁺] under a
//! uniform record, Σ μ_c = 1, and e^{ε*} = 1 + 1/min F; every μ certifies ε* ≥ ln(1 + 1/F(μ)). Cutting
//! planes minimise F; the multipliers of the last master problem are the law. Where Σ qᵢ ≤ 1 and the
//! single-change mixture exists, it is the optimum, with a certificate in closed form at any k. Where that
//! optimum exceeds a cap on attribute ε, the program with the rows of the caps is solved instead.
//!
//! Every answer passes a check of its rows, bounds and duality gap that shares nothing with the solver; of levels from
//! 0.001 to 64 in one survey about one draw in thirty does not, where doubles end. Then the attributes that hardly ever
//! change are perturbed on their own, and the certificate says what that costs.
//!
//! Cost: evaluations × orbits / (largest class + 1); a few dozen evaluations for few classes. Fails
//! (`too-many-orbits`) above [`MAX_ORBITS`].

mod apart;
mod capped;
mod dense;
mod dual;
mod master;
mod orbits;

pub(super) use self::orbits::log_binomial;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use self::dual::Optimum;
use self::orbits::Orbits;
use super::CERTAIN;
use super::levels::{Kind, Levels};
use super::mixture::Mixture;
use super::rounding::{self, Limits, Nominal};
use super::single_change;
use crate::error::Error;
use crate::law::Law;

pub use self::capped::MAX_ORBITS as MAX_CAPPED_ORBITS;

/// The most orbits, ∏(n_c + 1), that are enumerated.
pub const MAX_ORBITS: usize = 1 << 21;

/// The optimum and its certificate, in doubles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Certificate {
    /// The record ε of the law that was found.
    pub record_epsilon: f64,
    /// A lower bound on the record ε of every law with these column levels.
    pub lower_bound: f64,
}

/// The number of orbits, ∏(n_c + 1), where it is a machine number.
#[must_use]
pub fn orbit_count(levels: &Levels) -> Option<usize> {
    classes(levels).iter().try_fold(1_usize, |count, class| count.checked_mul(class.len() + 1))
}

/// The smallest record ε at these levels and caps, and the bound that certifies it.
///
/// # Errors
/// `too-many-orbits`; `solver-failed` under caps, where doubles end.
pub fn certificate(levels: &Levels) -> Result<Certificate, Error> {
    if levels.is_capped() { Ok(certified_law(levels)?.1) } else { free_certificate(levels) }
}

/// The integer law and its certificate.
///
/// # Errors
/// `too-many-orbits`; `solver-failed` under caps, where doubles end; `infeasible-request` where ε is too small for weights
/// of 2⁻⁶⁴.
pub fn certified_law(levels: &Levels) -> Result<(Law, Certificate), Error> {
    let (law, free) = (free_law(levels)?, free_certificate(levels)?);
    if !levels.is_capped() || law.keeps_caps(levels.caps()) {
        return Ok((law, free));
    }
    capped::law(levels, free)
}

/// The same without caps: a lower bound also under caps.
pub(super) fn free_certificate(levels: &Levels) -> Result<Certificate, Error> {
    match closed_form(levels) {
        Some((mixture, lower_bound)) => {
            Ok(Certificate { record_epsilon: mixture.record_epsilon(levels), lower_bound })
        }
        None => match solve(levels) {
            Err(error) if error.code() == "solver-failed" => apart::certificate(levels),
            solved => Ok(solved?.1.certificate()),
        },
    }
}

/// The integer law.
///
/// # Errors
/// Those of [`certified_law`].
pub fn law(levels: &Levels) -> Result<Law, Error> {
    if levels.is_capped() { Ok(certified_law(levels)?.0) } else { free_law(levels) }
}

/// The optimum whatever the caps.
fn free_law(levels: &Levels) -> Result<Law, Error> {
    if let Some((mixture, _)) = closed_form(levels) {
        return mixture.law(levels, levels.epsilons());
    }
    let (classes, optimum) = match solve(levels) {
        Err(error) if error.code() == "solver-failed" => return apart::law(levels),
        solved => solved?,
    };
    let (uniform, mut excess) = optimum.probabilities();
    excess.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let attributes = (0..levels.sizes().len()).collect();
    let nominal = Nominal { attributes, classes, uniform, excess };
    Law::new(
        levels.sizes().into(),
        vec![rounding::round(nominal, levels.sizes(), Limits::columns(levels.epsilons()))?],
    )
}

/// The single-change mixture, where it is certified to be the optimum.
fn closed_form(levels: &Levels) -> Option<(Mixture, f64)> {
    Some((single_change::mixture(levels).ok()?, single_change::lower_bound(levels)?))
}

fn solve(levels: &Levels) -> Result<(Vec<Vec<usize>>, Optimum), Error> {
    if orbit_count(levels).is_none_or(|count| count > MAX_ORBITS) {
        let message = format!(
            "{} attributes of different sizes and levels have more than {MAX_ORBITS} orbits; use blocks",
            levels.sizes().len()
        );
        return Err(Error::new("too-many-orbits", message));
    }
    let classes = classes(levels);
    let optimum = dual::minimise(Orbits::new(levels, &classes))?;
    Ok((classes, optimum))
}

/// Positions of attributes with equal size, level and cap.
fn classes(levels: &Levels) -> Vec<Vec<usize>> {
    let mut classes: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
    for position in 0..levels.sizes().len() {
        classes.entry(levels.kind(position)).or_default().push(position);
    }
    let mut classes: Vec<Vec<usize>> = classes.into_values().collect();
    classes.sort_unstable();
    classes
}

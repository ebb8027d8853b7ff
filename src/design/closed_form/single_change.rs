//! Single change: the optimum among mixtures of a uniform record, the unchanged record and single changes, in closed form, O(k)
//! [Mathematics, §3, single change].
//!
//! u₀(M) = M(1 − Q) + B with Q = Σ qⱼ and B = Σ qⱼcⱼ; uⱼ(M) = (M − cⱼ)/dⱼ, dⱼ = e^{εⱼ} + aⱼ − 1. All
//! uⱼ ≥ 0 requires M ≥ max cⱼ. Where Q ≤ 1 this M is optimal; otherwise u₀ falls as M grows, until it
//! meets the first uⱼ, at Mⱼ = (B + cⱼ/dⱼ)/(1/dⱼ + Q − 1). Fails (`infeasible-request`) where u₀ < uⱼ
//! already at M = max cⱼ.

use super::mixture::Mixture;
use crate::design::levels::Levels;
use crate::design::randomized_response::{change, denominator, gain, least_mass};
use crate::design::ratio::{CERTAIN, log_one_plus};
use crate::error::{Code, Error};
use crate::law::Law;

/// Returns the optimal mixture of the family.
///
/// ```
/// use candor::design::{Levels, single_change};
/// let levels = Levels::new(vec![2, 3, 4], vec![3.0, 3.0, 3.0])?;
/// let (mixture, bound) = (single_change::mixture(&levels)?, single_change::lower_bound(&levels).unwrap());
/// assert!((mixture.record_epsilon(&levels) - bound).abs() < 1e-9);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `infeasible-request` where no mixture of the family has these column levels.
pub fn mixture(levels: &Levels) -> Result<Mixture, Error> {
    let least = levels.pairs().map(|(a, e)| least_mass(a, e)).fold(0.0, f64::max);
    let (changed, offset) = sums(levels);
    let mass = if changed <= 1.0 { least } else { equal_mass_bound(levels, changed, offset) };
    let mixture = Mixture::of_mass(levels, libm::fmax(mass, least));
    let unchanged = mixture.unchanged_probability();
    let chances = mixture.change_probabilities(levels);
    let exceeds = |((a, _), p): ((f64, f64), &f64)| p / (a - 1.0) > unchanged * (1.0 + 1e-12);
    if unchanged < 0.0 || levels.pairs().zip(&chances).any(exceeds) {
        return Err(Error::new(
            Code::InfeasibleRequest,
            "no mixture of uniform answers, true answers and single changes has these column levels: \
             too many attributes would have to change together; use independent",
        ));
    }
    Ok(mixture)
}

/// Returns the integer law.
///
/// # Errors
/// The errors of [`mixture`].
pub fn law(levels: &Levels) -> Result<Law, Error> {
    mixture(levels)?.law(levels, levels.epsilons())
}

/// Where Q ≤ 1, a lower bound on the record ε of *every* law with these column levels.
///
/// Choose λⱼ = 1 for all attributes but the one of largest cⱼ, and 1 + (1−Q)/q for that one. Then only the empty
/// change set has Σ λⱼ(qⱼ − 1\[j changes\]) > 0, so that F = 1/P in the dual of [Mathematics, §3] and
/// e^{ε*} ≥ 1 + P·Σ λⱼ(rⱼ − qⱼ): the mixture, where it exists, is optimal.
#[must_use]
pub fn lower_bound(levels: &Levels) -> Option<f64> {
    let (changed, _) = sums(levels);
    if changed > 1.0 {
        return None;
    }
    let (a, e) = levels.pairs().max_by(|x, y| least_mass(x.0, x.1).total_cmp(&least_mass(y.0, y.1)))?;
    let total: f64 = levels.pairs().map(|(a, e)| gain(a, e)).sum();
    let weighted = total + (1.0 - changed) / change(a, e) * gain(a, e);
    Some(log_one_plus(levels.log_records(), weighted) * CERTAIN)
}

/// Q = Σ qⱼ and B = Σ qⱼcⱼ.
fn sums(levels: &Levels) -> (f64, f64) {
    levels.pairs().fold((0.0, 0.0), |(changed, offset), (a, e)| {
        let q = change(a, e);
        (changed + q, offset + q * least_mass(a, e))
    })
}

fn equal_mass_bound(levels: &Levels, changed: f64, offset: f64) -> f64 {
    levels.pairs().map(|(a, e)| equal_mass(a, e, changed, offset)).fold(f64::INFINITY, f64::min)
}

/// The mass at which u₀ = uⱼ.
fn equal_mass(a: f64, epsilon: f64, changed: f64, offset: f64) -> f64 {
    let d = denominator(a, epsilon);
    (offset + least_mass(a, epsilon) / d) / (1.0 / d + changed - 1.0)
}

/// The masses at which u₀ = u₁ and u₀ = u₂, for [`super::pair`].
pub(crate) fn equal_masses(levels: &Levels) -> [f64; 2] {
    let (changed, offset) = sums(levels);
    let mut masses = levels.pairs().map(|(a, e)| equal_mass(a, e, changed, offset));
    [masses.next(), masses.next()].map(|mass| mass.unwrap_or(f64::INFINITY))
}

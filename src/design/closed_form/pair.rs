//! Two attributes: the published optimum in closed form [Yamamoto24, IV-B1].
//!
//! With m = a₁, n = a₂ and qᵢ = (aᵢ−1)/(e^{εᵢ}+aᵢ−1), e^{ε₁+ε₂} ≥ (m−1)(n−1) means q₁ + q₂ ≤ 1. Cases I and
//! II then leave one attribute without excess (u = 0); in cases III and IV the unchanged record is as likely
//! as one single change (x₀ = x₁ or x₀ = x₂). Cost: O(1).

use alloc::format;

use super::mixture::Mixture;
use super::single_change;
use crate::design::levels::Levels;
use crate::design::randomized_response::least_mass;
use crate::error::{Code, Error};
use crate::law::Law;

/// The published formula that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// x₁ = 1.
    I,
    /// x₂ = 1.
    II,
    /// x₁ = x₀.
    III,
    /// x₂ = x₀.
    IV,
}

/// Returns the optimal mixture for two attributes, and its case.
///
/// ```
/// use candor::design::pair::{self, Case};
/// use candor::design::Levels;
/// let levels = Levels::new(vec![2, 2], vec![2.0, 1.0])?;
/// let (case, mixture) = pair::mixture(&levels)?;
/// assert!(case == Case::I && mixture.record_epsilon(&levels) < 3.0);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// `infeasible-request` unless there are exactly two attributes.
pub fn mixture(levels: &Levels) -> Result<(Case, Mixture), Error> {
    let (Some((m, e1)), Some((n, e2)), 2) =
        (levels.pairs().next(), levels.pairs().nth(1), levels.sizes().len())
    else {
        let message = format!("method pair needs 2 attributes, {} given", levels.sizes().len());
        return Err(Error::new(Code::InfeasibleRequest, message));
    };
    let [c1, c2] = [least_mass(m, e1), least_mass(n, e2)];
    let [equal1, equal2] = single_change::equal_masses(levels);
    let small_change = e1 + e2 >= libm::log((m - 1.0) * (n - 1.0));
    let (case, mass) = match (small_change, c1 >= c2, equal1 <= equal2) {
        (true, true, _) => (Case::I, c1),
        (true, false, _) => (Case::II, c2),
        (false, _, true) => (Case::III, equal1),
        (false, _, false) => (Case::IV, equal2),
    };
    Ok((case, Mixture::of_mass(levels, mass)))
}

/// Returns the integer law; for one attribute it is ordinary k-ary randomized response.
///
/// # Errors
/// The errors of [`mixture`], for more than two attributes.
pub fn law(levels: &Levels) -> Result<Law, Error> {
    if let ([a], [epsilon]) = (levels.sizes(), levels.epsilons()) {
        let alone = Mixture::of_mass(levels, least_mass(f64::from(*a), *epsilon));
        return alone.law(levels, levels.epsilons());
    }
    mixture(levels)?.1.law(levels, levels.epsilons())
}

//! The published heuristic, for comparison [Yamamoto24, Algorithm 3].
//!
//! In normalised variables the induction keeps every earlier uⱼ and the mass M of the first two
//! attributes: uᵢ = (M − cᵢ)/(e^{εᵢ} + aᵢ − 1), u₀ ← u₀ − (aᵢ−1)uᵢ, in O(1) per step and without overflow.
//! Where that breaks u₀ ≥ uⱼ ≥ 0, steps 9–10 of the algorithm set uᵢ = 0 whatever was requested: the column then has
//! ε = ln(1 + aᵢM), possibly far above the request. [`law`] refuses those unless they are allowed explicitly.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::mixture::{Mixture, excess};
use super::pair;
use crate::design::levels::Levels;
use crate::design::randomized_response::least_mass;
use crate::error::{Code, Error};
use crate::law::Law;
use crate::message::counted;

/// The largest number of attributes that an error names.
const SHOWN: usize = 10;

/// The largest number of decimals with which an error shows that two numbers differ.
const MAX_DECIMALS: usize = 12;

/// The result of Algorithm 3.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Induction {
    /// The mixture.
    pub mixture: Mixture,
    /// The column ε that the mixture achieves.
    pub achieved: Vec<f64>,
    /// Attributes at which steps 9–10 ran.
    pub fallback: Vec<usize>,
    /// Attributes whose achieved ε exceeds the request.
    pub raised: Vec<usize>,
}

/// Runs Algorithm 3; for one attribute it is ordinary k-ary randomized response.
///
/// ```
/// use candor::design::inductive::{Induction, induction};
/// use candor::design::Levels;
/// let levels = Levels::new(vec![3, 2, 3, 2, 2], vec![5.21, 5.3, 2.99, 1.86, 0.34])?;
/// let Induction { achieved, raised, .. } = induction(&levels)?;
/// assert!(raised.contains(&4) && achieved[4] > 5.2);
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// None beyond the errors of [`Levels`].
pub fn induction(levels: &Levels) -> Result<Induction, Error> {
    let (mass, mut changes) = base(levels)?;
    let mut unchanged = mass - levels.pairs().zip(&changes).map(|((a, _), u)| (a - 1.0) * u).sum::<f64>();
    let mut largest = changes.iter().copied().fold(0.0, f64::max);
    let (mut achieved, mut fallback) = (levels.epsilons().to_vec(), Vec::new());
    for (i, (a, epsilon)) in levels.pairs().enumerate().skip(changes.len()) {
        let u = excess(a, epsilon, mass);
        let rest = unchanged - (a - 1.0) * u;
        if u < 0.0 || rest < libm::fmax(largest, u) {
            achieved[i] = libm::log1p(a * mass);
            fallback.push(i);
            changes.push(0.0);
        } else {
            (unchanged, largest) = (rest, libm::fmax(largest, u));
            changes.push(u);
        }
    }
    let raised = fallback.iter().copied().filter(|&i| achieved[i] > levels.epsilons()[i]).collect();
    Ok(Induction { mixture: Mixture::new(mass, unchanged, changes), achieved, fallback, raised })
}

/// M, and the excess of the first one or two attributes.
fn base(levels: &Levels) -> Result<(f64, Vec<f64>), Error> {
    let first: Vec<(f64, f64)> = levels.pairs().take(2).collect();
    if let [(a, epsilon)] = first[..] {
        return Ok((least_mass(a, epsilon), vec![0.0]));
    }
    let two = Levels::new(levels.sizes()[..2].into(), levels.epsilons()[..2].into())?;
    let (_, mixture) = pair::mixture(&two)?;
    let changes = first.iter().map(|&(a, e)| libm::fmax(excess(a, e, mixture.mass()), 0.0)).collect();
    Ok((mixture.mass(), changes))
}

/// Formats two numbers with as many decimals, at least four, as it takes to see that they differ.
fn told_apart(one: f64, other: f64) -> (String, String) {
    let told = |decimals: usize| [one, other].map(|number| format!("{number:.decimals$}"));
    let apart = (4..=MAX_DECIMALS).map(told).find(|[one, other]| one != other);
    let [one, other] = apart.unwrap_or_else(|| [one, other].map(|number| format!("{number:e}")));
    (one, other)
}

/// Returns the integer law.
///
/// # Errors
/// `raised-epsilon` naming the attributes whose achieved ε exceeds the request, unless `allow_raised`.
pub fn law(levels: &Levels, allow_raised: bool) -> Result<Law, Error> {
    let induction = induction(levels)?;
    if let (false, Some(&worst)) = (allow_raised, induction.raised.first()) {
        let shown = &induction.raised[..induction.raised.len().min(SHOWN)];
        let (achieved, asked) = told_apart(induction.achieved[worst], levels.epsilons()[worst]);
        let message = format!(
            "Algorithm 3 raises ε above the request for {}, {shown:?} first (attribute {worst}: {achieved} \
             instead of {asked}); allow that only to compare methods, never to collect reports",
            counted(induction.raised.len(), "attribute")
        );
        return Err(Error::new(Code::RaisedEpsilon, message));
    }
    induction.mixture.law(levels, &induction.achieved)
}

#[cfg(test)]
mod tests {
    use super::told_apart;

    #[test]
    fn numbers_that_differ_are_told_apart() {
        let told = |one, other| {
            let (one, other) = told_apart(one, other);
            [one, other]
        };
        assert_eq!(told(5.3, 0.34), ["5.3000", "0.3400"]);
        assert_eq!(told(1.5e-6, 1e-6), ["0.000002", "0.000001"]);
        assert_eq!(told(2e-30, 1e-30), ["2e-30", "1e-30"]);
    }
}

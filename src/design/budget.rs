//! The inverse problem: given a record ε, the largest s with column levels εᵢ = s·wᵢ (mathematics §3,
//! record budget).
//!
//! Record ε grows with s, so s is bisected on the integer law itself: what is returned keeps the budget
//! under outward rounding, not only in doubles. Column ε never exceeds record ε, hence s ≤ ε / max wᵢ.

use alloc::format;
use alloc::vec::Vec;

use super::levels::{Levels, MAX_EPSILON};
use super::method::Method;
use crate::error::Error;
use crate::law::Law;

/// Bisection ends when s is known to this relative width.
const PRECISION: f64 = 1e-13;

pub(super) struct Solution {
    pub(super) scale: f64,
    pub(super) epsilons: Vec<f64>,
    pub(super) law: Law,
}

pub(super) fn check(weights: &[f64], record_epsilon: f64) -> Result<(), Error> {
    if !(record_epsilon > 0.0 && record_epsilon.is_finite()) {
        let message = format!("record ε is {record_epsilon}; it must be a finite number above 0");
        return Err(Error::new("invalid-epsilon", message));
    }
    match weights.iter().position(|w| !(*w > 0.0 && w.is_finite())) {
        Some(i) if weights[i] == 0.0 => {
            let message = format!("attribute {i} has weight 0: it would tell nothing; remove the question");
            Err(Error::new("invalid-weight", message))
        }
        Some(i) => {
            let message =
                format!("weight of attribute {i} is {}; it must be a finite number above 0", weights[i]);
            Err(Error::new("invalid-weight", message))
        }
        None => Ok(()),
    }
}

pub(super) fn largest(
    sizes: &[u32],
    weights: &[f64],
    record_epsilon: f64,
    method: Method,
    allow_raised: bool,
) -> Result<Solution, Error> {
    check(weights, record_epsilon)?;
    let largest_weight = weights.iter().copied().fold(0.0, f64::max);
    let attempt = |scale: f64| {
        let epsilons: Vec<f64> = weights.iter().map(|w| w * scale).collect();
        let law = method.law(&Levels::new(sizes.into(), epsilons.clone())?, allow_raised)?;
        Ok(Solution { scale, epsilons, law })
    };
    let keeps = |solution: &Solution| solution.law.record_epsilon() <= record_epsilon;
    let (mut low, mut high) = (0.0, libm::fmin(record_epsilon, MAX_EPSILON) / largest_weight);
    let mut best: Option<Solution> = None;
    let mut refusal: Option<Error> = None;
    let mut scale = high;
    while high - low > PRECISION * high {
        match attempt(scale) {
            Ok(solution) if keeps(&solution) => {
                low = scale;
                best = Some(solution);
            }
            Ok(_) => high = scale,
            Err(error) => {
                high = scale;
                refusal = Some(error);
            }
        }
        scale = low + (high - low) / 2.0;
        if high < 1e-15 {
            break;
        }
    }
    best.ok_or_else(|| refusal.unwrap_or_else(|| unreachable_budget(record_epsilon)))
}

fn unreachable_budget(record_epsilon: f64) -> Error {
    let message = format!("record ε {record_epsilon} is too small for weights of 2^-64");
    Error::new("infeasible-request", message)
}

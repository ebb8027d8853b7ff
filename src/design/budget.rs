//! The inverse problem: given a record ε, the largest s with column levels εᵢ = s·wᵢ (mathematics §3,
//! record budget).
//!
//! Record ε grows with s, so s is bisected on the integer law itself: what is returned keeps the budget
//! under outward rounding, not only in doubles. Weights are taken relative to the largest; column ε never
//! exceeds record ε, hence s ≤ ε.
//!
//! A family of laws may have no law at all for small s and for some s in between, so that bisection may
//! step over the s it looks for. Where it met such an s, scales are also tried from the top, eight to an
//! octave; a stretch of feasible s narrower than that may be missed.

use alloc::format;

use super::levels::{Levels, MAX_EPSILON};
use super::method::Method;
use crate::error::Error;
use crate::law::Law;

/// Below it, no weight of 2⁻⁶⁴ expresses the column levels.
const LEAST_SCALE: f64 = 1e-15;

pub(super) struct Solution {
    pub(super) scale: f64,
    pub(super) levels: Levels,
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
    let heaviest = weights.iter().copied().fold(0.0, f64::max);
    let attempt = |scale: f64| {
        let epsilons = weights.iter().map(|w| w / heaviest * scale).collect();
        let levels = Levels::new(sizes.into(), epsilons)?;
        let law = method.law(&levels, allow_raised)?;
        Ok((law.record_epsilon() <= record_epsilon).then_some(Solution { scale, levels, law }))
    };
    let top = libm::fmin(record_epsilon, MAX_EPSILON);
    let bisected = bisect(&attempt, (0.0, top), method.precision());
    match bisected.refusal {
        None => bisected.best.ok_or_else(|| unreachable_budget(record_epsilon)),
        // A family may have no law at these levels and have one at larger ones.
        Some(refusal) if ["infeasible-request", "raised-epsilon"].contains(&refusal.code()) => {
            scan(&attempt, top, method.precision()).or(bisected.best).ok_or(refusal)
        }
        Some(refusal) => bisected.best.ok_or(refusal),
    }
}

/// What fits, what does not, and what the method refuses.
type Attempt<'a> = dyn Fn(f64) -> Result<Option<Solution>, Error> + 'a;

struct Bisected {
    best: Option<Solution>,
    refusal: Option<Error>,
}

/// The largest scale that fits, if whatever does not fit, or is refused, lies above whatever fits.
fn bisect(attempt: &Attempt<'_>, (mut low, mut high): (f64, f64), precision: f64) -> Bisected {
    let mut found = Bisected { best: None, refusal: None };
    let mut scale = high;
    while high - low > precision * high && high > LEAST_SCALE {
        match attempt(scale) {
            Ok(Some(solution)) => {
                low = scale;
                found.best = Some(solution);
            }
            Ok(None) => high = scale,
            Err(error) => {
                high = scale;
                found.refusal = Some(error);
            }
        }
        scale = low + (high - low) / 2.0;
    }
    found
}

/// The first of the scales from the top that fits, improved up to the one before it.
fn scan(attempt: &Attempt<'_>, top: f64, precision: f64) -> Option<Solution> {
    let step = libm::exp2(-0.125);
    let mut above = top;
    while above > LEAST_SCALE {
        let scale = above * step;
        if let Ok(Some(solution)) = attempt(scale) {
            return bisect(attempt, (scale, above), precision).best.or(Some(solution));
        }
        above = scale;
    }
    None
}

fn unreachable_budget(record_epsilon: f64) -> Error {
    let message = format!("record ε {record_epsilon} is too small for weights of 2^-64");
    Error::new("infeasible-request", message)
}

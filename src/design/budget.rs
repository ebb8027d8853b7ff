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

use super::levels::{Levels, MAX_EPSILON, check_caps};
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

/// What is asked for: shares of a record ε, under caps on attribute ε, infinite where there is none.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    pub(super) sizes: &'a [u32],
    pub(super) weights: &'a [f64],
    pub(super) record_epsilon: f64,
    pub(super) caps: &'a [f64],
}

impl Budget<'_> {
    pub(super) fn check(&self) -> Result<(), Error> {
        check(self.weights, self.record_epsilon)?;
        check_caps(self.caps, self.sizes.len())
    }

    /// The levels at a scale, the largest of them.
    pub(super) fn levels(&self, scale: f64) -> Result<Levels, Error> {
        let heaviest = self.weights.iter().copied().fold(0.0, f64::max);
        let shared = self.weights.iter().map(|w| w / heaviest * scale);
        // Rounding may put the attribute whose cap ends the search a hair above it.
        let within = shared.zip(self.caps).map(|(epsilon, cap)| libm::fmin(epsilon, *cap));
        Levels::new(self.sizes.into(), within.collect())?.capped(self.caps.into())
    }

    /// Levels of the same classes, whatever the scale.
    pub(super) fn shape(&self) -> Result<Levels, Error> {
        let heaviest = self.weights.iter().copied().fold(0.0, f64::max);
        let shape = self.weights.iter().map(|w| f64::max(w / heaviest, f64::MIN_POSITIVE));
        let caps = self.caps.iter().map(|cap| if *cap < f64::INFINITY { cap + 1.0 } else { *cap });
        Levels::new(self.sizes.into(), shape.collect())?.capped(caps.collect())
    }

    /// The largest scale worth trying: column ε ≤ attribute ε ≤ record ε.
    fn top(&self) -> f64 {
        let heaviest = self.weights.iter().copied().fold(0.0, f64::max);
        let capped = self.weights.iter().zip(self.caps).map(|(w, cap)| cap / (w / heaviest));
        capped.fold(libm::fmin(self.record_epsilon, MAX_EPSILON), f64::min)
    }
}

pub(super) fn largest(budget: Budget<'_>, method: Method, allow_raised: bool) -> Result<Solution, Error> {
    budget.check()?;
    let record_epsilon = budget.record_epsilon;
    let attempt = |scale: f64| {
        let levels = budget.levels(scale)?;
        let law = method.law(&levels, allow_raised)?;
        Ok((law.record_epsilon() <= record_epsilon).then_some(Solution { scale, levels, law }))
    };
    let top = budget.top();
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
            // Says nothing about the scale.
            Err(error) if error.code() == "solver-failed" => {
                return Bisected { best: None, refusal: Some(error) };
            }
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

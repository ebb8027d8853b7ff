//! Searches for the largest scale s whose law keeps a record ε. It evaluates the integer law itself, so the result keeps the budget
//! under outward rounding, not only in floating point.
//!
//! Record ε grows with s, so s is found by bisection, or by regula falsi where a law needs a program. A family of laws may have no law
//! for small s and for some s in between, so bisection may step over the solution. Where it finds such an s, scales are
//! also tried from the top, eight to an octave; an interval of feasible s narrower than that may be missed.

use super::levels::Levels;
use crate::error::{Code, Error};
use crate::law::Law;

/// The largest number of regula falsi steps in a search.
const MAX_CHORDS: usize = 100;

/// The step down in the logarithm of the scale where the scale has no law.
const UNKNOWN: f64 = 1.0;

/// The smallest scale: below it, no weight of 2⁻⁶⁴ expresses the column levels.
const LEAST_SCALE: f64 = 1e-15;

/// A scale, its levels, and the law that keeps them.
pub(super) struct BudgetedLaw {
    pub(super) scale: f64,
    pub(super) levels: Levels,
    pub(super) law: Law,
}

/// The search: a function from scale to law or refusal, the record ε to spend, and the relative precision.
pub(super) struct ScaleSearch<'a> {
    pub(super) attempt: &'a dyn Fn(f64) -> Result<BudgetedLaw, Error>,
    pub(super) record_epsilon: f64,
    pub(super) precision: f64,
}

/// The logarithms of a scale and of its record ε divided by the budget.
type LogPoint = (f64, f64);

pub(super) struct Sought {
    pub(super) best: Option<BudgetedLaw>,
    pub(super) refusal: Option<Error>,
}

impl ScaleSearch<'_> {
    /// Bisects for the largest scale that fits, assuming that all scales that do not fit or are refused lie above those that fit.
    pub(super) fn bisect(&self, (mut low, mut high): (f64, f64)) -> Sought {
        let mut found = Sought { best: None, refusal: None };
        let mut scale = high;
        while high - low > self.precision * high && high > LEAST_SCALE {
            match (self.attempt)(scale) {
                Ok(solution) if solution.law.record_epsilon() <= self.record_epsilon => {
                    low = scale;
                    found.best = Some(solution);
                }
                Ok(_) => high = scale,
                Err(error) => {
                    high = scale;
                    found.refusal = Some(error);
                }
            }
            scale = low + (high - low) / 2.0;
        }
        found
    }

    /// Finds the same scale by regula falsi (Illinois) on the logarithms of scale and record ε, whose relation is nearly linear. Record ε
    /// grows at least as fast as the scale, so the first guess below a scale that does not fit fits.
    pub(super) fn narrow(&self, top: f64) -> Sought {
        let mut found = Sought { best: None, refusal: None };
        // Aims slightly below the budget, so that a guess can fit.
        let goal = libm::log(self.record_epsilon) - self.precision / 4.0;
        let (mut low, mut high): (Option<LogPoint>, Option<LogPoint>) = (None, None);
        let mut x = libm::log(top);
        for _ in 0..MAX_CHORDS {
            match (self.attempt)(libm::exp(x)) {
                Ok(solution) => {
                    let record = solution.law.record_epsilon();
                    let point = (x, libm::log(record) - goal);
                    if record > self.record_epsilon {
                        low = low.map(|(x, y)| (x, if high.is_some() { y / 2.0 } else { y }));
                        high = Some(point);
                    } else {
                        high = high.map(|(x, y)| (x, if low.is_some() { y / 2.0 } else { y }));
                        low = Some(point);
                        found.best = Some(solution);
                        if self.record_epsilon - record <= self.precision * self.record_epsilon {
                            return found;
                        }
                    }
                }
                // These errors reveal nothing about the scale, or mean that a search over dozens of such laws would take minutes.
                Err(error) if [Code::SolverFailed, Code::TooManyPatterns].contains(&error.code()) => {
                    return Sought { best: None, refusal: Some(error) };
                }
                Err(error) => {
                    high = Some((x, f64::INFINITY));
                    found.refusal = Some(error);
                }
            }
            x = match (low, high) {
                (None, Some((x, y))) => x - if y == f64::INFINITY { UNKNOWN } else { y },
                (Some((low, _)), Some((high, y))) if y == f64::INFINITY => low + (high - low) / 2.0,
                (Some((low, under)), Some((high, over))) => low - under * (high - low) / (over - under),
                (_, None) => return found,
            };
            let narrow = low.zip(high).is_some_and(|(low, high)| high.0 - low.0 <= self.precision);
            if narrow || x <= libm::log(LEAST_SCALE) {
                break;
            }
        }
        found
    }

    /// Tries scales from the top; the first that fits is improved by bisection up to the previous one.
    pub(super) fn scan(&self, top: f64) -> Option<BudgetedLaw> {
        let step = libm::exp2(-0.125);
        let mut above = top;
        while above > LEAST_SCALE {
            let scale = above * step;
            let fitting = (self.attempt)(scale).ok();
            if let Some(solution) = fitting.filter(|s| s.law.record_epsilon() <= self.record_epsilon) {
                return self.bisect((scale, above)).best.or(Some(solution));
            }
            above = scale;
        }
        None
    }
}

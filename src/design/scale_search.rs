//! The search for the largest scale s whose law keeps a record ε, on the integer law itself: what is found keeps the budget
//! under outward rounding, not only in doubles.
//!
//! Record ε grows with s, so s is bisected, or found by chords where a law is a program. A family of laws may have no law at all
//! for small s and for some s in between, so that bisection may step over the s it looks for. Where it met such an s, scales are
//! also tried from the top, eight to an octave; a stretch of feasible s narrower than that may be missed.

use super::levels::Levels;
use crate::error::{Code, Error};
use crate::law::Law;

/// The most chords of a search.
const MAX_CHORDS: usize = 100;

/// By how much the logarithm of a scale falls where the scale has no law.
const UNKNOWN: f64 = 1.0;

/// Below it, no weight of 2⁻⁶⁴ expresses the column levels.
const LEAST_SCALE: f64 = 1e-15;

/// Levels at a scale, and the law that keeps them.
pub(super) struct BudgetedLaw {
    pub(super) scale: f64,
    pub(super) levels: Levels,
    pub(super) law: Law,
}

/// The law at a scale, or why there is none; and how precisely which record ε is to be spent.
pub(super) struct ScaleSearch<'a> {
    pub(super) attempt: &'a dyn Fn(f64) -> Result<BudgetedLaw, Error>,
    pub(super) record_epsilon: f64,
    pub(super) precision: f64,
}

/// Logarithms of a scale and of its record ε, over those of the budget.
type LogPoint = (f64, f64);

pub(super) struct Sought {
    pub(super) best: Option<BudgetedLaw>,
    pub(super) refusal: Option<Error>,
}

impl ScaleSearch<'_> {
    /// The largest scale that fits, if whatever does not fit, or is refused, lies above whatever fits.
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

    /// The same by chords (Illinois) between logarithms of scale and record ε, nearly a line; record ε grows at least
    /// as the scale does, so that the first guess below a scale that does not fit does.
    pub(super) fn narrow(&self, top: f64) -> Sought {
        let mut found = Sought { best: None, refusal: None };
        // A hair below the budget, for a guess that fits.
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
                // Says nothing about the scale, or that a search of dozens of such laws takes minutes.
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

    /// The first of the scales from the top that fits, improved up to the one before it.
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

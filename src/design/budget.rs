//! The inverse problem: given a record ε, the largest s with column levels εᵢ = s·wᵢ [Mathematics, §3,
//! record budget].
//!
//! Record ε grows with s, so s is bisected, or found by chords where a law is a program, on the integer law itself: what
//! is returned keeps the budget under outward rounding, not only in doubles. Weights are taken relative to the largest; column ε never
//! exceeds record ε, hence s ≤ ε.
//!
//! A family of laws may have no law at all for small s and for some s in between, so that bisection may
//! step over the s it looks for. Where it met such an s, scales are also tried from the top, eight to an
//! octave; a stretch of feasible s narrower than that may be missed.

use alloc::format;

use super::levels::{Levels, MAX_EPSILON, check_record_epsilon};
use super::method::Method;
use super::options::RequestOptions;
use super::{blocks, law_size, optimal};
use crate::error::{Code, Error};
use crate::law::Law;

/// How precisely a record ε is spent by methods in closed form.
const PRECISION: f64 = 1e-13;

/// The most chords of a search.
const MAX_CHORDS: usize = 100;

/// By how much the logarithm of a scale falls where the scale has no law.
const UNKNOWN: f64 = 1.0;

/// The largest scale at which the partition into blocks is first chosen.
const PARTITIONED_AT: f64 = 1.0;

/// The most change sets that an optimum in the search lists.
const MAX_PATTERNS: usize = 1 << 15;

/// Below it, no weight of 2⁻⁶⁴ expresses the column levels.
const LEAST_SCALE: f64 = 1e-15;

pub(super) struct BudgetedLaw {
    pub(super) scale: f64,
    pub(super) levels: Levels,
    pub(super) law: Law,
}

/// Refuses a record ε or a weight that is not a finite number above 0.
pub(super) fn check(weights: &[f64], record_epsilon: f64) -> Result<(), Error> {
    check_record_epsilon(record_epsilon)?;
    let Some(i) = weights.iter().position(|w| !(*w > 0.0 && w.is_finite())) else { return Ok(()) };
    let message = match weights[i] {
        0.0 => format!("attribute {i} has weight 0: it would tell nothing; remove the question"),
        weight => format!("weight of attribute {i} is {weight}; it must be a finite number above 0"),
    };
    Err(Error::new(Code::InvalidWeight, message))
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
    /// The levels at a scale, the largest of them.
    pub(super) fn levels(&self, scale: f64) -> Result<Levels, Error> {
        let heaviest = self.weights.iter().copied().fold(0.0, f64::max);
        let shared = self.weights.iter().map(|w| w / heaviest * scale);
        // Rounding may put the attribute whose cap ends the search a hair above it.
        let within = shared.zip(self.caps).map(|(epsilon, cap)| libm::fmin(epsilon, *cap));
        Levels::new(self.sizes.into(), within.collect())?.within(self.caps.into())
    }

    /// Levels of the same classes, whatever the scale.
    pub(super) fn shape(&self) -> Result<Levels, Error> {
        let heaviest = self.weights.iter().copied().fold(0.0, f64::max);
        let shape = self.weights.iter().map(|w| f64::max(w / heaviest, f64::MIN_POSITIVE));
        let caps = self.caps.iter().map(|cap| if *cap < f64::INFINITY { cap + 1.0 } else { *cap });
        Levels::new(self.sizes.into(), shape.collect())?.within(caps.collect())
    }

    /// The largest scale worth trying: column ε ≤ attribute ε ≤ record ε.
    fn top(&self) -> f64 {
        let heaviest = self.weights.iter().copied().fold(0.0, f64::max);
        let capped = self.weights.iter().zip(self.caps).map(|(w, cap)| cap / (w / heaviest));
        capped.fold(libm::fmin(self.record_epsilon, MAX_EPSILON), f64::min)
    }
}

pub(super) fn largest(
    budget: Budget<'_>,
    method: Method,
    options: RequestOptions,
) -> Result<BudgetedLaw, Error> {
    let law = |levels: &Levels| match method {
        Method::Optimal => optimal::law_listing(levels, MAX_PATTERNS),
        _ => method.law(levels, options),
    };
    if method == Method::Blocks {
        let most = blocks::most_orbits(&budget.shape()?);
        return blocks::within(most, options.max_law_size, |orbits| {
            let found = largest_of_blocks(&budget, orbits)?;
            Ok((law_size::bytes(&found.law), found))
        });
    }
    largest_of(&budget, &law, method)
}

/// Blocks keep their partition while the scale is sought; at the scale found, another may be better, which is then kept.
fn largest_of_blocks(budget: &Budget<'_>, most_orbits: usize) -> Result<BudgetedLaw, Error> {
    let mut scale = libm::fmin(budget.top(), PARTITIONED_AT);
    let mut best: Option<(blocks::Partition, BudgetedLaw)> = None;
    loop {
        let partition = blocks::Partition::best(&budget.levels(scale)?, most_orbits);
        if best.as_ref().is_some_and(|(known, _)| *known == partition) {
            break;
        }
        let law = |levels: &Levels| {
            Method::Blocks.kept_within_caps(blocks::partitioned_law(levels, partition)?, levels)
        };
        let found = largest_of(budget, &law, Method::Blocks)?;
        if best.as_ref().is_some_and(|(_, known)| known.scale >= found.scale) {
            break;
        }
        scale = found.scale;
        best = Some((partition, found));
    }
    best.map(|(_, found)| found).ok_or_else(|| unreachable_budget(budget.record_epsilon))
}

type Designer<'a> = dyn Fn(&Levels) -> Result<Law, Error> + 'a;

fn largest_of(budget: &Budget<'_>, law: &Designer<'_>, method: Method) -> Result<BudgetedLaw, Error> {
    let attempt = |scale: f64| {
        let levels = budget.levels(scale)?;
        Ok(BudgetedLaw { scale, law: law(&levels)?, levels })
    };
    let (top, program) = (budget.top(), method.program_precision());
    let precision = program.unwrap_or(PRECISION);
    let search = ScaleSearch { attempt: &attempt, record_epsilon: budget.record_epsilon, precision };
    let sought = if program.is_some() { search.narrow(top) } else { search.bisect((0.0, top)) };
    match sought.refusal {
        None => sought.best.ok_or_else(|| unreachable_budget(budget.record_epsilon)),
        // A family may have no law at these levels and have one at larger ones.
        Some(refusal) if [Code::InfeasibleRequest, Code::RaisedEpsilon].contains(&refusal.code()) => {
            search.scan(top).or(sought.best).ok_or(refusal)
        }
        Some(refusal) => sought.best.ok_or(refusal),
    }
}

/// The law at a scale, or why there is none; and how precisely which record ε is to be spent.
struct ScaleSearch<'a> {
    attempt: &'a dyn Fn(f64) -> Result<BudgetedLaw, Error>,
    record_epsilon: f64,
    precision: f64,
}

/// Logarithms of a scale and of its record ε, over those of the budget.
type LogPoint = (f64, f64);

struct Sought {
    best: Option<BudgetedLaw>,
    refusal: Option<Error>,
}

impl ScaleSearch<'_> {
    /// The largest scale that fits, if whatever does not fit, or is refused, lies above whatever fits.
    fn bisect(&self, (mut low, mut high): (f64, f64)) -> Sought {
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
    fn narrow(&self, top: f64) -> Sought {
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
    fn scan(&self, top: f64) -> Option<BudgetedLaw> {
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

fn unreachable_budget(record_epsilon: f64) -> Error {
    let message = format!("record ε {record_epsilon} is too small for weights of 2^-64");
    Error::new(Code::InfeasibleRequest, message)
}

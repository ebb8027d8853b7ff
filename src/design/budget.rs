//! The inverse problem: finds the largest s for which a record ε suffices for column levels εᵢ = s·wᵢ [Mathematics, §3,
//! record budget].
//!
//! Weights are taken relative to the largest. Column ε never exceeds record ε, hence s ≤ ε. [`super::scale_search`]
//! finds s.

use alloc::format;

use super::levels::{Levels, MAX_EPSILON, check_record_epsilon};
use super::method::{Method, RequestOptions};
use super::scale_search::{BudgetedLaw, ScaleSearch};
use super::{blocks, law_size, optimal};
use crate::error::{Code, Error};
use crate::law::Law;

/// The relative precision to which methods in closed form spend a record ε.
const PRECISION: f64 = 1e-13;

/// The largest scale at which the first partition into blocks is chosen.
const PARTITIONED_AT: f64 = 1.0;

/// The largest number of change sets that an optimum may list during the search.
const MAX_PATTERNS: usize = 1 << 15;

/// Refuses a record ε or a weight that is not a finite number above 0.
pub(super) fn check(weights: &[f64], record_epsilon: f64) -> Result<(), Error> {
    check_record_epsilon(record_epsilon)?;
    let Some(i) = weights.iter().position(|w| !(*w > 0.0 && w.is_finite())) else { return Ok(()) };
    let message = match weights[i] {
        0.0 => format!(
            "attribute {i} has weight 0, so nothing would be learned from it; give it a weight, or remove the question"
        ),
        weight => format!("weight of attribute {i} is {weight}; it must be a finite number above 0"),
    };
    Err(Error::new(Code::InvalidWeight, message))
}

/// The budget: weights that share a record ε, under caps on attribute ε, infinite for no cap.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    pub(super) sizes: &'a [u32],
    pub(super) weights: &'a [f64],
    pub(super) record_epsilon: f64,
    pub(super) caps: &'a [f64],
}

impl Budget<'_> {
    /// The levels at a scale, which is the largest level.
    pub(super) fn levels(&self, scale: f64) -> Result<Levels, Error> {
        let heaviest = self.weights.iter().copied().fold(0.0, f64::max);
        let shared = self.weights.iter().map(|w| w / heaviest * scale);
        // Rounding may put the attribute whose cap ends the search slightly above it.
        let within = shared.zip(self.caps).map(|(epsilon, cap)| libm::fmin(epsilon, *cap));
        Levels::new(self.sizes.into(), within.collect())?.within(self.caps.into())
    }

    /// Levels with the same classes as at any scale.
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

/// Finds the largest scale for blocks. The partition is fixed during a search; at the scale found another may be better, which is then tried.
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
        // A method may have no law at these levels but one at larger levels.
        Some(refusal) if [Code::InfeasibleRequest, Code::RaisedEpsilon].contains(&refusal.code()) => {
            search.scan(top).or(sought.best).ok_or(refusal)
        }
        Some(refusal) => sought.best.ok_or(refusal),
    }
}

fn unreachable_budget(record_epsilon: f64) -> Error {
    let message = format!("record ε {record_epsilon} is too small for weights of 2^-64");
    Error::new(Code::InfeasibleRequest, message)
}

//! Method *auto*: compares the methods that can satisfy a request and takes the smallest record ε, or the largest column levels
//! within a record ε. The reason names the methods that were compared.
//!
//! A certified optimum needs no comparison with blocks. Where the optimum is out of reach or not certified, or its law is
//! larger than a plan may be, blocks are compared too, and then the optimum over as many of its change sets as fit.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::budget::{self, Budget};
use super::levels::Levels;
use super::method::{Method, RequestOptions};
use super::{blocks, law_size, optimal};
use crate::error::{Code, Error};
use crate::law::Law;

/// The largest numbers of orbits for which the optimum is computed: at given levels, under caps, and in the search for a budget,
/// which takes one or two dozen optima.
const LEVEL_ORBITS: usize = optimal::MAX_ORBITS;
const CAPPED_ORBITS: usize = 1 << 9;
const BUDGET_ORBITS: usize = 1 << 21;

/// The largest gap at which an optimum counts as certified.
const CERTIFIED: f64 = 1e-6;

/// The chosen law and the reason.
pub(super) struct Choice {
    pub(super) law: Law,
    pub(super) levels: Levels,
    pub(super) method: Method,
    pub(super) lower_bound: Option<f64>,
    pub(super) reason: String,
}

/// The laws compared, each with its record ε or its scale, and those that are too large for a plan.
struct Candidates {
    max_law_size: Option<usize>,
    laws: Vec<(Method, f64, Law, Levels)>,
    left_out: Vec<LeftOut>,
}

struct LeftOut {
    method: Method,
    value: f64,
    size: String,
}

/// Chooses the law of smallest record ε at these levels.
pub(super) fn smallest(levels: &Levels, max_law_size: Option<usize>) -> Result<Choice, Error> {
    let mut compared = Candidates { max_law_size, laws: Vec::new(), left_out: Vec::new() };
    let lower_bound = compared.enter_optimum(levels);
    for method in Method::closed_forms(levels) {
        if let Ok(law) = method.law(levels, RequestOptions::default()) {
            compared.enter_at(method, law, levels);
        }
    }
    let best = compared.laws.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let &(method, epsilon, ref law, _) = best.ok_or_else(|| compared.nothing_fits("these column levels"))?;
    let passed = compared.left_out.iter().filter(|other| other.value < epsilon);
    let passed = passed.min_by(|a, b| a.value.total_cmp(&b.value));
    let passed = passed.map_or(String::new(), |other| {
        let cost = epsilon - other.value;
        format!("; {} has {:.4}, {cost:.4} less, but {}", other.method, other.value, other.size)
    });
    let reason = format!("smallest record ε among {}: {epsilon:.4}{passed}", compared.names());
    Ok(Choice { law: law.clone(), levels: levels.clone(), method, lower_bound, reason })
}

/// Chooses the law with the largest column levels within a record ε.
pub(super) fn largest(budget: Budget<'_>, max_law_size: Option<usize>) -> Result<Choice, Error> {
    let shape = budget.shape()?;
    let mut compared = Candidates { max_law_size, laws: Vec::new(), left_out: Vec::new() };
    if is_within(&shape, BUDGET_ORBITS) {
        compared.enter_budget(Method::Optimal, budget);
    }
    if compared.laws.is_empty() {
        compared.enter_budget(Method::Blocks, budget);
    }
    Method::closed_forms(&shape).for_each(|method| compared.enter_budget(method, budget));
    let best = compared.laws.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let (method, scale, law, levels) = best.ok_or_else(|| compared.nothing_fits("this record ε"))?;
    let passed = compared.left_out.iter().find(|other| other.value > *scale);
    let passed = passed.map_or(String::new(), |other| {
        let times = other.value / scale;
        format!("; {} has them {times:.4} times as large, but {}", other.method, other.size)
    });
    let (record, names) = (budget.record_epsilon, compared.names());
    let reason = format!("largest column levels within record ε {record} among {names}{passed}");
    Ok(Choice { law: law.clone(), levels: levels.clone(), method: *method, lower_bound: None, reason })
}

impl Candidates {
    fn enter(&mut self, method: Method, value: f64, law: Law, levels: &Levels) {
        let size = law_size::bytes(&law);
        match self.max_law_size.filter(|most| size > *most) {
            None => self.laws.push((method, value, law, levels.clone())),
            Some(most) => {
                let patterns = law_size::patterns(&law);
                let size = format!(
                    "lists {patterns} change sets in {size} bytes, and the size of the plan leaves {most} for them"
                );
                self.left_out.push(LeftOut { method, value, size });
            }
        }
    }

    fn enter_at(&mut self, method: Method, law: Law, levels: &Levels) {
        self.enter(method, law.record_epsilon(), law, levels);
    }

    fn enter_budget(&mut self, method: Method, budget: Budget<'_>) {
        let options = RequestOptions { max_law_size: self.max_law_size, ..RequestOptions::default() };
        if let Ok(found) = budget::largest(budget, method, options) {
            self.enter(method, found.scale, found.law, &found.levels);
        }
    }

    /// Enters the optimum, or blocks where it is out of reach, not certified or too large; returns a lower bound.
    fn enter_optimum(&mut self, levels: &Levels) -> Option<f64> {
        let mut lower_bound = None;
        if is_within(levels, LEVEL_ORBITS) {
            lower_bound = match levels.is_capped() {
                true => self.enter_capped(levels),
                false => self.enter_free(levels),
            };
        }
        let certified = |&(_, epsilon, ..): &(Method, f64, Law, Levels)| {
            lower_bound.is_some_and(|bound| epsilon - bound <= CERTIFIED)
        };
        if !self.laws.iter().any(certified) {
            self.enter_blocks(levels);
        }
        lower_bound
    }

    /// Enters blocks, and where they are too large also smaller ones that fit.
    fn enter_blocks(&mut self, levels: &Levels) {
        let before = self.left_out.len();
        if let Ok(law) = blocks::law(levels) {
            self.enter_at(Method::Blocks, law, levels);
        }
        if self.left_out.len() > before
            && let Ok(law) = blocks::law_within(levels, self.max_law_size)
        {
            self.enter_at(Method::Blocks, law, levels);
        }
    }

    fn enter_capped(&mut self, levels: &Levels) -> Option<f64> {
        let (law, certificate) = optimal::certified_law(levels).ok()?;
        self.enter_at(Method::Optimal, law, levels);
        Some(certificate.lower_bound)
    }

    fn enter_free(&mut self, levels: &Levels) -> Option<f64> {
        let optimum = optimal::Optimum::of(levels).ok()?;
        let certificate = optimum.certificate().ok()?;
        match optimum.law() {
            Ok(law) => self.enter_at(Method::Optimal, law, levels),
            Err(error) if error.code() == Code::TooManyPatterns => {
                let (method, value) = (Method::Optimal, certificate.record_epsilon);
                let size = format!(
                    "lists {} change sets, and a law can have at most {}",
                    optimum.listed(),
                    optimal::MAX_PATTERNS
                );
                self.left_out.push(LeftOut { method, value, size });
            }
            Err(_) => {}
        }
        if let Some(most) = self.max_law_size.filter(|_| self.laws.is_empty())
            && let Ok(law) = optimum.law_within(most)
        {
            self.enter_at(Method::Sparse, law, levels);
        }
        Some(certificate.lower_bound)
    }

    /// The names of the methods compared: `a, b and c`.
    fn names(&self) -> String {
        let names: Vec<&str> = self.laws.iter().map(|(method, ..)| method.as_str()).collect();
        match names.split_last() {
            Some((last, [])) => (*last).into(),
            Some((last, first)) => format!("{} and {last}", first.join(", ")),
            None => String::new(),
        }
    }

    fn nothing_fits(&self, what: &str) -> Error {
        match self.left_out.last() {
            Some(LeftOut { method, size, .. }) => {
                let message = format!("{method} keeps {what}, but {size}: allow a larger plan");
                Error::new(Code::PlanTooLarge, message)
            }
            None => Error::new(Code::InfeasibleRequest, format!("no method keeps {what}")),
        }
    }
}

fn is_within(levels: &Levels, orbits: usize) -> bool {
    let most = if levels.is_capped() { CAPPED_ORBITS } else { orbits };
    optimal::orbit_count(levels).is_some_and(|count| count <= most)
}

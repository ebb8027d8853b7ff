//! A design: the law that keeps a request, and how it came about.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::budget::{self, Budget};
use super::caps::uncapped;
use super::choice::{self, Choice};
use super::closed_form::single_change;
use super::levels::Levels;
use super::method::Method;
use super::options::Options;
use super::{analysis, law_size, lower_bound, optimal};
use crate::error::Error;
use crate::law::Law;
use crate::message::counted;

/// The smallest relative gap that is told.
const LEAST_GAP: f64 = 1e-9;

/// The share of a column ε that no rounding takes.
const LOWERED: f64 = 1e-6;

/// A law that keeps a request, and how it came about.
#[derive(Debug, Clone)]
pub struct Design {
    law: Law,
    method: Method,
    requested: Option<Vec<f64>>,
    caps: Vec<f64>,
    lower_bound: Option<f64>,
    reason: String,
}

impl Design {
    /// The design with the given column levels.
    ///
    /// # Errors
    /// Those of the method; `infeasible-request` where none can keep the levels.
    pub fn with_levels(levels: &Levels, options: Options) -> Result<Self, Error> {
        let method = options.method.unwrap_or(Method::Auto);
        if method != Method::Auto {
            let (law, bound) = method.bounded_law(levels, options)?;
            return Self::new(law, bound, method, levels, "as asked".into()).within(options);
        }
        Ok(Self::chosen(choice::smallest(levels, options.max_law_size)?))
    }

    /// The design with the largest column levels in proportion to `weights` whose record ε does not
    /// exceed `record_epsilon`.
    ///
    /// # Errors
    /// `invalid-epsilon`, `invalid-weight`, and those of the method.
    pub fn with_record_budget(
        sizes: &[u32],
        weights: &[f64],
        record_epsilon: f64,
        options: Options,
    ) -> Result<Self, Error> {
        let caps = uncapped(sizes.len());
        Self::with_capped_budget(sizes, weights, record_epsilon, &caps, options)
    }

    /// The same under a cap on every attribute ε, infinite where there is none.
    ///
    /// # Errors
    /// Those of [`Design::with_record_budget`] and of [`Levels::capped`].
    pub fn with_capped_budget(
        sizes: &[u32],
        weights: &[f64],
        record_epsilon: f64,
        caps: &[f64],
        options: Options,
    ) -> Result<Self, Error> {
        let budget = Budget { sizes, weights, record_epsilon, caps };
        let method = options.method.unwrap_or(Method::Auto);
        if method != Method::Auto {
            let found = budget::largest(budget, method, options)?;
            return Self::new(found.law, None, method, &found.levels, "as asked".into()).within(options);
        }
        Ok(Self::chosen(choice::largest(budget, options.max_law_size)?))
    }

    /// The law of smallest error for `tables` at a record ε; column levels are results.
    ///
    /// # Errors
    /// Those of [`analysis::law`].
    pub fn for_tables(sizes: &[u32], tables: &[Vec<usize>], record_epsilon: f64) -> Result<Self, Error> {
        Self::for_tables_capped(sizes, tables, record_epsilon, &uncapped(sizes.len()))
    }

    /// The same under a cap on every attribute ε, infinite where there is none.
    ///
    /// # Errors
    /// Those of [`analysis::capped_law`].
    pub fn for_tables_capped(
        sizes: &[u32],
        tables: &[Vec<usize>],
        record_epsilon: f64,
        caps: &[f64],
    ) -> Result<Self, Error> {
        let (law, found) = analysis::capped_law(sizes, tables, record_epsilon, caps)?;
        let lower_bound = lower_bound_of(&law);
        let gap = (found.objective - found.lower_bound) / found.objective;
        let reason = format!(
            "smallest expected squared error of the {} to be read {}, certified to {:.0e} of it",
            counted(tables.len(), "table"),
            found.among(),
            libm::fmax(gap, LEAST_GAP)
        );
        Ok(Self { law, method: Method::Analysis, requested: None, caps: caps.into(), lower_bound, reason })
    }

    fn chosen(choice: Choice) -> Self {
        let Choice { law, levels, method, lower_bound, reason } = choice;
        Self::new(law, lower_bound, method, &levels, reason)
    }

    /// `bound` is a lower bound for these levels, where one is known.
    fn new(law: Law, bound: Option<f64>, method: Method, levels: &Levels, reason: String) -> Self {
        let (requested, caps) = (Some(levels.epsilons().to_vec()), levels.caps().to_vec());
        let mut new = Self { law, method, requested, caps, lower_bound: None, reason };
        let lowered = new.lowered();
        // The bound is for the columns that there are, where they are not those requested.
        new.lower_bound = match lowered.is_empty() && new.raised().is_empty() {
            true => {
                let bound = bound.or_else(|| lower_bound(levels, method));
                bound.map(|bound| bound.min(new.law.record_epsilon()))
            }
            false => lower_bound_of(&new.law),
        };
        if method.may_tie() && !lowered.is_empty() {
            let achieved = new.law.column_epsilons();
            let given_up: f64 = lowered.iter().map(|&i| levels.epsilons()[i] - achieved[i]).sum();
            let levels = counted(lowered.len(), "level");
            let tied = format!("; {levels} lowered to tie attributes, by {given_up:.4} in all");
            new.reason.push_str(&tied);
        }
        new
    }

    /// The same, where its law is within the limit.
    pub(super) fn within(self, options: Options) -> Result<Self, Error> {
        law_size::check(&self.law, self.method, options).map(|()| self)
    }

    /// The integer law.
    #[must_use]
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// The method that made it; never `auto`.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// The requested column levels, where levels were requested.
    #[must_use]
    pub fn requested(&self) -> Option<&[f64]> {
        self.requested.as_deref()
    }

    /// The cap on every attribute ε, infinite where there was none.
    #[must_use]
    pub fn caps(&self) -> &[f64] {
        &self.caps
    }

    /// A lower bound on the record ε of every law with the requested levels, where one was found.
    #[must_use]
    pub fn record_lower_bound(&self) -> Option<f64> {
        self.lower_bound
    }

    /// Why this method.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Attributes whose column ε stays below the request by more than rounding: those that blocks tied to others,
    /// and some of the published heuristic.
    #[must_use]
    pub fn lowered(&self) -> Vec<usize> {
        let Some(requested) = &self.requested else { return Vec::new() };
        let achieved = self.law.column_epsilons();
        (0..achieved.len()).filter(|&i| achieved[i] < requested[i] * (1.0 - LOWERED)).collect()
    }

    /// Attributes whose column ε exceeds the request; empty unless raising was allowed.
    #[must_use]
    pub fn raised(&self) -> Vec<usize> {
        let Some(requested) = &self.requested else { return Vec::new() };
        let achieved = self.law.column_epsilons();
        (0..achieved.len()).filter(|&i| achieved[i] > requested[i]).collect()
    }
}

/// A lower bound on the record ε of every law with the columns of this one.
fn lower_bound_of(law: &Law) -> Option<f64> {
    let achieved = Levels::new(law.sizes().into(), law.column_epsilons()).ok()?;
    lower_bound(&achieved, Method::Analysis).map(|bound| bound.min(law.record_epsilon()))
}

/// A lower bound on the record ε of every law with these levels and, from method optimal, these caps.
fn lower_bound(levels: &Levels, method: Method) -> Option<f64> {
    if optimal::orbit_count(levels).is_some_and(|count| count <= optimal::MAX_ORBITS) {
        let capped = (method == Method::Optimal).then(|| optimal::certificate(levels).ok()).flatten();
        return Some(capped.or_else(|| optimal::free_certificate(levels).ok())?.lower_bound);
    }
    Some(libm::fmax(lower_bound::lattice(levels), single_change::lower_bound(levels).unwrap_or(0.0)))
}

//! Finds the labelled design with the least R, the expected error of the best guess of all tables together, among those whose V is at most
//! `error_ratio` times that of the default design [Mathematics, §13].
//!
//! The default design is found first: its families are part of the search from the start, so that there always is a design within the limit,
//! and no table becomes less precise than the limit allows. Cost: that of two designs.

use alloc::format;
use alloc::vec::Vec;

use super::criterion::Criterion;
use super::generation::{Effort, SearchProgress};
use super::limited_risk::LimitedRisk;
use super::search::{LabelledDesign, SurveySearch};
use crate::design::analysis::{bayes_risk_bound, check_guessed};
use crate::error::{Code, Error};

/// The fraction of `error_ratio` − 1 that is reserved for rounding to integers.
const LEFT: f64 = 1e-4;
/// The least `error_ratio` − 1 for which a search is made; below it the design is the default one.
const LEAST: f64 = 1e-6;

/// The aim of a design for the best guess.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestGuessGoal {
    /// How many respondents are expected.
    pub respondents: f64,
    /// V may be this many times that of the default design; at least 1.
    pub error_ratio: f64,
}

/// A design for the best guess, with the default design.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BestGuessDesign {
    /// The design.
    pub design: LabelledDesign,
    /// R of the design, the expected total squared error of the best guess of the declared tables under its prior.
    pub risk: f64,
    /// No mixture of the forms searched has an R below `risk`/(1 + gap) within the limit; `None` where the design is the default one because
    /// no other was found within it.
    pub gap: Option<f64>,
    /// A lower bound on R of every protocol with this record ε.
    pub risk_bound: f64,
    /// The design with the least V.
    pub default: LabelledDesign,
    /// R of that design.
    pub default_risk: f64,
}

/// Finds the design with the least R for `tables` of one and two questions, in the same words as
/// [`labelled_design`](super::labelled_design).
///
/// ```
/// use candor::design::analysis::default_tables;
/// use candor::design::labelled::{BestGuessGoal, BestGuessDesign, best_guess_design};
/// let (sizes, tables) = ([2, 3, 8], default_tables(3));
/// let aim = BestGuessGoal { respondents: 2_000.0, error_ratio: 1.5 };
/// let found: BestGuessDesign = best_guess_design(&sizes, &tables, 0.5, 0.0, aim, &mut |_| ())?;
/// assert!(found.design.objective <= 1.5 * found.default.objective);
/// assert!(found.risk_bound < found.risk && found.risk < found.default_risk);
/// assert!(found.gap.is_some_and(|gap| gap < 1e-3));
/// # Ok::<(), candor::Error>(())
/// ```
///
/// # Errors
/// The errors of [`labelled_design`](super::labelled_design); `infeasible-request` for a table of three or more questions;
/// `invalid-survey` where `error_ratio` is not a number from 1 on, or `respondents` not one from 1 on.
pub fn best_guess_design(
    sizes: &[u32],
    tables: &[Vec<usize>],
    record_epsilon: f64,
    other_tables: f64,
    aim: BestGuessGoal,
    progress: &mut dyn FnMut(SearchProgress),
) -> Result<BestGuessDesign, Error> {
    aim.check()?;
    check_guessed(tables)?;
    let search =
        SurveySearch::new((sizes, sizes.len()), tables.into(), record_epsilon, other_tables, progress)?;
    let least = search.least_sum(progress)?;
    let default = search.design(&least);
    let allowed = (aim.error_ratio - 1.0) * (1.0 - LEFT);
    let limited = LimitedRisk::new(search.kinds(), aim.respondents, default.objective * (1.0 + allowed));
    let risk_bound = bayes_risk_bound(sizes, tables, record_epsilon, aim.respondents)?;
    let default_risk = limited.risk(&least.measure.information);
    let (design, risk, gap) = (default.clone(), default_risk, None);
    let as_default = BestGuessDesign { design, risk, gap, risk_bound, default, default_risk };
    if allowed < LEAST {
        return Ok(as_default);
    }
    let found = search.generation(Criterion::Risk(&limited), search.reserved(), Effort::Full).run(
        &mut search.candidates(),
        least.columns,
        progress,
    );
    let measure = &found.measure;
    if measure.objective >= default_risk {
        let gap = (1.0 + found.gap) * default_risk / measure.objective - 1.0;
        return Ok(BestGuessDesign { gap: Some(gap).filter(|gap| gap.is_finite()), ..as_default });
    }
    let mut design = search.design(&found);
    design.objective = limited.error(&measure.information);
    design.gap = (1.0 + as_default.default.gap) * design.objective / as_default.default.objective - 1.0;
    Ok(BestGuessDesign { design, risk: measure.objective, gap: Some(found.gap), ..as_default })
}

impl BestGuessGoal {
    /// Refuses a ratio or a number of respondents below 1.
    pub(in crate::design) fn check(self) -> Result<(), Error> {
        let refused = |message| Err(Error::new(Code::InvalidSurvey, message));
        if !(self.error_ratio >= 1.0 && self.error_ratio.is_finite()) {
            return refused(format!(
                "the limit on the unbiased tables' error is {} times that of the default design; it must be a number from 1 on",
                self.error_ratio
            ));
        }
        if !(self.respondents >= 1.0 && self.respondents.is_finite()) {
            return refused(format!(
                "a design for the best guess of {} respondents is asked for; at least 1 must be expected",
                self.respondents
            ));
        }
        Ok(())
    }
}

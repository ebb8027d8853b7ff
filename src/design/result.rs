//! A design: a law that satisfies a request, and how it was found.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::analysis::TableCertificate;
use super::choice::Choice;
use super::closed_form::single_change;
use super::estimands::Estimands;
use super::labelled::LabelledDesign;
use super::levels::Levels;
use super::method::Method;
use super::{lower_bound, optimal};
use crate::error::Error;
use crate::law::Law;
use crate::message::counted;

/// The smallest relative gap that a reason states.
const LEAST_GAP: f64 = 1e-9;

/// The relative reduction of a column ε below which it counts as rounding.
const LOWERED: f64 = 1e-6;

/// A law that satisfies a request, and how it was found.
///
/// ```
/// use candor::design::{Design, Levels, Request};
/// let levels = Levels::new(vec![2, 3], vec![1.0, 2.0])?;
/// let design: Design = Request::levels(&levels).design()?;
/// assert!(design.law().record_epsilon() - design.record_lower_bound().unwrap() < 1e-6);
/// assert!(design.lowered().is_empty() && design.raised().is_empty());
/// assert_eq!(design.requested(), Some([1.0, 2.0].as_slice()));
/// assert!(design.to_string().contains("record ε"));
/// let told = serde_json::to_value(&design).unwrap();
/// assert_eq!((&told["method"], &told["requested"][1]), (&"optimal".into(), &2.0.into()));
/// # Ok::<(), candor::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Design {
    law: Law,
    method: Method,
    requested: Option<Vec<f64>>,
    caps: Vec<Option<f64>>,
    lower_bound: Option<f64>,
    reason: String,
    best_guess: Option<ForBestGuess>,
}

/// What is expected of a design for the best guess, and of the default design in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ForBestGuess {
    /// The expected number of respondents.
    pub respondents: f64,
    /// V may be this many times that of the default design.
    pub error_ratio: f64,
    /// R, the expected total squared error of the best guess of the tables to be read, under its prior.
    pub risk: f64,
    /// A lower bound on R of every protocol with this record ε.
    pub risk_bound: f64,
    /// No mixture of the forms searched has an R below `risk`/(1 + gap) within the limit; `None` where the design is the default one because
    /// no other was found within it.
    pub gap: Option<f64>,
    /// V, the number of respondents times the expected total squared error of the unbiased tables.
    pub error: f64,
    /// R of the default design.
    pub default_risk: f64,
    /// V of the default design.
    pub default_error: f64,
}

impl Design {
    /// The design with the law of smallest error for these estimands.
    pub(super) fn for_tables(
        law: Law,
        found: TableCertificate,
        estimands: &Estimands,
        caps: Vec<Option<f64>>,
    ) -> Self {
        let lower_bound = lower_bound_of(&law);
        let gap = (found.objective - found.lower_bound) / found.objective;
        let reason = format!(
            "smallest expected squared error of the {estimands} to be read {}, certified to {:.0e} of it",
            found.among(),
            libm::fmax(gap, LEAST_GAP)
        );
        Self { law, method: Method::Analysis, requested: None, caps, lower_bound, reason, best_guess: None }
    }

    /// The design with the labelled law of smallest error for these estimands.
    pub(super) fn labelled(
        law: Law,
        found: &LabelledDesign,
        estimands: &Estimands,
        caps: Vec<Option<f64>>,
    ) -> Self {
        let gap = libm::fmax(found.gap, LEAST_GAP);
        let reason = if !law.scores().is_empty() {
            format!(
                "expected squared error of the {estimands} to be read, with {} that devices add up, round at random and report, within \
                 {gap:.0e} of the best mixture of the forms searched",
                counted(law.scores().len(), "score")
            )
        } else if estimands.has_impossible_cells() {
            format!(
                "expected squared error of the {estimands} to be read, of which some cells cannot occur, and a twentieth of what it were \
                 if no use were made of that, within {gap:.0e} of the best mixture of the forms searched"
            )
        } else {
            format!(
                "expected squared error of the {estimands} to be read within {:.2} % of the bound for any protocol, and within \
                 {gap:.0e} of the best mixture of the forms searched",
                libm::ceil(1e4 * (found.objective / found.protocol_bound - 1.0)) / 100.0
            )
        };
        Self {
            law,
            method: Method::Labelled,
            requested: None,
            caps,
            lower_bound: None,
            reason,
            best_guess: None,
        }
    }

    /// The design with the labelled law of smallest error of the best guess of this many tables, or the default one because all questions
    /// have one size.
    pub(super) fn for_best_guess(
        law: Law,
        told: ForBestGuess,
        (tables, one_size): (usize, bool),
        caps: Vec<Option<f64>>,
    ) -> Self {
        let above_bound = libm::ceil(1e4 * (told.risk / told.risk_bound - 1.0)) / 100.0;
        let tables = counted(tables, "table");
        let reason = match told.gap {
            _ if one_size => format!(
                "expected squared error of the best guess of the {tables} to be read within {above_bound:.2} % of the bound for \
                 any protocol: the default design, as all questions have equally many answers and another one for the best \
                 guess errs up to a tenth more where these depend strongly on each other"
            ),
            Some(gap) => format!(
                "expected squared error of the best guess of the {tables} to be read within {above_bound:.2} % of the bound for \
                 any protocol, and within {:.0e} of the best mixture of the forms searched whose unbiased tables have at most {} \
                 times the default design's squared error",
                libm::fmax(gap, LEAST_GAP),
                told.error_ratio
            ),
            None => format!(
                "expected squared error of the best guess of the {tables} to be read within {above_bound:.2} % of the bound for \
                 any protocol: the default design, as no other was found whose unbiased tables have at most {} times its \
                 squared error",
                told.error_ratio
            ),
        };
        let best_guess = Some(told);
        Self { law, method: Method::Labelled, requested: None, caps, lower_bound: None, reason, best_guess }
    }

    /// The design of a survey in which some combinations of answers cannot occur: what is said of it holds as if all could.
    pub(super) fn supposing_all_occur(self) -> Self {
        let reason = format!("{}, as if every combination of answers could occur", self.reason);
        Self { reason, ..self }
    }

    /// The design for given levels; `bound` is a lower bound on their record ε, where one is known.
    pub(super) fn new(law: Law, bound: Option<f64>, method: Method, levels: &Levels, reason: String) -> Self {
        let (requested, caps) = (Some(levels.epsilons().to_vec()), levels.caps());
        let mut new = Self { law, method, requested, caps, lower_bound: None, reason, best_guess: None };
        let lowered = new.lowered();
        // Where the achieved columns differ from the requested ones, the bound is for the achieved ones.
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

    /// Adds to the reason why `method` could not give a design.
    pub(super) fn instead_of(mut self, method: Method, error: &Error) -> Self {
        self.reason.push_str(&format!("; not {method}: {}", error.message()));
        self
    }

    /// The law with integer weights.
    #[must_use]
    pub fn law(&self) -> &Law {
        &self.law
    }

    /// The method that designed the law; never `auto`.
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// The requested column levels, where levels were requested.
    #[must_use]
    pub fn requested(&self) -> Option<&[f64]> {
        self.requested.as_deref()
    }

    /// The cap on every attribute ε, `None` for no cap.
    #[must_use]
    pub fn caps(&self) -> &[Option<f64>] {
        &self.caps
    }

    /// A lower bound on the record ε of every law with the requested levels, where one was found.
    #[must_use]
    pub fn record_lower_bound(&self) -> Option<f64> {
        self.lower_bound
    }

    /// The reason for this method, in words.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// What the design for the best guess is expected to give; `None` where the design is for unbiased tables.
    #[must_use]
    pub fn best_guess(&self) -> Option<&ForBestGuess> {
        self.best_guess.as_ref()
    }

    /// Attributes whose column ε is below the request by more than rounding: those that method blocks tied to others,
    /// and some under the published heuristic.
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

/// Writes the method, the record ε and the reason.
impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, record ε {:.4}: {}", self.method, self.law.record_epsilon(), self.reason)
    }
}

/// Serializes the levels and the reason; the law itself is in a [plan](crate::plan::PlanDocument).
impl Serialize for Design {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Design", 9)?;
        object.serialize_field("method", &self.method)?;
        object.serialize_field("reason", &self.reason)?;
        object.serialize_field("record_epsilon", &self.law.record_epsilon())?;
        object.serialize_field("record_lower_bound", &self.lower_bound)?;
        object.serialize_field("column_epsilons", &self.law.column_epsilons())?;
        object.serialize_field("attribute_epsilons", &self.law.attribute_epsilons())?;
        object.serialize_field("requested", &self.requested)?;
        object.serialize_field("lowered", &self.lowered())?;
        object.serialize_field("raised", &self.raised())?;
        object.end()
    }
}

impl From<Choice> for Design {
    fn from(choice: Choice) -> Self {
        let Choice { law, levels, method, lower_bound, reason } = choice;
        Self::new(law, lower_bound, method, &levels, reason)
    }
}

/// A lower bound on the record ε of every law with the column levels of this one.
fn lower_bound_of(law: &Law) -> Option<f64> {
    let achieved = Levels::new(law.sizes().into(), law.column_epsilons()).ok()?;
    lower_bound(&achieved, Method::Analysis).map(|bound| bound.min(law.record_epsilon()))
}

/// A lower bound on the record ε of every law with these levels and, for method optimal, these caps.
fn lower_bound(levels: &Levels, method: Method) -> Option<f64> {
    if optimal::orbit_count(levels).is_some_and(|count| count <= optimal::MAX_ORBITS) {
        let capped = (method == Method::Optimal).then(|| optimal::certificate(levels).ok()).flatten();
        return Some(capped.or_else(|| optimal::free_certificate(levels).ok())?.lower_bound);
    }
    Some(libm::fmax(lower_bound::lattice(levels), single_change::lower_bound(levels).unwrap_or(0.0)))
}

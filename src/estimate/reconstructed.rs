//! The result of a reconstruction: shares, their variances, and all that other errors and the intervals are computed from.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::derivative::Derivative;
use super::interval::rule::Rule;
use super::method::Reconstruction;
use super::methods::likelihood::convergence::Convergence;
use super::methods::likelihood::information::Information;
use super::truth::shrunk::ShrunkTruth;

/// The result of a reconstruction.
#[derive(Clone)]
pub(super) struct Reconstructed {
    pub(super) method: Reconstruction,
    pub(super) shares: Vec<f64>,
    pub(super) variances: Vec<f64>,
    pub(super) derivative: Arc<dyn Derivative>,
    /// The observed information at the likeliest shares, if their errors come from it.
    pub(super) information: Option<Arc<Information>>,
    pub(super) condition: f64,
    /// The most that one forged report can move a cell, if that is bounded ([`super::uncertainty::influence`]).
    pub(super) influence: Option<f64>,
    pub(super) rule: Rule,
    /// The possible true shares at which variances were taken, if not at the estimates.
    pub(super) truth: Option<ShrunkTruth>,
    /// The estimates before they were moved; the intervals are theirs.
    pub(super) centre: Option<Box<Reconstructed>>,
    pub(super) projected: bool,
    pub(super) reason: Option<String>,
    pub(super) convergence: Option<Convergence>,
}

impl Reconstructed {
    pub(super) fn new(
        method: Reconstruction,
        (shares, variances): (Vec<f64>, Vec<f64>),
        derivative: Arc<dyn Derivative>,
        condition: f64,
        influence: f64,
    ) -> Self {
        Self {
            method,
            shares,
            variances,
            derivative,
            information: None,
            condition,
            influence: Some(influence),
            rule: Rule::Normal,
            truth: None,
            centre: None,
            projected: false,
            reason: None,
            convergence: None,
        }
    }

    /// Sets the intervals of an unbiased estimate.
    pub(super) fn unbiased(self, rule: Rule, truth: Option<ShrunkTruth>) -> Self {
        Self { rule, truth, ..self }
    }

    /// Whether the estimates are those of an inverse, which are linear in the reports.
    pub(super) fn is_linear(&self) -> bool {
        self.rule != Rule::Normal && self.centre.is_none()
    }

    /// A copy whose estimates are about to be moved: the intervals stay, and are stretched to hold the moved estimates.
    pub(super) fn around_itself(&self) -> Self {
        let centre = self.centre.clone().unwrap_or_else(|| Box::new(self.clone()));
        Self { centre: Some(centre), ..self.clone() }
    }

    pub(super) fn because(self, reason: String) -> Self {
        Self { reason: Some(reason), ..self }
    }
}

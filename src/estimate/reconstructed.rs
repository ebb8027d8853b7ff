//! What a reconstruction hands on: shares, their variances, and what all other errors and the intervals follow from.

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

/// What a reconstruction hands on.
#[derive(Clone)]
pub(super) struct Reconstructed {
    pub(super) method: Reconstruction,
    pub(super) shares: Vec<f64>,
    pub(super) variances: Vec<f64>,
    pub(super) derivative: Arc<dyn Derivative>,
    /// The observed information of the likeliest shares, where their errors are their own.
    pub(super) information: Option<Arc<Information>>,
    pub(super) condition: f64,
    /// The most that one forged report can move a cell, where that is bounded ([`super::uncertainty::influence`]).
    pub(super) influence: Option<f64>,
    pub(super) rule: Rule,
    /// The truth at which variances were taken, where not at the estimates.
    pub(super) truth: Option<ShrunkTruth>,
    /// The estimates before they were moved, whose intervals these have.
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

    /// Its intervals are those of an unbiased estimate.
    pub(super) fn unbiased(self, rule: Rule, truth: Option<ShrunkTruth>) -> Self {
        Self { rule, truth, ..self }
    }

    /// Whether these are the numbers of an inverse: linear in the reports.
    pub(super) fn is_linear(&self) -> bool {
        self.rule != Rule::Normal && self.centre.is_none()
    }

    /// The same about to be moved: its intervals stay, and reach out to where the estimates go.
    pub(super) fn around_itself(&self) -> Self {
        let centre = self.centre.clone().unwrap_or_else(|| Box::new(self.clone()));
        Self { centre: Some(centre), ..self.clone() }
    }

    pub(super) fn because(self, reason: String) -> Self {
        Self { reason: Some(reason), ..self }
    }
}

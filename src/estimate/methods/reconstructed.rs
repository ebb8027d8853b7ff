//! The result of a reconstruction: shares, their variances, and all that other errors and the intervals are computed from.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::derivative::Derivative;
use super::influence::Reach;
use super::likelihood::ascent::Convergence;
use super::likelihood::information::Information;
use crate::estimate::interval::rule::Rule;
use crate::estimate::method::Reconstruction;
use crate::estimate::observed::truth::shrunk::ShrunkTruth;

/// The result of a reconstruction.
#[derive(Clone)]
pub(crate) struct Reconstructed {
    pub(crate) method: Reconstruction,
    pub(crate) shares: Vec<f64>,
    pub(crate) variances: Vec<f64>,
    pub(crate) derivative: Arc<dyn Derivative>,
    /// The observed information at the likeliest shares, if their errors come from it.
    pub(crate) information: Option<Arc<Information>>,
    pub(crate) condition: f64,
    /// The most that one forged report can move a cell, if that is bounded ([`super::influence`]).
    pub(crate) influence: Option<f64>,
    /// What one report adds to a cell, if the intervals are those of an inverse.
    pub(crate) reach: Option<Reach>,
    pub(crate) rule: Rule,
    /// The possible true shares at which variances were taken, if not at the estimates.
    pub(crate) truth: Option<ShrunkTruth>,
    /// The estimates before they were moved; the intervals are theirs.
    pub(crate) centre: Option<Box<Reconstructed>>,
    pub(crate) projected: bool,
    pub(crate) reason: Option<String>,
    pub(crate) convergence: Option<Convergence>,
}

impl Reconstructed {
    pub(crate) fn new(
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
            reach: None,
            rule: Rule::Normal,
            truth: None,
            centre: None,
            projected: false,
            reason: None,
            convergence: None,
        }
    }

    /// Sets the intervals of an unbiased estimate.
    pub(crate) fn unbiased(self, rule: Rule, truth: Option<ShrunkTruth>, reach: Reach) -> Self {
        Self { rule, truth, reach: Some(reach), ..self }
    }

    /// Whether the estimates are those of an inverse, which are linear in the reports.
    pub(crate) fn is_linear(&self) -> bool {
        self.rule != Rule::Normal && self.centre.is_none()
    }

    /// The same, whose estimates are about to be moved: the intervals stay, and are stretched to hold the moved estimates.
    pub(crate) fn around_itself(mut self) -> Self {
        if self.centre.is_none() {
            self.centre = Some(Box::new(self.clone()));
        }
        self
    }

    pub(crate) fn because(self, reason: String) -> Self {
        Self { reason: Some(reason), ..self }
    }
}

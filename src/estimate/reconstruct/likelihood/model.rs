//! How probable true shares make what was reported: the law of the reports' cells, or the likelihoods of labelled reports' subsets.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::estimate::labelled::Subsets;
use crate::estimate::observed::Observed;
use crate::estimate::operator::{self, Operator};

/// A linear map from true shares to the probabilities of what was reported, relative to something.
pub(super) enum Model {
    /// M, which is symmetric.
    Cells(Operator<1>),
    /// A row for every different report.
    Subsets(Arc<Subsets>),
}

impl Model {
    pub(super) fn new(observed: &Observed<'_>) -> Self {
        match observed.subsets() {
            Some(subsets) => Self::Subsets(subsets.clone()),
            None => Self::Cells(Operator::new([observed.spectrum()], observed.sizes())),
        }
    }

    /// λ̂: how often each was reported.
    pub(super) fn seen<'s>(&'s self, observed: &'s Observed<'_>) -> &'s [f64] {
        match self {
            Self::Cells(_) => observed.shares(),
            Self::Subsets(subsets) => subsets.seen(),
        }
    }

    /// Mθ.
    pub(super) fn fitted(&self, mut shares: Vec<f64>) -> Vec<f64> {
        match self {
            Self::Cells(law) => {
                law.apply([&mut shares]);
                shares
            }
            Self::Subsets(subsets) => subsets.fitted(&shares),
        }
    }

    /// Mᵀ·weights.
    pub(super) fn scores(&self, mut weights: Vec<f64>) -> Vec<f64> {
        match self {
            Self::Cells(law) => {
                law.apply([&mut weights]);
                weights
            }
            Self::Subsets(subsets) => subsets.scores(&weights),
        }
    }

    /// (M∘M)ᵀ·weights.
    pub(super) fn squares(&self, observed: &Observed<'_>, mut weights: Vec<f64>) -> Vec<f64> {
        match self {
            Self::Cells(_) => {
                let squared = observed.spectrum().clone().squared();
                operator::apply(&squared, observed.sizes(), &mut weights);
                weights
            }
            Self::Subsets(subsets) => subsets.squares(&weights),
        }
    }
}

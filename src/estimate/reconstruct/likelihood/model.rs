//! How probable true shares make what was reported: the law of the reports' cells, or the likelihoods of labelled reports' subsets.

use alloc::vec::Vec;

use crate::estimate::labelled::Subsets;
use crate::estimate::observed::Observed;
use crate::estimate::operator::{self, Operator};

/// A linear map from true shares to the probabilities of what was reported, relative to something.
pub(super) enum Model<'o> {
    /// M, which is symmetric.
    Cells { law: Operator<1>, observed: &'o Observed<'o> },
    /// A row for every different report.
    Subsets(&'o Subsets),
}

impl<'o> Model<'o> {
    pub(super) fn new(observed: &'o Observed<'_>) -> Self {
        match observed.subsets() {
            Some(subsets) => Self::Subsets(subsets),
            None => Self::Cells { law: Operator::new([observed.spectrum()], observed.sizes()), observed },
        }
    }

    /// λ̂: how often each was reported.
    pub(super) fn seen(&self) -> &[f64] {
        match self {
            Self::Cells { observed, .. } => observed.shares(),
            Self::Subsets(subsets) => subsets.seen(),
        }
    }

    /// Mθ.
    pub(super) fn fitted(&self, mut shares: Vec<f64>) -> Vec<f64> {
        match self {
            Self::Cells { law, .. } => {
                law.apply([&mut shares]);
                shares
            }
            Self::Subsets(subsets) => subsets.fitted(&shares),
        }
    }

    /// Mᵀ·weights.
    pub(super) fn scores(&self, mut weights: Vec<f64>) -> Vec<f64> {
        match self {
            Self::Cells { law, .. } => {
                law.apply([&mut weights]);
                weights
            }
            Self::Subsets(subsets) => subsets.scores(&weights),
        }
    }

    /// (M∘M)ᵀ·weights.
    pub(super) fn squares(&self, mut weights: Vec<f64>) -> Vec<f64> {
        match self {
            Self::Cells { observed, .. } => {
                operator::apply(&observed.spectrum().clone().squared(), observed.sizes(), &mut weights);
                weights
            }
            Self::Subsets(subsets) => subsets.squares(&weights),
        }
    }
}

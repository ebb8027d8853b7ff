//! The probability of what was reported, given true shares: by the law for cells, or by the likelihoods of labelled reports' subsets.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::estimate::observed::Observed;
use crate::estimate::observed::labelled::Subsets;
use crate::estimate::observed::operator::{self, Operator};
use crate::exact::to_f64;

/// A linear map from true shares to the probabilities of what was reported, up to factors that do not depend on the shares.
pub(crate) enum Model {
    /// The law M, which is symmetric.
    Cells(Operator<1>),
    /// One row for every distinct report.
    Subsets(Arc<Subsets>),
}

impl Model {
    pub(crate) fn new(observed: &Observed<'_>) -> Self {
        match observed.subsets() {
            Some(subsets) => Self::Subsets(subsets.clone()),
            None => Self::Cells(Operator::new([observed.spectrum()], observed.sizes())),
        }
    }

    /// About how many steps an application takes.
    pub(crate) fn steps(&self, observed: &Observed<'_>) -> f64 {
        let numbers = match self {
            Self::Cells(_) => observed.sizes().len() * observed.shares().len(),
            Self::Subsets(subsets) => subsets.numbers(),
        };
        2.0 * to_f64(numbers as u128)
    }

    /// Mθ, the probabilities of what was reported at the shares θ.
    pub(crate) fn fitted(&self, mut shares: Vec<f64>) -> Vec<f64> {
        match self {
            Self::Cells(law) => {
                law.apply([&mut shares]);
                shares
            }
            Self::Subsets(subsets) => subsets.fitted(&shares),
        }
    }

    /// Mᵀ·weights.
    pub(crate) fn scores(&self, mut weights: Vec<f64>) -> Vec<f64> {
        match self {
            Self::Cells(law) => {
                law.apply([&mut weights]);
                weights
            }
            Self::Subsets(subsets) => subsets.scores(&weights),
        }
    }

    /// (M∘M)ᵀ·weights.
    pub(crate) fn squares(&self, observed: &Observed<'_>, mut weights: Vec<f64>) -> Vec<f64> {
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

//! The bootstrap \[Efron79\]: surveys resampled from the one observed.
//!
//! The count of every cell, or of every distinct labelled report, is drawn anew from a Poisson law with the observed count as its mean, and
//! divided by the sum of all: given that sum, this is a multinomial sample of the observed shares.

use alloc::vec;
use alloc::vec::Vec;

use crate::estimate::observed::Observed;
use crate::numeric::random::Generator;

/// A survey resampled from the one observed.
pub(super) fn resample<'l>(observed: &Observed<'l>, generator: &mut Generator) -> Observed<'l> {
    let n = observed.n();
    loop {
        let counts = observed.frequencies().iter().map(|share| generator.poisson(n * share)).collect();
        if let Some(survey) = observed.with_counts(counts) {
            return survey;
        }
    }
}

/// The covariance of estimates with others over the replicates, summed over the cells.
pub(super) struct Spread {
    replicates: f64,
    means: Vec<f64>,
    others: Vec<f64>,
    product: f64,
}

impl Spread {
    pub(super) fn new(cells: usize) -> Self {
        Self { replicates: 0.0, means: vec![0.0; cells], others: vec![0.0; cells], product: 0.0 }
    }

    /// Adds one replicate of the estimates and of the others (Welford's update).
    pub(super) fn push(&mut self, estimates: &[f64], others: &[f64]) {
        self.replicates += 1.0;
        for (cell, (&estimate, &other)) in estimates.iter().zip(others).enumerate() {
            let before = estimate - self.means[cell];
            self.means[cell] += before / self.replicates;
            self.others[cell] += (other - self.others[cell]) / self.replicates;
            self.product += before * (other - self.others[cell]);
        }
    }

    /// Σ_x Cov(estimate_x, other_x).
    pub(super) fn covariance(&self) -> f64 {
        self.product / (self.replicates - 1.0)
    }
}

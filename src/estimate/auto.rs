//! Auto: the reconstruction with the smallest estimated mean squared error over the table ([`super::risk`]).
//!
//! First the better of inverse and independent, as the hybrid chooses. Then, one after the other, clusters
//! (where they are neither single attributes nor the whole table), truncated and likelihood: each replaces
//! the one chosen so far where its estimated error is smaller by more than [`SURELY`] standard errors of
//! that difference: where the noise of the inverse is large, estimated errors are noise too, and the
//! smallest of many would be chosen by chance. Truncated and likelihood mend the inverse and are compared
//! only where it is the best so far and has a negative cell; the likelihood not above
//! [`LIKELIHOOD_CELLS`], where its risk alone would take many seconds.
//!
//! Cost: that of all it compares.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::clusters;
use super::inverse;
use super::likelihood;
use super::method::{Clustering, Options, Reconstruction};
use super::observed::Observed;
use super::product::Product;
use super::result::Reconstructed;
use super::risk;
use super::truncated;
use crate::error::Error;

/// Tables up to this size have their likelihood compared: its risk takes [`RISK_REPLICATES`] further fits.
const LIKELIHOOD_CELLS: usize = 5_000;

/// Resampled surveys behind the estimated risk of the likelihood; it sums over all cells, so few are enough.
const RISK_REPLICATES: u32 = 10;

/// V from which auto considers attributes to be one cluster.
const CLUSTERS: Clustering = Clustering::Threshold(0.1);

/// Standard errors by which an estimated error has to be smaller.
const SURELY: f64 = 2.0;

/// A reconstruction and its estimated error.
struct Candidate {
    reconstructed: Reconstructed,
    risk: f64,
}

/// What has been compared so far.
struct Contest<'o, 'l> {
    observed: &'o Observed<'l>,
    inverse: Reconstructed,
    best: Candidate,
    compared: Vec<String>,
}

pub(super) fn reconstruct(observed: &Observed<'_>, options: &Options) -> Result<Reconstructed, Error> {
    let mut contest = Contest::new(observed)?;
    let axes = observed.axes();
    if axes.len() > 1 {
        let singles = axes.iter().map(|&axis| [axis].into()).collect();
        contest.enter_product(Reconstruction::Independent, singles, 0.0)?;
        let clusters = clusters::clusters(observed, CLUSTERS);
        if 1 < clusters.len() && clusters.len() < axes.len() {
            contest.enter_product(Reconstruction::Clusters(CLUSTERS), clusters, SURELY)?;
        }
    }
    let negative = contest.inverse.shares.iter().any(|&share| share < 0.0);
    if negative && contest.best.reconstructed.method == Reconstruction::Inverse {
        contest.enter_truncated()?;
        if contest.inverse.shares.len() <= LIKELIHOOD_CELLS {
            contest.enter_likelihood(options)?;
        }
    }
    contest.won(options)
}

impl<'o, 'l> Contest<'o, 'l> {
    fn new(observed: &'o Observed<'l>) -> Result<Self, Error> {
        let inverse = inverse::reconstruct(observed.clone())?;
        let best = Candidate { risk: risk::of_inverse(&inverse), reconstructed: inverse.clone() };
        let compared = [told(&best)].into();
        Ok(Self { observed, inverse, best, compared })
    }

    fn enter_product(
        &mut self,
        method: Reconstruction,
        parts: Vec<Vec<usize>>,
        surely: f64,
    ) -> Result<(), Error> {
        let product = Product::new(self.observed, parts)?;
        let covariance = product.covariance_with_inverse(self.observed, &self.inverse.shares)?;
        self.enter(product.reconstruct(self.observed, method), covariance, surely)
    }

    fn enter_truncated(&mut self) -> Result<(), Error> {
        let Reconstructed { shares, variances, .. } = &self.inverse;
        let covariance = truncated::covariance_with_inverse(self.observed, shares, variances)?;
        self.enter(truncated::reconstruct(self.observed)?, covariance, SURELY)
    }

    fn enter_likelihood(&mut self, options: &Options) -> Result<(), Error> {
        let few = Options { replicates: RISK_REPLICATES, ..*options };
        let (reconstructed, covariance) = likelihood::with_covariance(self.observed, &few)?;
        self.enter(reconstructed, covariance, SURELY)
    }

    /// Takes a candidate for the best where its risk is smaller by `surely` standard errors.
    fn enter(&mut self, reconstructed: Reconstructed, covariance: f64, surely: f64) -> Result<(), Error> {
        let risk = risk::of(&reconstructed.shares, &self.inverse, covariance);
        let candidate = Candidate { reconstructed, risk };
        self.compared.push(told(&candidate));
        let (new, old) = (&candidate.reconstructed.shares, &self.best.reconstructed.shares);
        let noise = risk::standard_error_of_difference(self.observed, new, old)?;
        if candidate.risk + surely * noise < self.best.risk {
            self.best = candidate;
        }
        Ok(())
    }

    fn won(self, options: &Options) -> Result<Reconstructed, Error> {
        let reason = format!(
            "estimated mean squared error, summed over the cells: {}; beyond inverse and independent, one has to be smaller by {SURELY} standard errors",
            self.compared.join(", ")
        );
        let reconstructed = match self.best.reconstructed.method {
            // Its errors are of the full number of replicates.
            Reconstruction::Likelihood => likelihood::reconstruct(self.observed, options)?,
            _ => self.best.reconstructed,
        };
        Ok(reconstructed.because(reason))
    }
}

fn told(candidate: &Candidate) -> String {
    format!("{} {:.3e}", candidate.reconstructed.method, candidate.risk)
}

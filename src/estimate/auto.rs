//! Auto: the reconstruction with the smallest estimated mean squared error over the table ([`super::risk`]).
//!
//! Compared are inverse, independent, clusters (where they are neither single attributes nor the whole
//! table), truncated and likelihood. Where the inverse has no negative cell the likelihood is the inverse
//! and is not compared; nor is it above [`LIKELIHOOD_CELLS`], where its risk alone would take minutes.
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
const LIKELIHOOD_CELLS: usize = 100_000;

/// Resampled surveys behind the estimated risk of the likelihood; it sums over all cells, so few are enough.
const RISK_REPLICATES: u32 = 10;

/// V from which auto considers attributes to be one cluster.
const CLUSTERS: Clustering = Clustering::Threshold(0.1);

struct Candidate {
    reconstructed: Reconstructed,
    risk: f64,
}

pub(super) fn reconstruct(observed: &Observed<'_>, options: &Options) -> Result<Reconstructed, Error> {
    let inverse = inverse::reconstruct(observed.clone())?;
    let mut candidates = Vec::new();
    for parts in partitions(observed) {
        candidates.push(of_product(observed, parts, &inverse)?);
    }
    if inverse.shares.iter().any(|&share| share < 0.0) {
        let covariance = truncated::covariance_with_inverse(observed, &inverse.shares, &inverse.variances)?;
        candidates.push(candidate(truncated::reconstruct(observed)?, &inverse, covariance));
        if inverse.shares.len() <= LIKELIHOOD_CELLS {
            let (likelihood, covariance) =
                likelihood::with_covariance(observed, &Options { replicates: RISK_REPLICATES, ..*options })?;
            candidates.push(candidate(likelihood, &inverse, covariance));
        }
    }
    let risk = risk::of_inverse(&inverse);
    candidates.insert(0, Candidate { reconstructed: inverse, risk });
    chosen(observed, candidates, options)
}

/// All single attributes, and the clusters in between.
fn partitions(observed: &Observed<'_>) -> Vec<(Reconstruction, Vec<Vec<usize>>)> {
    let axes = observed.axes();
    if axes.len() == 1 {
        return Vec::new();
    }
    let singles = axes.iter().map(|&axis| [axis].into()).collect();
    let clusters = clusters::clusters(observed, CLUSTERS);
    let between = 1 < clusters.len() && clusters.len() < axes.len();
    let between = between.then_some((Reconstruction::Clusters(CLUSTERS), clusters));
    [(Reconstruction::Independent, singles)].into_iter().chain(between).collect()
}

fn of_product(
    observed: &Observed<'_>,
    (method, parts): (Reconstruction, Vec<Vec<usize>>),
    inverse: &Reconstructed,
) -> Result<Candidate, Error> {
    let product = Product::new(observed, parts)?;
    let covariance = product.covariance_with_inverse(observed, &inverse.shares)?;
    Ok(candidate(product.reconstruct(observed, method), inverse, covariance))
}

fn candidate(reconstructed: Reconstructed, inverse: &Reconstructed, covariance: f64) -> Candidate {
    let risk = risk::of(&reconstructed.shares, inverse, covariance);
    Candidate { reconstructed, risk }
}

/// The candidate of the smallest risk; the first of equals.
fn chosen(
    observed: &Observed<'_>,
    candidates: Vec<Candidate>,
    options: &Options,
) -> Result<Reconstructed, Error> {
    let compared: Vec<String> = candidates
        .iter()
        .map(|candidate| format!("{} {:.3e}", candidate.reconstructed.method, candidate.risk))
        .collect();
    let reason = format!("estimated mean squared error, summed over the cells: {}", compared.join(", "));
    let smallest = candidates.into_iter().min_by(|one, other| one.risk.total_cmp(&other.risk));
    let reconstructed = match smallest {
        // Its errors are of the full number of replicates.
        Some(Candidate {
            reconstructed: Reconstructed { method: Reconstruction::Likelihood, .. }, ..
        }) => likelihood::reconstruct(observed, options)?,
        Some(candidate) => candidate.reconstructed,
        None => inverse::reconstruct(observed.clone())?,
    };
    Ok(reconstructed.because(reason))
}
